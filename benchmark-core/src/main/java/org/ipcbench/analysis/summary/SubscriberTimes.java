package org.ipcbench.analysis.summary;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.EncodedHistogram;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.FanOutResult.OfClass;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.Recorder;

/**
 * The times of a publisher's subscribers, of all iterations' messages to a class of subscribers together. They are put together when they are first
 * asked for, as that takes milliseconds and reports ask again and again.
 */
public final class SubscriberTimes {
    private final List<Measurement> iterations;
    private final Map<Times, Optional<Pooled>> known = new HashMap<>();

    /** A class of subscribers. */
    public enum Subscribers {
        FAST,
        SLOW;

        /** What they got in an iteration; empty if there are none. */
        public Stream<OfClass> in(FanOutResult result) {
            return Stream.ofNullable(
                    switch (this) {
                        case FAST -> result.fast();
                        case SLOW -> result.slow();
                    });
        }
    }

    /** What is timed. */
    public enum Kind {
        LATENCY,
        AGE;

        private EncodedHistogram of(OfClass each) {
            return switch (this) {
                case LATENCY -> each.latencies();
                case AGE -> each.ages();
            };
        }
    }

    /**
     * Percentiles, in nanoseconds.
     *
     * @param median half of the times are shorter
     * @param p99 one of a hundred is longer
     */
    public record Pooled(double median, double p99) {
        private static Optional<Pooled> of(List<EncodedHistogram> encoded) {
            Histogram together = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
            encoded.forEach(each -> together.add(each.decoded()));
            return together.getTotalCount() == 0
                    ? Optional.empty()
                    : Optional.of(new Pooled(
                            together.getValueAtPercentile(Percentiles.MEDIAN),
                            together.getValueAtPercentile(Percentiles.P99)));
        }
    }

    private record Times(Subscribers subscribers, Kind kind) {}

    /** The times of a cell whose iterations these are. */
    public SubscriberTimes(List<Measurement> iterations) {
        this.iterations = iterations;
    }

    /** Percentiles of the times of a class; empty if there are none. */
    public synchronized Optional<Pooled> of(Subscribers subscribers, Kind kind) {
        return known.computeIfAbsent(
                new Times(subscribers, kind),
                asked -> Pooled.of(iterations.stream()
                        .flatMap(iteration -> Stream.ofNullable(iteration.fanOut()))
                        .flatMap(subscribers::in)
                        .map(kind::of)
                        .toList()));
    }
}
