package org.ipcbench.measure.meter;

import java.time.Duration;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Detects that this process was paused: by a signal, its container or its machine. A thread ticks; if the next tick is
 * very late, no thread of the process was running.
 */
public final class PauseMeter {
    /** Usual time from one tick to the next. */
    public static final Duration TICK = Duration.ofMillis(100);

    /**
     * A tick that is late by this time or more follows a pause. On two CPUs with seventeen runnable threads, no tick was
     * late by more than 0.7 s; docs/methodology.md has the figures.
     */
    public static final Duration MIN_LATENESS = Duration.ofMillis(900);

    private final NanoClock clock;
    private final Duration tick;
    private long lastNanos;
    private long longestNanos;

    /** A meter that detects pauses from now on. */
    public PauseMeter(NanoClock clock) {
        this(clock, TICK);
    }

    /** A meter with another time from one tick to the next. */
    public PauseMeter(NanoClock clock, Duration tick) {
        this.clock = clock;
        this.tick = tick;
        lastNanos = clock.nanos();
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
        if (gapNanos < tick.plus(MIN_LATENESS).toNanos()) {
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
