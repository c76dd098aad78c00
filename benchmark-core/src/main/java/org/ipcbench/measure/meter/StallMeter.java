package org.ipcbench.measure.meter;

import java.util.concurrent.locks.LockSupport;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Stalls;
import org.jspecify.annotations.Nullable;

/** Finds the machine's stalls: the calling thread does nothing but look at the clock, or sleep between looks, see {@link StallLog}. */
public final class StallMeter {
    /** Long enough for the compiler to be done with the meter's loop, whose compilation would look like a stall. */
    private static final long WARM_NANOS = 20_000_000;

    /** How long a nap has to last, in nanoseconds; the kernel ends it some 60 µs later. */
    private static final long NAP_NANOS = 100_000;

    /** A nap that ends less late is no stall: a CPU takes longer to wake up the deeper it sleeps. */
    private static final long MIN_OVERSLEPT_NANOS = 250_000;

    /** What the thread does between two looks: what a peer would do while it waits. */
    public enum Wait {
        /** It keeps the CPU, as a peer that spins. Threads of the kernel rather work on CPUs that are idle. */
        AWAKE,
        /** It sleeps, as a peer that the kernel has to wake up, and may find its CPU taken. */
        NAPPING
    }

    private final NanoClock clock;
    private final MeasuringThread thread;
    private final @Nullable CompilationClock compilers;

    /**
     * @param thread the thread that will look
     * @param compilers the compilers of this JVM, whose work is not the machine's; null if no other thread's is, because the other peer may
     *     have the same CPU
     */
    public StallMeter(NanoClock clock, MeasuringThread thread, @Nullable CompilationClock compilers) {
        this.clock = clock;
        this.thread = thread;
        this.compilers = compilers;
    }

    /** Runs the meter for nothing, so that it is compiled before it counts. */
    public void warm() {
        for (Wait wait : Wait.values()) {
            var unused = observe(WARM_NANOS / Wait.values().length, wait);
        }
    }

    /** Looks for this long, in nanoseconds. */
    public Stalls observe(long nanos, Wait wait) {
        return wait == Wait.NAPPING ? observeNapping(nanos) : observeAwake(nanos);
    }

    private Stalls observeAwake(long nanos) {
        StallLog log = log();
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

    private StallLog log() {
        return compilers == null ? new StallLog(thread) : new StallLog(thread, compilers);
    }

    private Stalls observeNapping(long nanos) {
        StallLog log = log();
        log.begin();
        long start = clock.nanos();
        long end = start + nanos;
        long last = start;
        long least = Long.MAX_VALUE;
        while (last - end < 0) {
            log.askKernel(); // or the waits of many naps would look like one
            LockSupport.parkNanos(NAP_NANOS);
            long now = clock.nanos();
            long sleptNanos = now - last;
            if (sleptNanos >= NAP_NANOS) { // else it was woken up
                least = Math.min(least, sleptNanos);
                if (sleptNanos - least >= MIN_OVERSLEPT_NANOS) {
                    log.note(sleptNanos - least);
                    now = clock.nanos();
                }
            }
            last = now;
        }
        log.add(last - start);
        return log.stalls();
    }
}
