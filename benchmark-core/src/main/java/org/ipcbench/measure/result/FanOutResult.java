package org.ipcbench.measure.result;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What the subscribers of a publisher got in an iteration.
 *
 * @param label how messages got to them
 * @param published number of messages that were published
 * @param publishNanos for how long they were published, in nanoseconds
 * @param longestNanos the longest time that the publisher took for a message to all of them, in nanoseconds
 * @param fast those that take a message as soon as they can; null if all are slow
 * @param slow those that take their time; null if none is
 * @param lateNanos time from the join of the one that joined in the middle until it had a message, in nanoseconds; null if it had none
 * @param latePast number of messages that it got although they were published before
 * @param lateReceived number of messages that it received, also after the publisher had sent the last one
 */
public record FanOutResult(
        String label,
        long published,
        long publishNanos,
        long longestNanos,
        @Nullable OfClass fast,
        @Nullable OfClass slow,
        @Nullable Long lateNanos,
        long latePast,
        long lateReceived)
        implements Measurement.Own {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The subscribers of a class together.
     *
     * @param subscribers their number
     * @param received number of messages that they received, also after the publisher had sent the last one
     * @param lost number of messages that they never received
     * @param taken number of messages that they took while the publisher sent
     * @param latencies from the intended time of a message until it was taken, in nanoseconds
     * @param ages how old the newest value was when the next one was taken, and at the publisher's end, in nanoseconds
     */
    public record OfClass(
            int subscribers, long received, long lost, long taken, EncodedHistogram latencies, EncodedHistogram ages) {

        private static @Nullable OfClass withoutLatencies(@Nullable OfClass noted) {
            return noted == null
                    ? null
                    : new OfClass(noted.subscribers, noted.received, noted.lost, noted.taken, none(), none());
        }

        private static EncodedHistogram none() {
            return EncodedHistogram.of(new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS));
        }

        /** The share of messages that were lost, from 0 to 1. */
        public double lostShare() {
            return (double) lost / Math.max(1, received + lost);
        }
    }

    /** All subscribers are at one connection. */
    @Override
    public FanOutResult plus(Measurement.Own other) {
        return this;
    }

    @Override
    public void into(Measurement.Draft draft) {
        draft.subscribed(this);
    }

    @Override
    public FanOutResult withoutLatencies() {
        return new FanOutResult(
                label,
                published,
                publishNanos,
                longestNanos,
                OfClass.withoutLatencies(fast),
                OfClass.withoutLatencies(slow),
                lateNanos,
                latePast,
                lateReceived);
    }

    /** Messages a second that each subscriber of a class took. */
    public double perSecond(OfClass each) {
        return each.taken / (double) each.subscribers / (publishNanos / NANOS_PER_SECOND);
    }

    /** Messages a second that were published. */
    public double perSecond() {
        return published / (publishNanos / NANOS_PER_SECOND);
    }
}
