package org.ipcbench.workload.load;

import java.util.function.LongConsumer;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.StallMeter.StallLog;
import org.jspecify.annotations.Nullable;

/** Waits until a message is due, and counts the CPU time of its waits. */
abstract sealed class Pacer {
    private static final int REHEARSALS = 200;

    /** Time of a wait that is rehearsed. */
    static final long REHEARSED_NANOS = 1_000;

    /**
     * Waits until the clock has reached this time; returns at once if it already has. @return the clock's time after
     * the wait
     */
    abstract long await(long untilNanos);

    /** CPU time of all waits since the last {@link #begin}, in nanoseconds. */
    abstract long cpuNanos();

    /**
     * Resets the CPU time.
     *
     * @param seen begins anew, and gets the machine's stalls from a pacer that looks at the clock while it waits; null if nobody
     *     asks for them
     */
    abstract void begin(@Nullable StallLog seen);

    /** Waits several times for a very short time, so that the measured part runs no code that is new to the JVM. */
    void rehearse(long nowNanos) {
        long now = nowNanos;
        for (int i = 0; i < REHEARSALS; i++) {
            now = await(now + REHEARSED_NANOS);
        }
    }

    /**
     * Sleeps until a message is due, and reads the CPU time before and after, which costs little compared with a sleep.
     */
    static final class Sleeping extends Pacer {
        private final NanoClock clock;
        private final CpuClock cpuClock;
        private final LongConsumer sleep;
        private long cpuNanos;

        /** @param sleep sleeps for about this number of nanoseconds, and may return early */
        Sleeping(NanoClock clock, CpuClock cpuClock, LongConsumer sleep) {
            this.clock = clock;
            this.cpuClock = cpuClock;
            this.sleep = sleep;
        }

        @Override
        public long await(long untilNanos) {
            long now = clock.nanos();
            if (now >= untilNanos) {
                return now;
            }
            long cpuBefore = cpuClock.nanos();
            while (now < untilNanos) {
                sleep.accept(untilNanos - now);
                now = clock.nanos();
            }
            cpuNanos += cpuClock.nanos() - cpuBefore;
            return clock.nanos(); // reading the CPU time has taken some time
        }

        @Override
        public long cpuNanos() {
            return cpuNanos;
        }

        @Override
        public void begin(@Nullable StallLog seen) {
            cpuNanos = 0;
        }
    }

    /**
     * Polls the clock until a message is due. The time between two readings counts as CPU time of the wait, unless it is so long that
     * the thread must have lost its CPU.
     *
     * <p>Meanwhile the pacer sees the machine's stalls. A stall that begins in a wait counts as a whole, as does its time, even if it
     * makes the message late; one that begins while a message is sent does not count, and neither does that time. So the stalls of a
     * second of waiting are as many as those of any second.
     */
    static final class Spinning extends Pacer {
        /** After this time a pacer asks the kernel again what other threads did: few system calls, and few waits of the messages'. */
        private static final long ASKED_APART_NANOS = 1_000_000;

        /** A shorter wait has no time for asking. */
        private static final long MIN_ASKING_NANOS = 10_000;

        private static final int REHEARSED_STALLS = 50;

        private final NanoClock clock;
        private @Nullable StallLog log;
        private long askedNanos;
        private long cpuNanos;

        Spinning(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public long await(long untilNanos) {
            long now = clock.nanos();
            return log == null ? spin(now, untilNanos, null) : watch(now, untilNanos, log);
        }

        /**
         * Sees stalls, too, and asks the kernel. The compiler takes a branch that was never taken for one that never will be: the first
         * stall would have it compile the whole loop of sending again, in the measured part.
         */
        @Override
        public void rehearse(long nowNanos) {
            super.rehearse(nowNanos);
            StallLog seen = log;
            for (int i = 0; i < REHEARSED_STALLS && seen != null; i++) {
                long now = clock.nanos();
                spin(now - StallLog.MIN_STALL_NANOS, now + REHEARSED_NANOS, seen);
                now = clock.nanos();
                askedNanos = now - ASKED_APART_NANOS;
                await(now + 2 * MIN_ASKING_NANOS);
            }
        }

        private long watch(long now, long untilNanos, StallLog seen) {
            long begin = now;
            if (now - askedNanos >= ASKED_APART_NANOS && untilNanos - now >= MIN_ASKING_NANOS) {
                seen.askKernel();
                begin = asked(now);
            }
            long end = spin(begin, untilNanos, seen);
            seen.add(end - begin);
            return end;
        }

        private long spin(long from, long untilNanos, @Nullable StallLog seen) {
            long now = from;
            while (now < untilNanos) {
                Thread.onSpinWait();
                long next = clock.nanos();
                long lookNanos = next - now;
                spend(lookNanos);
                now = next;
                if (lookNanos >= StallLog.MIN_STALL_NANOS && seen != null) {
                    seen.note(lookNanos);
                    now = asked(next);
                }
            }
            return now;
        }

        /** Called after asking, which is CPU time of the wait and no stall. @return the clock's time */
        private long asked(long beforeNanos) {
            askedNanos = clock.nanos();
            spend(askedNanos - beforeNanos);
            return askedNanos;
        }

        /** A reading takes less than 0.1 µs, an interrupt a few µs; a thread that lost the CPU gets it back later. */
        private void spend(long nanos) {
            if (nanos < StallLog.MIN_STALL_NANOS) {
                cpuNanos += nanos;
            }
        }

        @Override
        public long cpuNanos() {
            return cpuNanos;
        }

        @Override
        public void begin(@Nullable StallLog seen) {
            cpuNanos = 0;
            log = seen;
            if (seen != null) {
                seen.begin();
                askedNanos = clock.nanos();
            }
        }
    }
}
