package org.ipcbench.report;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;

/**
 * A figure of a cell that is plotted over sizes.
 *
 * @param stem its part of the names of files
 * @param words its part of the title
 * @param axisTitle the title of its axis, with the unit
 * @param value the figure in that unit; nothing where a cell has none
 * @param interval its 95 % interval in that unit; nothing where there are too few iterations
 */
record PlottedFigure(
        String stem,
        String words,
        String axisTitle,
        Function<Summary, OptionalDouble> value,
        Function<Summary, Optional<Interval>> interval) {
    static final PlottedFigure THROUGHPUT = new PlottedFigure(
            "throughput", "MiB/s", "throughput (MiB/s)", PlottedFigure::throughput, Summary::throughputInterval);

    /** The mean time of a message, round trip or block, in a unit of this many nanoseconds. */
    static PlottedFigure meanTime(String stem, String words, String axisTitle, double nanosPerUnit) {
        return new PlottedFigure(
                stem,
                words,
                axisTitle,
                summary -> scaled(summary.meanLatencyNanos(), nanosPerUnit),
                summary -> summary.meanLatencyInterval().map(interval -> scaled(interval, nanosPerUnit)));
    }

    /** The interval of a mean time in a unit of this many nanoseconds. */
    private static Interval scaled(Interval nanos, double nanosPerUnit) {
        return new Interval(nanos.low() / nanosPerUnit, nanos.high() / nanosPerUnit);
    }

    /** An empty file has no throughput, and zero has no place on a logarithmic axis. */
    private static OptionalDouble throughput(Summary summary) {
        double rate = summary.mebibytesPerSecond();
        return rate == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    private static OptionalDouble scaled(OptionalDouble nanos, double nanosPerUnit) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / nanosPerUnit) : OptionalDouble.empty();
    }
}
