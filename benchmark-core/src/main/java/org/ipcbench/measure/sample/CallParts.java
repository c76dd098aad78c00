package org.ipcbench.measure.sample;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.NanoClock;

/**
 * The parts of a call on one side, timed for some of the calls: the client writes the request and reads the answer, the server reads
 * the request and writes the answer.
 *
 * @param samples number of calls that were timed
 * @param bytes mean bytes of the messages that this side wrote
 * @param requestNanos median time of writing or reading the request, in nanoseconds
 * @param betweenNanos median time between that and the answer, in nanoseconds: the client's wait, the server's work
 * @param answerNanos median time of writing or reading the answer, in nanoseconds
 * @param readingNanos what a reading of the clock costs, in nanoseconds, which is left out of the times
 */
public record CallParts(
        long samples, double bytes, double requestNanos, double betweenNanos, double answerNanos, double readingNanos) {
    /** A timed call reads the clock this many times. */
    public static final int READINGS_A_CALL = 4;

    public CallParts {
        if (samples < 1) {
            throw new IllegalArgumentException("%d calls have no parts".formatted(samples));
        }
    }

    /** The mean of several connections or iterations, each as often as it has samples; empty if there are none. */
    public static Optional<CallParts> ofAll(List<CallParts> all) {
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(new CallParts(
                        all.stream().mapToLong(CallParts::samples).sum(),
                        mean(all, CallParts::bytes),
                        mean(all, CallParts::requestNanos),
                        mean(all, CallParts::betweenNanos),
                        mean(all, CallParts::answerNanos),
                        mean(all, CallParts::readingNanos)));
    }

    private static double mean(List<CallParts> all, ToDoubleFunction<CallParts> part) {
        long samples = all.stream().mapToLong(CallParts::samples).sum();
        return all.stream()
                        .mapToDouble(each -> each.samples() * part.applyAsDouble(each))
                        .sum()
                / samples;
    }

    /**
     * Times the parts of some of the calls of one connection, one after the other. What a side takes to time a call is in the other
     * side's wait, so that sides time different calls, and record a call when it is over. Nothing is allocated for a call.
     */
    public static final class Meter {
        /** Readings that show what the shortest one costs. */
        private static final int READINGS = 1_000;

        private static final int MEDIAN = 50;

        private final NanoClock clock;
        private final double bytes;
        private final double readingNanos;
        private final SampleGaps gaps;
        private final Histogram requests = histogram();
        private final Histogram between = histogram();
        private final Histogram answers = histogram();
        /** Number of calls up to and including the next sample. */
        private long untilSample;

        private boolean sampled;
        private long begunNanos;
        private long requestNanos;
        private long betweenNanos;
        private long answerNanos;

        /**
         * A meter of one side.
         *
         * @param bytes mean bytes of the messages that this side writes
         * @param side number of the side
         */
        public Meter(NanoClock clock, double bytes, int side) {
            this.clock = clock;
            this.bytes = bytes;
            gaps = SampleGaps.ofSide(side);
            untilSample = 1L + side; // so that a batch of a few calls has a sample
            readingNanos = shortestReading();
        }

        private static Histogram histogram() {
            return new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        }

        /** Before the request is written or read. */
        public void beginRequest() {
            if (--untilSample == 0) {
                sampled = true;
                begunNanos = clock.nanos();
            }
        }

        public void endRequest() {
            if (sampled) {
                requestNanos = lap();
            }
        }

        /** Before the answer is written or read. */
        public void beginAnswer() {
            if (sampled) {
                betweenNanos = lap();
            }
        }

        public void endAnswer() {
            if (sampled) {
                answerNanos = lap();
            }
        }

        /** When the answer is under way, or has been read. */
        public void endCall() {
            if (sampled) {
                record(answers, answerNanos);
                record(between, betweenNanos);
                record(requests, requestNanos);
                sampled = false;
                untilSample = gaps.next();
            }
        }

        /** Time since the part before, which ends now. */
        private long lap() {
            long before = begunNanos;
            begunNanos = clock.nanos();
            return begunNanos - before;
        }

        private static void record(Histogram part, long nanos) {
            part.recordValue(Math.min(Math.max(0, nanos), Recorder.MAX_LATENCY_NANOS));
        }

        /** Records the parts of the batch that has just ended. */
        public void endBatch(Recorder recorder) {
            if (requests.getTotalCount() > 0) {
                recorder.recordParts(new CallParts(
                        requests.getTotalCount(),
                        bytes,
                        median(requests),
                        median(between),
                        median(answers),
                        readingNanos));
                requests.reset();
                between.reset();
                answers.reset();
            }
        }

        private double median(Histogram part) {
            return Math.max(0, part.getValueAtPercentile(MEDIAN) - readingNanos);
        }

        private double shortestReading() {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < READINGS; i++) {
                long before = clock.nanos();
                shortest = Math.min(shortest, clock.nanos() - before);
            }
            return Math.max(0, shortest);
        }
    }
}
