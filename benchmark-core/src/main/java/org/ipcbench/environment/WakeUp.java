package org.ipcbench.environment;

import java.util.Locale;

/**
 * How long a thread that sleeps on an otherwise idle CPU takes to run after a thread on another CPU has woken it.
 *
 * @param medianNanos the median, in nanoseconds; 0 if unknown, as where runs of several machines were merged
 * @param samples number of wake-ups
 * @param cpus both CPUs, for example {@code 0,1}
 */
public record WakeUp(long medianNanos, int samples, String cpus) {
    private static final double NANOS_PER_MICRO = 1e3;

    /** From here on, decimals of microseconds say nothing. */
    private static final double COARSE_MICROS = 10;

    /** Whether the median is known. */
    public boolean isKnown() {
        return medianNanos > 0;
    }

    /** The median with two digits or more, for example {@code 41 us} or {@code 3.2 us}. */
    public String text(Locale locale) {
        double micros = medianNanos / NANOS_PER_MICRO;
        return String.format(locale, micros < COARSE_MICROS ? "%.1f us" : "%.0f us", micros);
    }

    /** The same with a decimal point. */
    public String text() {
        return text(Locale.ROOT);
    }
}
