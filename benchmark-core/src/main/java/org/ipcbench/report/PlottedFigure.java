package org.ipcbench.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.Question;

/**
 * A figure of a cell that is plotted over sizes.
 *
 * @param stem what the names of its files call it
 * @param words what a title calls it
 * @param axisTitle what its axis is called, with the unit
 * @param value the figure in that unit; nothing where a cell has none
 * @param interval its 95 % interval in that unit; nothing where there are too few iterations
 */
record PlottedFigure(
        String stem,
        String words,
        String axisTitle,
        Function<Summary, OptionalDouble> value,
        Function<Summary, Optional<Interval>> interval) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final PlottedFigure THROUGHPUT = new PlottedFigure(
            "throughput", "MiB/s", "throughput (MiB/s)", PlottedFigure::throughput, Summary::throughputInterval);

    private static final PlottedFigure MEAN_ROUND_TRIP =
            meanTime("mean", "mean round trip", "mean round trip (µs)", NANOS_PER_MICRO);

    private static final PlottedFigure MEDIAN_ROUND_TRIP = new PlottedFigure(
            "median",
            "median round trip",
            "median round trip (µs)",
            PlottedFigure::medianMicros,
            summary -> Optional.empty());

    private static final PlottedFigure BLOCK_TIME =
            meanTime("milliseconds", "mean time of a block", "mean time of a block (ms)", NANOS_PER_MILLI);

    private static final PlottedFigure FILE_TIME = new PlottedFigure(
            "seconds",
            "seconds a file",
            "mean time of a file (s)",
            summary -> OptionalDouble.of(summary.meanSeconds()),
            summary -> secondsInterval(summary, summary.meanMebibytes()));

    /** What is plotted of a question, one plot each. */
    static List<PlottedFigure> of(Question kind) {
        return switch (kind) {
            case THROUGHPUT -> List.of(THROUGHPUT);
            case LATENCY -> List.of(MEAN_ROUND_TRIP, MEDIAN_ROUND_TRIP);
            case BLOCK -> List.of(THROUGHPUT, BLOCK_TIME);
            case TRANSFER -> List.of(THROUGHPUT, FILE_TIME);
        };
    }

    private static PlottedFigure meanTime(String stem, String words, String axisTitle, double nanosPerUnit) {
        return new PlottedFigure(
                stem,
                words,
                axisTitle,
                summary -> scaled(summary.meanLatencyNanos(), nanosPerUnit),
                summary -> timeInterval(summary, nanosPerUnit));
    }

    /** The greatest throughput makes the shortest time of a message. */
    private static Optional<Interval> timeInterval(Summary summary, double nanosPerUnit) {
        if (summary.losses().lost() > 0) {
            return Optional.empty(); // time went by waiting for what never came
        }
        double mebibytes = summary.meanMebibytes() * summary.count() / summary.messages();
        return secondsInterval(summary, mebibytes * NANOS_PER_SECOND / nanosPerUnit);
    }

    /** That of the time a volume takes in MiB; nothing where there is none, as in an empty file. */
    private static Optional<Interval> secondsInterval(Summary summary, double mebibytes) {
        return mebibytes == 0
                ? Optional.empty()
                : summary.throughputInterval()
                        .map(rates -> new Interval(mebibytes / rates.high(), mebibytes / rates.low()));
    }

    /** An empty file has none, and zero has no place on a logarithmic axis. */
    private static OptionalDouble throughput(Summary summary) {
        double rate = summary.mebibytesPerSecond();
        return rate == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /** A coarse clock may tell zero, which has no place on a logarithmic axis. */
    private static OptionalDouble medianMicros(Summary summary) {
        return summary.latencies().count() == 0
                ? OptionalDouble.empty()
                : scaled(OptionalDouble.of(Math.max(1, summary.latencyPercentileNanos(50))), NANOS_PER_MICRO);
    }

    private static OptionalDouble scaled(OptionalDouble nanos, double nanosPerUnit) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / nanosPerUnit) : OptionalDouble.empty();
    }
}
