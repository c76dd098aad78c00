package org.ipcbench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets Ctrl-C end a run in good order: the shutdown hook interrupts the thread that runs it and waits until that thread
 * has ended its peers and written what was measured. The JVM then ends with the signal's own exit code, 130, unless
 * another one is wanted.
 */
public final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Thread hook = new Thread(this::interruptAndWait, "interruption");
    private final Thread running = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final ReentrantLock allowed = new ReentrantLock();

    private final OptionalInt exitCode;
    private volatile boolean wanted;

    /** Until this is closed, the end of the JVM interrupts the calling thread. */
    public Interruption() {
        this(OptionalInt.empty());
    }

    /** The same for a command that usually ends by Ctrl-C; the JVM then ends with this exit code. */
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
            // the JVM is ending, and the hook finds the run done
        }
    }

    /** What is done as a whole, because an interrupt would cost a file: one that comes meanwhile comes afterwards. */
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

    /** Work that ends soon. */
    public interface Whole<T> {
        T call() throws IOException;
    }

    /** Whether the JVM is about to end, also while an interrupt is held off. */
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
