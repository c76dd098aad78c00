package org.ipcbench.measure.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

public final class CpuClockTest {
    private static final long BURNT_NANOS = Duration.ofMillis(20).toNanos();

    private final CpuClock clock = CpuClock.ofCallingThread();

    @Test
    void growsNoFasterThanTimePasses() {
        long start = System.nanoTime();
        long before = clock.nanos();
        burn(BURNT_NANOS);
        long grown = clock.nanos() - before;

        assertThat(grown).isBetween(BURNT_NANOS, System.nanoTime() - start);
    }

    @Test
    void standsStillWhileTheThreadSleeps() throws InterruptedException {
        long before = clock.nanos();
        Thread.sleep(50);

        assertThat(clock.nanos() - before).isLessThan(BURNT_NANOS);
    }

    /** Uses this much CPU time on the calling thread. */
    public static void burn(long nanos) {
        CpuClock clock = CpuClock.ofCallingThread();
        long start = clock.nanos();
        while (clock.nanos() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
