package org.ipcbench.workload.load;

import java.util.SplittableRandom;

/** The intended times of a sender's messages, one after the other. Nothing is allocated after construction. */
public abstract sealed class Schedule {

    /**
     * Intended time of the next message, in nanoseconds since the beginning; never before the previous message's time.
     */
    public abstract long next();

    /**
     * Number of messages that are due before this time, from the one that {@link #next} returns next. The number is
     * counted if that is fast, else estimated from the mean gap.
     */
    public final long dueBefore(long nanos, double meanGapNanos) {
        final int counted = 1_000_000;
        long due = 0;
        long at = next();
        while (at < nanos && due < counted) {
            due++;
            at = next();
        }
        return at < nanos ? due + Math.round((nanos - at) / meanGapNanos) : due;
    }

    /** Groups of messages with equal gaps. */
    static final class Even extends Schedule {
        private final double groupGapNanos;
        private final double phase;
        private final int groupSize;
        private long group;
        private int ofGroup;

        Even(double meanGapNanos, double phase, int groupSize) {
            this.phase = phase;
            this.groupSize = groupSize;
            groupGapNanos = meanGapNanos * groupSize;
        }

        /** Multiplied instead of added up, because a gap may not be a whole number of nanoseconds. */
        @Override
        public long next() {
            long nanos = (long) ((group + phase) * groupGapNanos);
            ofGroup++;
            if (ofGroup == groupSize) {
                ofGroup = 0;
                group++;
            }
            return nanos;
        }
    }

    /** Recorded times, again and again. */
    static final class Recorded extends Schedule {
        private final double[] gaps;
        private final double meanGapNanos;
        private final double phase;
        private long before;
        private int at;

        /** @param gaps the time of each message after the first one, in mean gaps */
        Recorded(double[] gaps, double meanGapNanos, double phase) {
            this.gaps = gaps;
            this.meanGapNanos = meanGapNanos;
            this.phase = phase;
        }

        @Override
        public long next() {
            long nanos = (long) ((before + gaps[at] + phase) * meanGapNanos);
            at++;
            if (at == gaps.length) {
                at = 0;
                before += gaps.length;
            }
            return nanos;
        }
    }

    /** Exponentially distributed gaps. */
    static final class Random extends Schedule {
        private final SplittableRandom random;
        private final double meanGapNanos;
        private double nanos;

        Random(double meanGapNanos, long seed) {
            this.meanGapNanos = meanGapNanos;
            random = new SplittableRandom(seed);
        }

        @Override
        public long next() {
            nanos -= Math.log(1 - random.nextDouble()) * meanGapNanos; // never the logarithm of zero
            return (long) nanos;
        }
    }

    /**
     * The times at which the messages of one sender of a load are due.
     *
     * @param arrivals pattern of the times
     * @param gapNanos mean time from one message to the next, in nanoseconds
     * @param phase the part of a gap before the first message, above 0 and below 1
     * @param seed seed of random gaps
     */
    public record DueTimes(ArrivalPattern arrivals, double gapNanos, double phase, long seed) {
        private static final double MAX_REHEARSED_GAP_NANOS = 50e6;

        /**
         * Whether the warm-up rehearses the schedule. If messages or bursts are rarer, the first gap of the measured part
         * leaves time for code that is new to the JVM.
         */
        public boolean isRehearsed() {
            return gapNanos * arrivals.messagesAtOnce() <= MAX_REHEARSED_GAP_NANOS;
        }

        public Schedule schedule() {
            return scheduleOf(gapNanos);
        }

        /** The times with another mean gap, in nanoseconds; with 0, all messages are due at once. */
        public Schedule scheduleOf(double meanGapNanos) {
            return arrivals.schedule(meanGapNanos, phase, seed);
        }
    }
}
