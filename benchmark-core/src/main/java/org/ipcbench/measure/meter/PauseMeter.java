package org.ipcbench.measure.meter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Detects that this process was paused: by a signal, its container or its machine. A thread ticks; if the next tick is
 * very late, no thread of the process was running. Time for which the thread could have run, but others had the CPUs, is
 * no pause.
 */
public final class PauseMeter {
    /** Usual time from one tick to the next. */
    public static final Duration TICK = Duration.ofMillis(100);

    /**
     * A tick that is late by this time or more follows a pause. On two CPUs with seventeen runnable threads, no tick was
     * late by more than 0.7 s.
     */
    public static final Duration MIN_LATENESS = Duration.ofMillis(900);

    private static final KernelFile SCHEDSTAT = new KernelFile(Path.of("/proc/thread-self/schedstat"));

    private final NanoClock clock;
    private final Duration tick;
    /** From one tick to the next, without a pause. */
    private final long allowedNanos;

    private final LongSupplier queuedNanos;
    /** When the kernel's account was last read; waits since then that did not matter count for the next late tick. */
    private long lastQueuedNanos;

    private long lastNanos;
    private long longestNanos;

    /** A meter that detects pauses from now on; the calling thread will tick. */
    public PauseMeter(NanoClock clock) {
        this(clock, TICK);
    }

    /** A meter with another time from one tick to the next. */
    public PauseMeter(NanoClock clock, Duration tick) {
        this(clock, tick, PauseMeter::queuedNanosOfCallingThread);
    }

    /** A meter whose thread has waited this long for a CPU so far, in nanoseconds. */
    PauseMeter(NanoClock clock, Duration tick, LongSupplier queuedNanos) {
        this.clock = clock;
        this.tick = tick;
        allowedNanos = tick.plus(MIN_LATENESS).toNanos();
        this.queuedNanos = queuedNanos;
        lastNanos = clock.nanos();
        lastQueuedNanos = queuedNanos.getAsLong();
    }

    /** The second number of {@code schedstat}; 0 if the kernel does not tell. */
    private static long queuedNanosOfCallingThread() {
        String[] numbers = SCHEDSTAT.text().orElse("").strip().split(" ", -1);
        return numbers.length < 2 ? 0 : Long.parseLong(numbers[1]);
    }

    /**
     * Notes that the process is running.
     *
     * @return time for which the process ran since the last call, in nanoseconds: after a pause, the length of one tick
     */
    public long tick() {
        long now = clock.nanos();
        long gapNanos = now - lastNanos;
        lastNanos = now;
        if (gapNanos < allowedNanos) {
            return gapNanos; // nearly always: the kernel's account is read only if it matters
        }
        long queued = queuedNanos.getAsLong();
        long waitedNanos = queued - lastQueuedNanos;
        lastQueuedNanos = queued;
        if (gapNanos - waitedNanos < allowedNanos) {
            return gapNanos;
        }
        longestNanos = Math.max(longestNanos, gapNanos);
        return tick.toNanos();
    }

    /** The longest pause, in nanoseconds, including one that has just ended; 0 if there was none. */
    public long longestNanos() {
        tick();
        return longestNanos;
    }
}
