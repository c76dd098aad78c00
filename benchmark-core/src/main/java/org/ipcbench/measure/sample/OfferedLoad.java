package org.ipcbench.measure.sample;

import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The load that all senders of a schedule offered in an iteration, and how well they kept to the schedule. There is one
 * sender, unless a server has several clients.
 *
 * @param messages number of messages that the schedule had within its time
 * @param notSent number of messages that could not be sent, because earlier ones took too long
 * @param scheduleNanos the time of the schedule, in nanoseconds
 * @param waitCpuNanos CPU time of the senders' waits for the next message's time, in nanoseconds; not a cost of
 *     messages
 * @param lateness how much later messages began than the sender could have begun them; for several senders, the
 *     greatest
 */
public record OfferedLoad(long messages, long notSent, long scheduleNanos, long waitCpuNanos, Lateness lateness) {
    private static final double NANOS_PER_SECOND = 1e9;

    public OfferedLoad {
        if (messages < 1 || notSent < 0 || notSent > messages || scheduleNanos < 1) {
            throw new IllegalArgumentException(
                    "%d of %d messages were not sent in %d ns".formatted(notSent, messages, scheduleNanos));
        }
    }

    /** Combines the loads of several senders in the same time; empty if there are none. */
    public static Optional<OfferedLoad> ofAll(List<OfferedLoad> offers) {
        return offers.stream().reduce(OfferedLoad::with);
    }

    private OfferedLoad with(OfferedLoad other) {
        return new OfferedLoad(
                messages + other.messages,
                notSent + other.notSent,
                Math.max(scheduleNanos, other.scheduleNanos),
                waitCpuNanos + other.waitCpuNanos,
                lateness.orLater(other.lateness));
    }

    /** Messages per second of the schedule. */
    public double perSecond() {
        return messages / (scheduleNanos / NANOS_PER_SECOND);
    }

    /** The share of the messages that were not sent, from 0 to 1. */
    public double notSentShare() {
        return (double) notSent / messages;
    }

    /**
     * The sender's own lateness: the time from the moment when a message was due and all earlier ones were sent, to the
     * moment just before the message was claimed. The delay by a blocked send is not part of it.
     *
     * @param p50Nanos median lateness, in nanoseconds
     * @param p99Nanos the lateness that one message in a hundred exceeds, in nanoseconds
     * @param p999Nanos the lateness that one message in a thousand exceeds, in nanoseconds
     * @param maximumNanos greatest lateness, in nanoseconds
     */
    public record Lateness(long p50Nanos, long p99Nanos, long p999Nanos, long maximumNanos) {
        private static final double FAR_TAIL = 99.9;

        /** The figures of a histogram of nanoseconds. */
        public static Lateness of(Histogram nanos) {
            return new Lateness(
                    nanos.getValueAtPercentile(Percentiles.MEDIAN),
                    nanos.getValueAtPercentile(Percentiles.P99),
                    nanos.getValueAtPercentile(FAR_TAIL),
                    nanos.getMaxValue());
        }

        /**
         * Returns the greater value of each figure; the percentile of both senders' messages together does not exceed
         * it.
         */
        private Lateness orLater(Lateness other) {
            return new Lateness(
                    Math.max(p50Nanos, other.p50Nanos),
                    Math.max(p99Nanos, other.p99Nanos),
                    Math.max(p999Nanos, other.p999Nanos),
                    Math.max(maximumNanos, other.maximumNanos));
        }
    }
}
