package org.ipcbench.analysis.doubt;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One doubt about a figure.
 *
 * @param kind what is doubtful
 * @param statement what was seen, with its numbers and without advice
 * @param numbers the same numbers, by their names in files
 * @param advice an option or a command that helps, in the imperative; empty if nothing does
 */
public record Reason(Kind kind, String statement, Map<String, Double> numbers, String advice) {

    /** The kinds of doubt, in the order in which reports name them. */
    public enum Kind {
        UNSUPPORTED(Verdict.Level.INVALID),
        UNAVAILABLE(Verdict.Level.INVALID),
        FAILED(Verdict.Level.INVALID),
        NOT_MEASURED(Verdict.Level.INVALID),
        FAILED_ITERATIONS(Verdict.Level.SUSPECT),
        INTERRUPTED(Verdict.Level.SUSPECT),
        NOT_REACHED(Verdict.Level.INVALID),
        CORRUPT(Verdict.Level.INVALID),
        LOST(Verdict.Level.SUSPECT),
        STRANGERS(Verdict.Level.SUSPECT),
        SHORT(Verdict.Level.SUSPECT),
        TWO_SPEEDS(Verdict.Level.SUSPECT),
        SPREAD(Verdict.Level.SUSPECT),
        STALL(Verdict.Level.SUSPECT),
        SLOW_START(Verdict.Level.SUSPECT),
        DRIFT(Verdict.Level.SUSPECT),
        WARM_UP_LIMIT(Verdict.Level.SUSPECT),
        COMPILATION(Verdict.Level.SUSPECT),
        COLLECTION(Verdict.Level.SUSPECT),
        STEAL(Verdict.Level.SUSPECT),
        THROTTLED(Verdict.Level.SUSPECT),
        OTHER_LOAD(Verdict.Level.SUSPECT),
        MIGRATIONS(Verdict.Level.SUSPECT),
        CROWDED_CPUS(Verdict.Level.SUSPECT),
        SHARED_CORE(Verdict.Level.SUSPECT),
        FEW_SAMPLES(Verdict.Level.SUSPECT),
        COARSE_TIMER(Verdict.Level.SUSPECT),
        LATE_SENDER(Verdict.Level.SUSPECT),
        TIMESTAMPS(Verdict.Level.SUSPECT),
        HARNESS_SHARE(Verdict.Level.SUSPECT),
        CLOCK_BOUND(Verdict.Level.SUSPECT),
        NOT_REPEATED(Verdict.Level.UNREPEATED);

        private final Verdict.Level level;

        Kind(Verdict.Level level) {
            this.level = level;
        }

        /** The trust that a figure deserves if this is its only doubt. */
        Verdict.Level level() {
            return level;
        }

        /** Whether a user may accept it; missing figures and damaged messages cannot be accepted. */
        public boolean isAcceptable() {
            return level != Verdict.Level.INVALID;
        }

        /** The kind as options and files write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The kind with this label. */
        public static Optional<Kind> labelled(String label) {
            return Stream.of(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst();
        }
    }

    public Reason {
        if (statement.isEmpty()) {
            throw new IllegalArgumentException("a reason states what was seen");
        }
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
    }

    /** A reason without numbers and advice. */
    public static Reason of(Kind kind, String statement) {
        return new Reason(kind, statement, Map.of(), "");
    }

    /** Statement and advice in one line. */
    public String text() {
        return advice.isEmpty() ? statement : statement + ", " + advice;
    }
}
