package org.ipcbench.report;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Figures as tables show them.
 *
 * @param locale decimals are written as this locale writes them
 */
record FigureFormat(Locale locale) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Below this, a tenth of a microsecond would be too coarse to tell rings apart. */
    private static final double FINE_MICROS = 10;

    FigureColumn mebibytesPerSecond() {
        return new FigureColumn("MiB/s", summary -> decimal("%.1f", summary.mebibytesPerSecond()));
    }

    FigureColumn perSecond(String things) {
        return new FigureColumn(things + "/s", summary -> decimal("%.0f", summary.messagesPerSecond()));
    }

    /** A percentile of the sampled latencies, in microseconds; empty where too few were sampled. */
    FigureColumn percentile(String header, double percentile) {
        return new FigureColumn(header, summary -> micros(summary.latencyPercentileNanos(percentile)));
    }

    String millis(OptionalDouble nanos) {
        return nanos.isPresent() ? decimal("%.3f", nanos.getAsDouble() / NANOS_PER_MILLI) : "";
    }

    String micros(OptionalDouble nanos) {
        if (nanos.isEmpty()) {
            return "";
        }
        double micros = nanos.getAsDouble() / NANOS_PER_MICRO;
        return decimal(micros < FINE_MICROS ? "%.2f" : "%.1f", micros);
    }

    String decimal(String format, double value) {
        return String.format(locale, format, value);
    }

    /** Seconds of CPU time; empty where there is no process to take any. */
    String cpuSeconds(OptionalDouble seconds) {
        return seconds.isPresent() ? decimal("%.3f", seconds.getAsDouble()) : "";
    }
}
