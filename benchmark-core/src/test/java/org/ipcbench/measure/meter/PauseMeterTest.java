package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ipcbench.measure.clock.FakeClock;
import org.junit.jupiter.api.Test;

final class PauseMeterTest {
    private static final long TICK_NANOS = PauseMeter.TICK.toNanos();
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final FakeClock clock = new FakeClock();
    private final PauseMeter meter = new PauseMeter(clock);

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
    void pauseBeforeTheBeginningDoesNotCount() {
        clock.advance(PAUSE_NANOS);
        meter.tick();
        clock.advance(PAUSE_NANOS);
        meter.begin();
        clock.advance(TICK_NANOS);

        assertThat(meter.longestNanos()).isZero();
    }

    @Test
    void shortestPauseIsFoundWhereverItFallsBetweenTwoTicks() {
        clock.advance(PauseMeter.MIN_PAUSE.toNanos());

        assertThat(meter.longestNanos()).isEqualTo(PauseMeter.MIN_PAUSE.toNanos());
    }

    @Test
    void pauseCountsAsOneTickOfRunning() {
        clock.advance(TICK_NANOS);
        assertThat(meter.tick()).isEqualTo(TICK_NANOS);
        clock.advance(PAUSE_NANOS);
        assertThat(meter.tick()).isEqualTo(TICK_NANOS);
    }
}
