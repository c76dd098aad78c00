package org.ipcbench.analysis.doubt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One doubt about a figure, or a note beside it.
 *
 * @param kind what is doubtful
 * @param level the trust that the figure deserves if this is the only reason; valid makes it a note
 * @param observations what was seen, with its numbers and without advice; a clause for each piece of evidence
 * @param numbers the same numbers, by their names in files
 * @param advice an option or a command that helps, in the imperative; empty if nothing does
 */
public record Reason(
        Kind kind, Verdict.Level level, List<Statement> observations, Map<String, Double> numbers, String advice) {
    /** Between observations. */
    public static final String SEPARATOR = "; ";

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
        STALL(Verdict.Level.SUSPECT),
        WARM_UP(Verdict.Level.SUSPECT),
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
        CLOCK_BOUND(Verdict.Level.SUSPECT),
        WORK(Verdict.Level.SUSPECT),
        /** By definition part of every figure. */
        HARNESS_SHARE(Verdict.Level.VALID),
        /** Two threads of a client do what was asked, as those of a service may. */
        SECOND_THREAD(Verdict.Level.VALID),
        /** What was asked for, and what it costs. */
        DELAYED_ACKNOWLEDGEMENTS(Verdict.Level.VALID, true),
        /** What was declared, and what it does. */
        COLLECTED_TAIL(Verdict.Level.VALID, true),
        NOT_REPEATED(Verdict.Level.UNREPEATED),
        WIDE(Verdict.Level.WIDE);

        private final Verdict.Level level;
        private final boolean explains;

        Kind(Verdict.Level level) {
            this(level, false);
        }

        Kind(Verdict.Level level, boolean explains) {
            this.level = level;
            this.explains = explains;
        }

        /** Whether, as a note, it explains figures that nobody expects or everybody asks about, so that it stands below them. */
        public boolean explains() {
            return explains;
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

        /** The kind that had this label in earlier versions, under which records and scripts still name it. */
        public static Optional<Kind> formerlyLabelled(String label) {
            return switch (label) {
                case "spread" -> Optional.of(WIDE);
                case "warm-up-limit", "slow-start", "drift", "compilation" -> Optional.of(WARM_UP);
                default -> Optional.empty();
            };
        }
    }

    public Reason {
        observations = List.copyOf(observations);
        if (observations.isEmpty()
                || observations.stream().anyMatch(each -> each.text().isEmpty())) {
            throw new IllegalArgumentException("a reason states what was seen");
        }
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
    }

    /** A reason of one observation. */
    public Reason(Kind kind, Statement statement, Map<String, Double> numbers, String advice) {
        this(kind, kind.level(), List.of(statement), numbers, advice);
    }

    /** A reason without advice: it quotes why there are no figures. */
    public static Reason of(Kind kind, String why) {
        return new Reason(kind, Statement.quoting(why), Map.of(), "");
    }

    /** This effect as a note: it is smaller than what the interval leaves open, or touches no figure that is shown. */
    Reason asNote() {
        return new Reason(kind, Verdict.Level.VALID, observations, numbers, advice);
    }

    /** The same reason with this remedy. */
    public Reason advising(String remedy) {
        return new Reason(kind, level, observations, numbers, remedy);
    }

    /** One reason of both observations, which have the same cause. */
    Reason and(Reason other) {
        List<Statement> both = new ArrayList<>(observations);
        both.addAll(other.observations);
        Map<String, Double> all = new TreeMap<>(numbers);
        all.putAll(other.numbers);
        return new Reason(kind, level.compareTo(other.level) > 0 ? level : other.level, both, all, advice);
    }

    /** Whether it makes nothing suspect. */
    public boolean isNote() {
        return level == Verdict.Level.VALID;
    }

    /** All observations in one line. */
    public String statement() {
        return observations.stream().map(Statement::text).collect(Collectors.joining(SEPARATOR));
    }

    /** What reasons have in common whose observations differ only in their numbers. */
    public String form() {
        return observations.stream().map(Statement::form).collect(Collectors.joining(SEPARATOR));
    }

    /** Statement and advice in one line. */
    public String text() {
        return advice.isEmpty() ? statement() : statement() + ", " + advice;
    }
}
