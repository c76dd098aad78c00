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
 * {@link java.nio.channels.AsynchronousCloseException}. Closing the deadline cancels it.
 */
public final class Deadline implements AutoCloseable {
    private final Closeable channel;
    private final long endNanos;
    private final PrintStream warnings;

    /** @param warnings reports a channel that cannot be closed, whose calls may then never end */
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
        } catch (IOException | RuntimeException e) { // exceptions of this thread would be lost
            warnings.println("cannot end a call whose deadline has passed: " + e);
        }
    }

    /**
     * One thread for all deadlines of this process, which checks them from time to time; otherwise each connection would
     * have to pay for a thread or a wake-up. The thread sleeps if there is no deadline.
     */
    private static final class Watch {
        static final Watch ONLY = new Watch();

        /** Time between two checks, the longest delay of a deadline. */
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
            if (open.remove(deadline)) { // otherwise it has just been cancelled
                daemon(deadline::closeChannel).start(); // closing may take some time
            }
        }

        private static Thread daemon(Runnable work) {
            Thread thread = new Thread(work, "deadline");
            thread.setDaemon(true);
            return thread;
        }
    }
}
