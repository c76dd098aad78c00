package org.ipcbench.analysis;

import java.util.List;
import java.util.Locale;

/**
 * Whether a figure deserves trust.
 *
 * @param level how much
 * @param reasons why not more; empty where valid
 */
public record Verdict(Level level, List<String> reasons) {

    /** The degrees of trust, the greatest first. */
    public enum Level {
        VALID,
        SUSPECT,
        INVALID;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Verdict {
        reasons = List.copyOf(reasons);
        if ((level == Level.VALID) != reasons.isEmpty()) {
            throw new IllegalArgumentException("a verdict other than valid has a reason, and a valid one has none");
        }
    }

    public static Verdict valid() {
        return new Verdict(Level.VALID, List.of());
    }

    /** Valid without reasons, suspect with. */
    public static Verdict suspectIf(List<String> reasons) {
        return reasons.isEmpty() ? valid() : new Verdict(Level.SUSPECT, reasons);
    }

    public static Verdict invalid(String reason) {
        return new Verdict(Level.INVALID, List.of(reason));
    }
}
