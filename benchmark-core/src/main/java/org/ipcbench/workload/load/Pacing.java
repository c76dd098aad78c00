package org.ipcbench.workload.load;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;

/** How a sender waits until a message is due. */
public enum Pacing {
    /** The sender polls the clock: exact, but keeps a CPU busy. */
    SPIN {
        @Override
        public Pacer pacer(NanoClock clock) {
            return new Pacer.Spinning(clock);
        }

        /** Yields, because the receiving thread has the same CPU if the client is pinned to one. */
        @Override
        @SuppressWarnings("ThreadPriorityCheck") // a scheduler that ignores it has another CPU for the receiving thread
        public Pacer pacerBesideReceiver(NanoClock clock) {
            return new Pacer.Sleeping(clock, CpuClock.ofCallingThread(), unused -> Thread.yield());
        }

        /** Sleeps while there is time: a yield alone often does not let the other thread run. */
        @Override
        @SuppressWarnings("ThreadPriorityCheck") // as above
        public Pacer pacerBesideSender(NanoClock clock) {
            return new Pacer.Sleeping(clock, CpuClock.ofCallingThread(), nanos -> {
                if (nanos > WAKE_UP_NANOS) {
                    LockSupport.parkNanos(nanos - WAKE_UP_NANOS);
                } else {
                    Thread.yield();
                }
            });
        }
    },
    /** The sender sleeps: the sleep ends tens of microseconds late, but does not need its own CPU. */
    SLEEP {
        @Override
        public Pacer pacer(NanoClock clock) {
            return new Pacer.Sleeping(clock, CpuClock.ofCallingThread(), LockSupport::parkNanos);
        }

        @Override
        public Pacer pacerBesideReceiver(NanoClock clock) {
            return pacer(clock);
        }

        @Override
        public Pacer pacerBesideSender(NanoClock clock) {
            return pacer(clock);
        }
    };

    /** A sleep seldom ends later than this. */
    private static final long WAKE_UP_NANOS = 100_000;

    public abstract Pacer pacer(NanoClock clock);

    /** A pacer of a client that receives its answers in another thread. */
    public abstract Pacer pacerBesideReceiver(NanoClock clock);

    /** A pacer of a client whose library sends in another thread. */
    public abstract Pacer pacerBesideSender(NanoClock clock);

    /** The way of waiting as the user writes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The way of waiting with this label; empty if there is none. */
    public static Optional<Pacing> labelled(String label) {
        return Stream.of(values())
                .filter(pacing -> pacing.label().equals(label))
                .findFirst();
    }
}
