package org.ipcbench.workload.publish;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The thread of one end of a channel: it opens the end, uses it, and closes it. */
final class OwnThread {
    /** There may be many, and a process that has failed has to end soon. */
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final ExecutorService thread;

    OwnThread(String name) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** Begins something, after what was begun before has ended. */
    <T> Future<T> begin(Callable<T> task) {
        return thread.submit(task);
    }

    /** Waits for an end; throws what was thrown there. */
    static <T> T await(Future<T> begun) throws IOException {
        try {
            return begun.get();
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Waits for an end for a short time; throws what was thrown there. @return whether it has ended */
    static boolean isOver(Future<?> begun, long nanos) throws IOException {
        try {
            begun.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Closes what the thread has opened, and ends it. What still waits in a call of a library ends with the process. */
    void end(Closeable opened) throws IOException {
        Future<?> closed = begin(() -> {
            opened.close();
            return true;
        });
        try {
            isOver(closed, CLOSE_NANOS);
        } finally {
            thread.shutdownNow();
        }
    }

    private static IOException failure(ExecutionException thrown) {
        Throwable cause = thrown.getCause();
        return cause instanceof IOException known ? known : new IOException(String.valueOf(cause), cause);
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for a subscriber's thread");
    }
}
