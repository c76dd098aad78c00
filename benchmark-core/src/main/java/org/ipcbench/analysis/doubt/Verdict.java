package org.ipcbench.analysis.doubt;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a figure deserves trust.
 *
 * @param level degree of trust
 * @param reasons reasons against a higher level; empty if valid
 */
public record Verdict(Level level, List<Reason> reasons) {

    /** The degrees of trust, highest first. */
    public enum Level {
        /** There are no doubts about the figure. */
        VALID,
        /** There are no doubts, but fewer than three iterations reveal few of them. */
        UNREPEATED,
        /** There are doubts about the figure. */
        SUSPECT,
        /** No figure is printed, or messages arrived damaged; for a load: no latency is printed. */
        INVALID;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Verdict {
        reasons = List.copyOf(reasons);
        if (level != levelOf(reasons)) {
            throw new IllegalArgumentException(
                    "reasons %s make a verdict %s, not %s".formatted(reasons, levelOf(reasons), level));
        }
    }

    /** The verdict that follows from these reasons, which it sorts by kind; valid if there is none. */
    public static Verdict of(List<Reason> reasons) {
        return new Verdict(
                levelOf(reasons),
                reasons.stream().sorted(Comparator.comparing(Reason::kind)).toList());
    }

    public static Verdict invalid(Reason.Kind kind, String why) {
        return of(List.of(Reason.of(kind, why)));
    }

    /** The verdict if doubts of these kinds are accepted; an invalid cell stays invalid. */
    public Verdict accepting(Set<Reason.Kind> accepted) {
        return of(reasons.stream()
                .filter(reason ->
                        !accepted.contains(reason.kind()) || !reason.kind().isAcceptable())
                .toList());
    }

    /** Whether there are doubts about the figure. */
    public boolean isDoubtful() {
        return level.compareTo(Level.SUSPECT) >= 0;
    }

    /** All reasons in one line. */
    public String text() {
        return reasons.stream().map(Reason::text).collect(Collectors.joining("; "));
    }

    private static Level levelOf(List<Reason> reasons) {
        return reasons.stream()
                .map(reason -> reason.kind().level())
                .max(Comparator.naturalOrder())
                .orElse(Level.VALID);
    }
}
