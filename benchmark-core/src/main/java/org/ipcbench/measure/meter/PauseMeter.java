package org.ipcbench.measure.meter;

import java.time.Duration;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Notices that this process stood still: stopped by a signal, by its container or by its machine. A thread that does
 * nothing else ticks; where the next tick is late by far, no thread of the process had been running.
 */
public final class PauseMeter {
    /** From one tick to the next. */
    public static final Duration TICK = Duration.ofMillis(100);

    /**
     * From one tick to the next, this long is a pause. On two CPUs with seventeen threads that wanted to run, no tick came
     * later than after 0.8 s; docs/methodology.md has the figures.
     */
    public static final Duration MIN_PAUSE = Duration.ofSeconds(1);

    private final NanoClock clock;
    private long lastNanos;
    private long longestNanos;

    /** A meter that notices pauses from now on. */
    public PauseMeter(NanoClock clock) {
        this.clock = clock;
        lastNanos = clock.nanos();
    }

    /** Forgets all earlier pauses. */
    public synchronized void begin() {
        lastNanos = clock.nanos();
        longestNanos = 0;
    }

    /**
     * The process is running.
     *
     * @return how long it has been running since the last call, in nanoseconds: after a pause, the length of one tick
     */
    public synchronized long tick() {
        long now = clock.nanos();
        long gapNanos = now - lastNanos;
        lastNanos = now;
        if (gapNanos < MIN_PAUSE.toNanos()) {
            return gapNanos;
        }
        longestNanos = Math.max(longestNanos, gapNanos);
        return TICK.toNanos();
    }

    /** The longest pause, one that has just ended included; 0 where there was none. */
    public synchronized long longestNanos() {
        tick();
        return longestNanos;
    }
}
