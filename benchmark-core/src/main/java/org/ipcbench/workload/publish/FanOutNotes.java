package org.ipcbench.workload.publish;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.EncodedHistogram;
import org.ipcbench.measure.result.FanOutResult;
import org.jspecify.annotations.Nullable;

/**
 * What the subscribers of a publisher have noted in a batch.
 *
 * @param label how messages got to them
 * @param published number of messages that were published
 * @param publishNanos for how long they were published, in nanoseconds
 * @param longestNanos the longest time that the publisher took for a message to all of them, in nanoseconds
 * @param fast those that take a message as soon as they can; null if all are slow
 * @param slow those that take their time; null if none is
 * @param late the one that joined in the middle
 */
record FanOutNotes(
        String label,
        long published,
        long publishNanos,
        long longestNanos,
        @Nullable OfClass fast,
        @Nullable OfClass slow,
        Late late) {
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
    record OfClass(int subscribers, long received, long lost, long taken, Histogram latencies, Histogram ages) {
        /** Adds another subscriber. */
        OfClass plus(OfClass other) {
            latencies.add(other.latencies);
            ages.add(other.ages);
            return new OfClass(
                    subscribers + other.subscribers,
                    received + other.received,
                    lost + other.lost,
                    taken + other.taken,
                    latencies,
                    ages);
        }

        private static FanOutResult.@Nullable OfClass told(@Nullable OfClass noted) {
            return noted == null
                    ? null
                    : new FanOutResult.OfClass(
                            noted.subscribers,
                            noted.received,
                            noted.lost,
                            noted.taken,
                            EncodedHistogram.of(noted.latencies),
                            EncodedHistogram.of(noted.ages));
        }
    }

    /**
     * A subscriber that joined in the middle.
     *
     * @param firstNanos time from the beginning of its join until it had a message, in nanoseconds; null if it had none
     * @param past number of messages that it got although they were published before
     * @param received number of messages that it received, also after the publisher had sent the last one
     */
    record Late(@Nullable Long firstNanos, long past, long received) {}

    /** What the launcher is told. */
    FanOutResult told() {
        return new FanOutResult(
                label,
                published,
                publishNanos,
                longestNanos,
                OfClass.told(fast),
                OfClass.told(slow),
                late.firstNanos,
                late.past,
                late.received);
    }
}
