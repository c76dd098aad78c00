package org.ipcbench.peer;

import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.meter.CompilerThreads;

/**
 * Gives the just-in-time compiler time for the methods that the preparations of the measured part have called often.
 * Otherwise it would compile them in the measured part, where its threads take the CPU from the messages for
 * milliseconds.
 */
final class CompilerBacklog {
    /** The compiler counts as resting after this time without work, which is longer than a tick of most schedulers. */
    static final long REST_MILLIS = 20;

    /** A compiler without work may wake up to look for some. */
    static final long IDLE_NANOS_A_LOOK = 500_000;

    private static final long LOOK_MILLIS = 10;
    private static final long LIMIT_MILLIS = 200;

    private final CompilationClock compiler;
    private final Sleep sleep;
    private long waitedMillis;

    /** The way in which the wait sleeps. */
    @FunctionalInterface
    interface Sleep {
        void forMillis(long millis) throws InterruptedException;
    }

    CompilerBacklog(CompilationClock compiler, Sleep sleep) {
        this.compiler = compiler;
        this.sleep = sleep;
    }

    /** The backlog of this JVM's compiler. */
    static CompilerBacklog system() {
        return new CompilerBacklog(CompilerThreads.system(), Thread::sleep);
    }

    /** Waits until the compiler rests; all waits together take 200 ms at most. */
    void awaitEnd() throws InterruptedException {
        long worked = compiler.nanos();
        long restedMillis = 0;
        while (waitedMillis < LIMIT_MILLIS && restedMillis < REST_MILLIS) {
            sleep.forMillis(LOOK_MILLIS);
            waitedMillis += LOOK_MILLIS;
            long now = compiler.nanos();
            restedMillis = now - worked <= IDLE_NANOS_A_LOOK ? restedMillis + LOOK_MILLIS : 0;
            worked = now;
        }
    }
}
