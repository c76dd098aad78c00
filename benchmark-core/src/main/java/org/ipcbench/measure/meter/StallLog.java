package org.ipcbench.measure.meter;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Stalls;
import org.jspecify.annotations.Nullable;

/**
 * Notes the machine's stalls that a thread sees while it does nothing but look at the clock: a gap between two looks is a stall,
 * unless the kernel says that another thread had the CPU. A log that knows this JVM's compilers leaves out their work alone, because what
 * else has the CPU then is the machine's: threads of the kernel work for milliseconds that nobody can interrupt. Where the kernel does not
 * tell who had the CPU, no stall is known. Allocates nothing once it is made.
 */
public final class StallLog {
    /**
     * Shorter gaps are no stalls. A look takes 20 to 50 ns, and up to 4 µs with the slowest clocks; most of the kernel's timer
     * interrupts are shorter, too.
     */
    public static final long MIN_STALL_NANOS = 10_000;

    /** A longer gap is a pause of the process or of the whole machine, as the launcher finds them. */
    private static final long MIN_PAUSE_NANOS = 1_000_000_000;

    private final MeasuringThread thread;
    private final @Nullable CompilationClock compilers;
    private final Histogram lengths = new Histogram(MIN_PAUSE_NANOS, Stalls.SIGNIFICANT_DIGITS);
    private long observedNanos;
    private long queuedNanos;
    private long compilationNanos;
    private long readings;

    /**
     * A log that leaves out the work of every other thread.
     *
     * @param thread the thread that will look
     */
    public StallLog(MeasuringThread thread) {
        this(thread, null);
    }

    /**
     * A log that leaves out the work of these compilers alone.
     *
     * @param thread the thread that will look while this process does nothing else
     */
    StallLog(MeasuringThread thread, @Nullable CompilationClock compilers) {
        this.thread = thread;
        this.compilers = compilers;
    }

    /** Forgets everything, and asks the kernel. */
    public void begin() {
        lengths.reset();
        observedNanos = 0;
        readings = 0;
        askKernel();
    }

    /**
     * Asks the kernel for how long another thread has had the CPU, which takes 3 to 4 µs. A thread that also waits for other things
     * than the time has to ask now and then, because only what has changed since the last time tells stalls from waits for a CPU.
     */
    public void askKernel() {
        queuedNanos = thread.queuedNanos();
        readings += queuedNanos == Count.UNKNOWN ? 0 : 1;
        compilationNanos = compilers == null ? 0 : compilers.nanos();
    }

    /**
     * Called for each gap between two looks of {@link #MIN_STALL_NANOS} or more; asks the kernel. A pause of the whole process is
     * not the machine's, nor is the work of threads that the log leaves out.
     */
    public void note(long gapNanos) {
        long queuedBefore = queuedNanos;
        long compilationBefore = compilationNanos;
        askKernel();
        boolean isQueued = 2 * (queuedNanos - queuedBefore) >= gapNanos;
        boolean isOwn = compilers == null || 2 * (compilationNanos - compilationBefore) >= gapNanos;
        if (gapNanos < MIN_PAUSE_NANOS && !(isQueued && isOwn)) {
            lengths.recordValue(gapNanos);
        } else {
            observedNanos -= gapNanos;
        }
    }

    /** Adds time for which the thread has looked, its gaps included, in nanoseconds. */
    public void add(long nanos) {
        observedNanos += nanos;
    }

    /** Number of system calls that the log made and the kernel counts. */
    public long readings() {
        return readings;
    }

    /** The stalls so far; unknown if the kernel does not tell for how long another thread had the CPU. */
    public Stalls stalls() {
        return observedNanos > 0 && queuedNanos != Count.UNKNOWN
                ? new Stalls(observedNanos, lengths.copy())
                : Stalls.UNKNOWN;
    }
}
