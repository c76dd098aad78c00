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
    private static final double NANOS_PER_SECOND = 1e9;

    static final PlottedFigure THROUGHPUT = new PlottedFigure(
            "throughput", "MiB/s", "throughput (MiB/s)", PlottedFigure::throughput, Summary::throughputInterval);

    /** The mean time of a message, round trip or block, in a unit of this many nanoseconds. */
    static PlottedFigure meanTime(String stem, String words, String axisTitle, double nanosPerUnit) {
        return new PlottedFigure(
                stem,
                words,
                axisTitle,
                summary -> scaled(summary.meanLatencyNanos(), nanosPerUnit),
                summary -> timeInterval(summary, nanosPerUnit));
    }

    /** The interval of the seconds that this many MiB take; nothing for an empty file, which has no throughput. */
    static Optional<Interval> secondsInterval(Summary summary, double mebibytes) {
        return mebibytes == 0
                ? Optional.empty()
                : summary.throughputInterval()
                        .map(rates -> new Interval(mebibytes / rates.high(), mebibytes / rates.low()));
    }

    /** The greatest throughput makes the shortest time of a message. */
    private static Optional<Interval> timeInterval(Summary summary, double nanosPerUnit) {
        if (summary.losses().lost() > 0) {
            return Optional.empty(); // time went by waiting for what never came
        }
        double mebibytes = summary.meanMebibytes() * summary.count() / summary.messages();
        return secondsInterval(summary, mebibytes * NANOS_PER_SECOND / nanosPerUnit);
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
