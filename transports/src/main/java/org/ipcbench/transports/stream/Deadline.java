package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private Deadline(Closeable channel, Duration time) {
        var unused = timer.schedule(() -> close(channel), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Closes the channel after this time, unless the deadline is closed before. */
    public static Deadline closing(Closeable channel, Duration time) {
        return new Deadline(channel, time);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end a call whose deadline has passed", e);
        }
    }
}
