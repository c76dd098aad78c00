package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Stalls;
import org.junit.jupiter.api.Test;

class StallMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long LOOK_NANOS = 30;

    private long nanos = Long.MAX_VALUE - 20 * MILLI; // a clock that wraps around is no problem
    private int looks;

    @Test
    void threadThatRunsHasNoStalls() {
        Stalls stalls = new StallMeter(holdingUp(Map.of())).observe(50 * MILLI);

        assertThat(stalls.isKnown()).isTrue();
        assertThat(stalls.observedNanos()).isBetween(50 * MILLI, 50 * MILLI + LOOK_NANOS);
        assertThat(stalls.shareBeyond(0)).isZero();
        assertThat(stalls.longestNanos()).isZero();
    }

    @Test
    void gapBetweenTwoLooksIsAStallFromTenMicrosecondsOn() {
        Stalls stalls =
                new StallMeter(holdingUp(Map.of(100, 9_900L, 200, 10_000L, 300, 3 * MILLI))).observe(50 * MILLI);

        assertThat(stalls.lengths().getTotalCount()).isEqualTo(2);
        assertThat((double) stalls.longestNanos()).isCloseTo(3e6, within(3e4));
    }

    @Test
    void pauseOfTheProcessIsNotTheMachines() {
        long pause = 1_000_000_000;
        Stalls stalls = new StallMeter(holdingUp(Map.of(100, MILLI, 200, pause))).observe(50 * MILLI);

        assertThat(stalls.lengths().getTotalCount()).isEqualTo(1);
        assertThat(stalls.observedNanos()).isLessThan(50 * MILLI);
    }

    /** Holds the thread up before some of its looks. */
    private NanoClock holdingUp(Map<Integer, Long> nanosBeforeLook) {
        return () -> {
            nanos += LOOK_NANOS + nanosBeforeLook.getOrDefault(++looks, 0L);
            return nanos;
        };
    }
}
