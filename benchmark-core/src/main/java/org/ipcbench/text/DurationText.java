package org.ipcbench.text;

import java.util.Locale;

/**
 * A length of time in the unit that suits it, from a round trip to a run.
 *
 * @param nanos the length, in nanoseconds
 */
public record DurationText(double nanos) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Values from here on have one decimal instead of two. */
    private static final double LARGE = 10;

    /** The number and the unit: us, ms or s. */
    public String in(Locale locale) {
        if (nanos < NANOS_PER_MILLI) {
            return text(locale, nanos / NANOS_PER_MICRO, "us");
        }
        if (nanos < NANOS_PER_SECOND) {
            return text(locale, nanos / NANOS_PER_MILLI, "ms");
        }
        return String.format(locale, "%.3f s", nanos / NANOS_PER_SECOND);
    }

    private static String text(Locale locale, double value, String unit) {
        return String.format(locale, value < LARGE ? "%.2f %s" : "%.1f %s", value, unit);
    }
}
