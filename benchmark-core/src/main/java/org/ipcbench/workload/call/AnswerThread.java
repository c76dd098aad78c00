package org.ipcbench.workload.call;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.workload.call.OverlappingClient.Answers;
import org.jspecify.annotations.Nullable;

/**
 * Receives answers in a thread of its own, which inherits the CPU of the thread that sends the first request. Between batches the
 * thread sleeps. The sender is woken only if it waits.
 */
final class AnswerThread implements Answers {
    private static final long NOTHING = Long.MAX_VALUE;

    /** A thread that waits in the kernel ends with its channel, or with the process. */
    private static final long PATIENCE_MILLIS = 500;

    /** Upper limit of one sleep; no result depends on it, because each change wakes the sleeper. */
    private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CallsUnderWay calls;
    private final AnswerReceiver receiver;
    private final Thread thread = new Thread(this::run, "answers");
    private @Nullable Thread sender;
    /** Number of answers that the sender sleeps for. */
    private volatile long awaited = NOTHING;

    /** Number of batches that have begun. */
    private long batches;

    /** Number of batches begun, for the thread that receives. */
    private volatile long begun;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    AnswerThread(CallsUnderWay calls, AnswerReceiver receiver) {
        this.calls = calls;
        this.receiver = receiver;
        thread.setDaemon(true);
    }

    @Override
    public void beginBatch() {
        sender = Thread.currentThread();
        batches++;
        begun = batches;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void await(long number) throws IOException {
        if (calls.answered() < number) {
            awaited = number;
            while (calls.answered() < number && failure == null) {
                LockSupport.parkNanos(this, SLEEP_NANOS);
            }
            awaited = NOTHING;
        }
        if (failure != null) {
            throwFailure();
        }
    }

    /** Returns when the thread has ended, which for one that still waits in the kernel it may not. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the sender has to be told of every failure
    private void run() {
        try {
            for (long batch = 1; awaitBatch(batch); batch++) {
                boolean last;
                do {
                    last = receiver.receive();
                    if (calls.answered() >= awaited) {
                        LockSupport.unpark(sender);
                    }
                } while (!last);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            LockSupport.unpark(sender);
        }
    }

    /** Whether the batch has begun; otherwise the connection has ended. */
    private boolean awaitBatch(long batch) {
        while (begun < batch && !closed) {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        }
        return !closed;
    }

    private void throwFailure() throws IOException {
        Throwable cause = failure;
        if (cause instanceof IOException broken) {
            throw broken;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException("the answers cannot be received", cause);
    }
}
