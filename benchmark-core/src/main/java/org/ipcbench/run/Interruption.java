package org.ipcbench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets Ctrl-C end a run cleanly. The shutdown hook interrupts the run's thread and waits until this thread has ended its
 * peers and written the results. The JVM then ends with the signal's exit code, 130, unless another code is given.
 */
public final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Thread hook = new Thread(this::interruptAndWait, "interruption");
    private final Thread running = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final ReentrantLock allowed = new ReentrantLock();

    private final OptionalInt exitCode;
    private volatile boolean wanted;

    /** Makes the end of the JVM interrupt the calling thread, until this object is closed. */
    public Interruption() {
        this(OptionalInt.empty());
    }

    /** An interruption for a command that usually ends by Ctrl-C; the JVM then ends with this exit code. */
    public Interruption(int exitCode) {
        this(OptionalInt.of(exitCode));
    }

    private Interruption(OptionalInt exitCode) {
        this.exitCode = exitCode;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook); // a program may measure many runs
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook does not have to wait any more
        }
    }

    /**
     * Does work that an interrupt must not break off, or a file would be lost. An interrupt during the work is delivered
     * after it.
     */
    public <T> T holdOff(Whole<T> whole) throws IOException {
        boolean interrupted = false;
        allowed.lock();
        try {
            interrupted = Thread.interrupted();
            return whole.call();
        } finally {
            allowed.unlock();
            if (interrupted) {
                running.interrupt();
            }
        }
    }

    /** Work that is done as a whole, and ends soon. */
    public interface Whole<T> {
        T call() throws IOException;
    }

    /** Whether the JVM is about to end, even if an interrupt is held off. */
    public boolean isWanted() {
        return wanted;
    }

    private void interruptAndWait() {
        if (done.getCount() == 0) {
            return;
        }
        wanted = true;
        try {
            if (allowed.tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                running.interrupt();
                allowed.unlock();
            }
            if (!done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                System.err.println("the run did not end within " + PATIENCE.toSeconds() + " s of being interrupted");
                return;
            }
            exitCode.ifPresent(Runtime.getRuntime()::halt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
