package org.ipcbench.cli;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C end a run in good order: the shutdown hook interrupts the thread that runs it and waits until that thread
 * has ended its peers and written what was measured. The JVM then ends with the signal's own exit code, 130, unless
 * another one is wanted.
 */
final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Thread running = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);

    private final OptionalInt exitCode;

    /** Until this is closed, the end of the JVM interrupts the calling thread. */
    Interruption() {
        this(OptionalInt.empty());
    }

    /** The same for a command that usually ends by Ctrl-C; the JVM then ends with this exit code. */
    Interruption(ExitCode exitCode) {
        this(OptionalInt.of(exitCode.code()));
    }

    private Interruption(OptionalInt exitCode) {
        this.exitCode = exitCode;
        Runtime.getRuntime().addShutdownHook(new Thread(this::interruptAndWait, "interruption"));
    }

    @Override
    public void close() {
        done.countDown();
    }

    private void interruptAndWait() {
        if (done.getCount() == 0) {
            return;
        }
        running.interrupt();
        try {
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
