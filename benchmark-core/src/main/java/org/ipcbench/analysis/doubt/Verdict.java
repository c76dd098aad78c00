package org.ipcbench.analysis.doubt;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a figure deserves trust.
 *
 * @param level degree of trust
 * @param reasons reasons against a higher level; empty if valid
 * @param notes what is smaller than the interval, part of every figure, or beside the figure that is asked for
 */
public record Verdict(Level level, List<Reason> reasons, List<Reason> notes) {

    /** The degrees of trust, highest first. */
    public enum Level {
        /** There are no doubts about the figure. */
        VALID,
        /** There are no doubts, but the interval of a figure is wide. */
        WIDE,
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
        notes = List.copyOf(notes);
        if (level != levelOf(reasons)) {
            throw new IllegalArgumentException(
                    "reasons %s make a verdict %s, not %s".formatted(reasons, levelOf(reasons), level));
        }
    }

    /** The verdict that follows from these reasons, which it sorts by kind; valid if none of them is a doubt. */
    public static Verdict of(List<Reason> reasons) {
        Map<Boolean, List<Reason>> byWeight = reasons.stream()
                .sorted(Comparator.comparing(Reason::kind))
                .collect(Collectors.partitioningBy(Reason::isNote));
        List<Reason> doubts = byWeight.getOrDefault(false, List.of());
        return new Verdict(levelOf(doubts), doubts, byWeight.getOrDefault(true, List.of()));
    }

    public static Verdict invalid(Reason.Kind kind, String why) {
        return of(List.of(Reason.of(kind, why)));
    }

    /** The verdict if doubts of these kinds are accepted; an invalid cell stays invalid. */
    public Verdict accepting(Set<Reason.Kind> accepted) {
        return of(Stream.concat(reasons.stream(), notes.stream())
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
                .map(Reason::level)
                .max(Comparator.naturalOrder())
                .orElse(Level.VALID);
    }
}
