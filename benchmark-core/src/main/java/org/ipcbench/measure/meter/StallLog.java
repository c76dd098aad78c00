package org.ipcbench.measure.meter;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Stalls;

/**
 * Notes the machine's stalls that a thread sees while it does nothing but look at the clock: a gap between two looks is a stall,
 * unless the kernel says that another thread had the CPU. Where the kernel does not tell who had it, no stall is known: the
 * work of every other thread would look like one. Allocates nothing once it is made.
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
    private final Histogram lengths = new Histogram(MIN_PAUSE_NANOS, Stalls.SIGNIFICANT_DIGITS);
    private long observedNanos;
    private long queuedNanos;
    private long readings;

    /**
     * @param thread the thread that will look
     */
    public StallLog(MeasuringThread thread) {
        this.thread = thread;
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
    }

    /**
     * Called for each gap between two looks of {@link #MIN_STALL_NANOS} or more; asks the kernel. A pause of the whole process is
     * not the machine's, nor is the work of another thread; both are left out.
     */
    public void note(long gapNanos) {
        long queuedBefore = queuedNanos;
        askKernel();
        if (gapNanos < MIN_PAUSE_NANOS && 2 * (queuedNanos - queuedBefore) < gapNanos) {
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
