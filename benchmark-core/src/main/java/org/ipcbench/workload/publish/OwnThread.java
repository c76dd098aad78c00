package org.ipcbench.workload.publish;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The thread of one end of a channel: it opens the end, uses it, and closes it. */
final class OwnThread {
    /** A process that has failed has to end soon. */
    private static final long CLOSE_NANOS = Duration.ofMillis(500).toNanos();

    private final ExecutorService thread;
    private @Nullable Future<?> last;

    OwnThread(String name) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** Begins something, after what was begun before has ended. */
    <T> Future<T> begin(Callable<T> task) {
        Future<T> begun = thread.submit(task);
        last = begun;
        return begun;
    }

    /** Interrupts what was begun last, if it has not ended. */
    void interrupt() {
        if (last != null) {
            last.cancel(true);
        }
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

    /** Has the thread close what it has opened, and then end; to be followed by {@link #awaitEnds}. */
    void beginEnd(Closeable opened) {
        last = begin(() -> {
            opened.close();
            return true;
        });
    }

    /** Waits for the thread's end, without which the process cannot go on. */
    void awaitEnd(Duration most) throws IOException {
        try {
            if (last != null && !isOver(last, most.toNanos())) {
                throw new IOException(
                        "a subscriber of the warm-up did not leave within %d s".formatted(most.toSeconds()));
            }
        } finally {
            thread.shutdownNow();
        }
    }

    /** Waits for the ends of threads under one deadline. What still waits in a call of a library then ends with the process. */
    static void awaitEnds(List<OwnThread> all) throws IOException {
        long start = System.nanoTime();
        List<IOException> thrown = new ArrayList<>();
        for (OwnThread each : all) {
            try {
                if (each.last != null) {
                    isOver(each.last, Math.max(0, CLOSE_NANOS - (System.nanoTime() - start)));
                }
            } catch (IOException e) {
                thrown.add(e);
            } finally {
                each.thread.shutdownNow();
            }
        }
        if (!thrown.isEmpty()) {
            IOException first = thrown.get(0);
            thrown.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    /** A new one each time: the same failure may be thrown by several who wait, and cannot be suppressed by itself. */
    private static IOException failure(ExecutionException thrown) {
        Throwable cause = thrown.getCause();
        return new IOException(cause instanceof IOException ? cause.getMessage() : String.valueOf(cause), cause);
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for a subscriber's thread");
    }
}
