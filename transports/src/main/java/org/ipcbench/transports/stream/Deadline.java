package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends blocking calls on a channel by closing it when the time is up; they then throw
 * {@link java.nio.channels.AsynchronousCloseException}. Closing the deadline calls it off.
 */
public final class Deadline implements AutoCloseable {
    private final Closeable channel;
    private final long endNanos;
    private final PrintStream warnings;

    /** Warnings tell of a channel that cannot be closed: the calls on it may then never end. */
    Deadline(Closeable channel, Duration time, PrintStream warnings) {
        this.channel = channel;
        this.warnings = warnings;
        endNanos = System.nanoTime() + time.toNanos();
        Watch.ONLY.add(this);
    }

    /** Closes the channel after this time, unless the deadline is closed before. */
    public static Deadline closing(Closeable channel, Duration time) {
        return new Deadline(channel, time, System.err);
    }

    @Override
    public void close() {
        Watch.ONLY.remove(this);
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException | RuntimeException e) { // nobody looks at what this thread throws
            warnings.println("cannot end a call whose deadline has passed: " + e);
        }
    }

    /**
     * One thread for all deadlines of this process, which looks at them from time to time: connections that come and go would pay
     * for a thread or a wake-up each. It sleeps if there is none.
     */
    private static final class Watch {
        static final Watch ONLY = new Watch();

        /** A deadline passes unnoticed for so long at most. */
        private static final Duration LOOK = Duration.ofMillis(20);

        private final Set<Deadline> open = ConcurrentHashMap.newKeySet();
        private final Thread thread = daemon(this::look);
        private volatile boolean idle;

        private Watch() {
            thread.start();
        }

        void add(Deadline deadline) {
            open.add(deadline);
            if (idle) {
                LockSupport.unpark(thread);
            }
        }

        void remove(Deadline deadline) {
            open.remove(deadline);
        }

        private void look() {
            while (true) {
                idle = true;
                while (open.isEmpty()) {
                    LockSupport.park(this);
                }
                idle = false;
                LockSupport.parkNanos(this, LOOK.toNanos());
                long now = System.nanoTime();
                open.stream()
                        .filter(deadline -> deadline.endNanos - now <= 0)
                        .toList()
                        .forEach(this::pass);
            }
        }

        private void pass(Deadline deadline) {
            if (open.remove(deadline)) { // else it has just been called off
                daemon(deadline::closeChannel).start(); // which may take its time
            }
        }

        private static Thread daemon(Runnable work) {
            Thread thread = new Thread(work, "deadline");
            thread.setDaemon(true);
            return thread;
        }
    }
}
