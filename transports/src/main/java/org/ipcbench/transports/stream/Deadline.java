package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends blocking calls on a channel by closing it when the time is up; they then throw
 * {@link java.nio.channels.AsynchronousCloseException}. Closing the deadline calls it off.
 */
public final class Deadline implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "deadline");
        thread.setDaemon(true);
        return thread;
    });

    /** Warnings tell of a channel that cannot be closed: the calls on it may then never end. */
    Deadline(Closeable channel, Duration time, PrintStream warnings) {
        var unused = timer.schedule(() -> close(channel, warnings), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Closes the channel after this time, unless the deadline is closed before. */
    public static Deadline closing(Closeable channel, Duration time) {
        return new Deadline(channel, time, System.err);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static void close(Closeable channel, PrintStream warnings) {
        try {
            channel.close();
        } catch (IOException | RuntimeException e) { // nobody looks at what a timer's work throws
            warnings.println("cannot end a call whose deadline has passed: " + e);
        }
    }
}
