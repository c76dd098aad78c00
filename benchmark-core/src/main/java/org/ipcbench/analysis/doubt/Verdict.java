package org.ipcbench.analysis.doubt;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a figure deserves trust.
 *
 * @param level how much
 * @param reasons why not more; empty where valid
 */
public record Verdict(Level level, List<Reason> reasons) {

    /** The degrees of trust, the greatest first. */
    public enum Level {
        /** Nothing speaks against the figure. */
        VALID,
        /** Nothing speaks against it, but fewer than three iterations would show little of what could. */
        UNREPEATED,
        /** Something speaks against it. */
        SUSPECT,
        /** No figure is printed, or one of messages that arrived damaged; of a load, no latency. */
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

    /** The verdict that follows from these reasons, which it puts in their order; valid where there is none. */
    public static Verdict of(List<Reason> reasons) {
        return new Verdict(
                levelOf(reasons),
                reasons.stream().sorted(Comparator.comparing(Reason::kind)).toList());
    }

    public static Verdict invalid(Reason.Kind kind, String why) {
        return of(List.of(Reason.of(kind, why)));
    }

    /** The verdict of somebody who accepts doubts of these kinds; an invalid cell stays invalid. */
    public Verdict accepting(Set<Reason.Kind> accepted) {
        return of(reasons.stream()
                .filter(reason ->
                        !accepted.contains(reason.kind()) || !reason.kind().isAcceptable())
                .toList());
    }

    /** Whether something speaks against the figure. */
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
