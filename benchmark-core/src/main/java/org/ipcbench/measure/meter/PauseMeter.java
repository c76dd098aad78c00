package org.ipcbench.measure.meter;

import java.time.Duration;
import org.ipcbench.measure.clock.NanoClock;

/**
 * Detects that this process was paused: by a signal, its container or its machine. A dedicated thread ticks; if the
 * next tick is very late, no thread of the process was running.
 */
public final class PauseMeter {
    /** Time from one tick to the next. */
    public static final Duration TICK = Duration.ofMillis(100);

    /**
     * Shortest time between two ticks that counts as a pause. On two CPUs with seventeen runnable threads, no tick came
     * later than after 0.8 s; docs/methodology.md has the figures.
     */
    public static final Duration MIN_PAUSE = Duration.ofSeconds(1);

    private final NanoClock clock;
    private long lastNanos;
    private long longestNanos;

    /** A meter that detects pauses from now on. */
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
     * Notes that the process is running.
     *
     * @return time for which the process ran since the last call, in nanoseconds: after a pause, the length of one tick
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

    /** The longest pause, in nanoseconds, including one that has just ended; 0 if there was none. */
    public synchronized long longestNanos() {
        tick();
        return longestNanos;
    }
}
