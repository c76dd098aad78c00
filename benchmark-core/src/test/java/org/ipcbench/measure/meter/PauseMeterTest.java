package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ipcbench.measure.clock.FakeClock;
import org.junit.jupiter.api.Test;

final class PauseMeterTest {
    private static final long TICK_NANOS = PauseMeter.TICK.toNanos();
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final FakeClock clock = new FakeClock();
    private final PauseMeter meter = new PauseMeter(clock, PauseMeter.TICK, () -> 0);

    @Test
    void slightlyLateTicksAreNotAPause() {
        for (int tick = 0; tick < 100; tick++) {
            clock.advance(TICK_NANOS + tick % 3 * TICK_NANOS);
            meter.tick();
        }

        assertThat(meter.longestNanos()).isZero();
    }

    @Test
    void longestGapIsThePause() {
        clock.advance(PAUSE_NANOS);
        meter.tick();
        clock.advance(2 * PAUSE_NANOS);
        meter.tick();
        clock.advance(TICK_NANOS);
        meter.tick();

        assertThat(meter.longestNanos()).isEqualTo(2 * PAUSE_NANOS);
    }

    @Test
    void pauseThatHasJustEndedIsSeenBeforeTheNextTick() {
        clock.advance(PAUSE_NANOS);

        assertThat(meter.longestNanos()).isEqualTo(PAUSE_NANOS);
    }

    @Test
    void tickThatIsLateEnoughFollowsAPause() {
        long gapNanos = TICK_NANOS + PauseMeter.MIN_LATENESS.toNanos();
        clock.advance(gapNanos);

        assertThat(meter.longestNanos()).isEqualTo(gapNanos);
    }

    /** On a crowded machine, the thread that ticks may wait for a CPU as long as that. */
    @Test
    void waitForACpuIsNoPause() {
        long[] queuedNanos = {7};
        PauseMeter crowded = new PauseMeter(clock, PauseMeter.TICK, () -> queuedNanos[0]);
        clock.advance(PAUSE_NANOS);
        queuedNanos[0] += PAUSE_NANOS - TICK_NANOS;

        assertThat(crowded.tick()).isEqualTo(PAUSE_NANOS);
        assertThat(crowded.longestNanos()).isZero();

        clock.advance(PAUSE_NANOS);
        assertThat(crowded.longestNanos()).isEqualTo(PAUSE_NANOS);
    }

    /** On a busy machine, a tick is as late as that whatever the time between two of them. */
    @Test
    void timeBetweenTwoTicksIsNoLateness() {
        PauseMeter slow = new PauseMeter(clock, PauseMeter.TICK.multipliedBy(5), () -> 0);
        clock.advance(5 * TICK_NANOS + PauseMeter.MIN_LATENESS.toNanos() - 1);
        assertThat(slow.tick()).isEqualTo(5 * TICK_NANOS + PauseMeter.MIN_LATENESS.toNanos() - 1);
        assertThat(slow.longestNanos()).isZero();

        clock.advance(5 * TICK_NANOS + PauseMeter.MIN_LATENESS.toNanos());
        assertThat(slow.tick()).isEqualTo(5 * TICK_NANOS);
        assertThat(slow.longestNanos()).isEqualTo(5 * TICK_NANOS + PauseMeter.MIN_LATENESS.toNanos());
    }

    @Test
    void pauseCountsAsOneTickOfRunning() {
        clock.advance(TICK_NANOS);
        assertThat(meter.tick()).isEqualTo(TICK_NANOS);
        clock.advance(PAUSE_NANOS);
        assertThat(meter.tick()).isEqualTo(TICK_NANOS);
    }
}
