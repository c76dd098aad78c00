package org.ipcbench.measure.meter;

import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Stalls;

/** Finds the machine's stalls: the calling thread does nothing but look at the clock, see {@link StallLog}. */
public final class StallMeter {
    /** Long enough for the compiler to be done with the meter's loop, whose compilation would look like a stall. */
    private static final long WARM_NANOS = 20_000_000;

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

    /** Looks for this long, in nanoseconds. */
    public Stalls observe(long nanos) {
        StallLog log = new StallLog(thread);
        log.begin();
        long start = clock.nanos();
        long end = start + nanos;
        long last = start;
        while (last - end < 0) {
            long now = clock.nanos();
            long gapNanos = now - last;
            if (gapNanos >= StallLog.MIN_STALL_NANOS) {
                log.note(gapNanos);
                now = clock.nanos(); // noting the gap is no stall
            }
            last = now;
        }
        log.add(last - start);
        return log.stalls();
    }
}
