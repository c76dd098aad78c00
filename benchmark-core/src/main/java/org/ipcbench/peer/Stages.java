package org.ipcbench.peer;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Leads the threads of a peer's connections from stage to stage: all begin one together, and the peer goes on when the last one has
 * ended it. Only the last one wakes the peer, since others may still be measured. A lock of the library, because a virtual thread
 * that waits for a monitor would keep its carrier.
 */
final class Stages {
    /** The stages in their order. */
    enum Stage {
        OPEN,
        WARM_UP,
        MEASURE,
        SETTLE,
        CLOSE
    }

    /** What each thread does in a stage. */
    @FunctionalInterface
    interface Work {
        void on(DrivenConnection connection) throws IOException;
    }

    private final int threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition begun = lock.newCondition();
    private final Condition ended = lock.newCondition();
    private @Nullable Stage current;
    private Work work = connection -> {};
    private int left;
    private @Nullable IOException failure;

    /** @param threads number of threads */
    Stages(int threads) {
        this.threads = threads;
    }

    /** Lets all threads into a stage. */
    void begin(Stage stage, Work inStage) {
        lock.lock();
        try {
            current = stage;
            work = inStage;
            left = threads;
            begun.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A thread waits for a stage, and is told what to do in it. */
    Work await(Stage stage) throws InterruptedException {
        lock.lock();
        try {
            while (current != stage) {
                begun.await();
            }
            return work;
        } finally {
            lock.unlock();
        }
    }

    /** A thread has ended the stage. */
    void end() {
        lock.lock();
        try {
            left--;
            if (left == 0) {
                ended.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A thread goes no further; the first failure counts. */
    void fail(IOException cause) {
        lock.lock();
        try {
            failure = failure == null ? cause : failure;
            ended.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all threads have ended the stage.
     *
     * @throws IOException if one of them has failed
     */
    void awaitEnd() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (failure == null && left > 0) {
                ended.await();
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }
}
