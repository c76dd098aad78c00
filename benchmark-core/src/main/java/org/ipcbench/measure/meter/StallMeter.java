package org.ipcbench.measure.meter;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Stalls;

/**
 * Finds the machine's stalls: the calling thread does nothing but look at the clock, so a gap between two looks is a stall,
 * unless the kernel says that another thread had the CPU.
 */
public final class StallMeter {
    /**
     * Shorter gaps are no stalls. A look takes 20 to 50 ns, and up to 4 µs with the slowest clocks; most of the kernel's timer
     * interrupts are shorter, too.
     */
    public static final long MIN_STALL_NANOS = 10_000;

    /** Long enough for the compiler to be done with the meter's loop, whose compilation would look like a stall. */
    private static final long WARM_NANOS = 20_000_000;

    /** A longer gap is a pause of the process or of the whole machine, as the launcher finds them. */
    private static final long MIN_PAUSE_NANOS = 1_000_000_000;

    private final NanoClock clock;
    private final MeasuringThread thread;

    /**
     * @param thread the thread that will look
     */
    public StallMeter(NanoClock clock, MeasuringThread thread) {
        this.clock = clock;
        this.thread = thread;
    }

    /** Runs the meter for nothing, so that it is compiled before it counts. */
    public void warm() {
        var unused = observe(WARM_NANOS);
    }

    /**
     * Looks for this long, in nanoseconds. A pause of the whole process is not the machine's, nor is the work of another thread;
     * both are left out.
     */
    public Stalls observe(long nanos) {
        Histogram lengths = new Histogram(Stalls.SIGNIFICANT_DIGITS);
        long start = clock.nanos();
        long end = start + nanos;
        long pausedNanos = 0;
        long last = start;
        long queuedNanos = thread.queuedNanos();
        while (last - end < 0) {
            long now = clock.nanos();
            long gapNanos = now - last;
            if (gapNanos >= MIN_STALL_NANOS) {
                long queuedBefore = queuedNanos;
                queuedNanos = thread.queuedNanos();
                if (gapNanos < MIN_PAUSE_NANOS && 2 * (queuedNanos - queuedBefore) < gapNanos) {
                    lengths.recordValue(gapNanos);
                } else {
                    pausedNanos += gapNanos;
                }
                now = clock.nanos(); // noting the gap is no stall
            }
            last = now;
        }
        return new Stalls(Math.max(1, last - start - pausedNanos), lengths);
    }
}
