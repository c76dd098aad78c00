package org.ipcbench.peer;

import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How far the threads of a peer's connections have come: each reaches a stage, and goes beyond it when the peer opens it. A lock of
 * the library, because a virtual thread that waits for a monitor would keep its carrier.
 */
final class Stages {
    /** What the thread of a connection has behind it. */
    enum Stage {
        CONNECTED,
        WARM,
        /** All answers are with the client, but clocks may still have to be proven. */
        SERVED,
        MEASURED
    }

    private final int threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Condition changed = lock.newCondition();
    private final Map<Stage, Integer> reached = new EnumMap<>(Stage.class);
    private final Set<Stage> open = EnumSet.noneOf(Stage.class);
    private @Nullable IOException failure;

    /** @param threads how many there are */
    Stages(int threads) {
        this.threads = threads;
    }

    /** One thread has come there. */
    void reach(Stage stage) {
        locked(() -> reached.merge(stage, 1, Integer::sum));
    }

    /** One thread has come there, and waits until all may go on. */
    void reachAndPass(Stage stage) throws InterruptedException {
        reach(stage);
        pass(stage);
    }

    /** Waits until threads may go beyond a stage. */
    void pass(Stage stage) throws InterruptedException {
        lock.lock();
        try {
            while (!open.contains(stage)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does something that only one of the threads may do at a time. */
    void inTurn(Runnable work) {
        turn.lock();
        try {
            work.run();
        } finally {
            turn.unlock();
        }
    }

    /** Lets the threads go beyond a stage. */
    void open(Stage stage) {
        locked(() -> open.add(stage));
    }

    /** A thread goes no further; the first failure counts. */
    void fail(IOException cause) {
        locked(() -> failure = failure == null ? cause : failure);
    }

    /**
     * Waits until all threads have come there.
     *
     * @throws IOException where one of them has failed
     */
    void awaitAll(Stage stage) throws IOException, InterruptedException {
        lock.lock();
        try {
            while (failure == null && reached.getOrDefault(stage, 0) < threads) {
                changed.await();
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
