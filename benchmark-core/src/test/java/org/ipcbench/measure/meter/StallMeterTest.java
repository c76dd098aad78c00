package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.function.LongSupplier;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.result.Stalls;
import org.junit.jupiter.api.Test;

class StallMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long LOOK_NANOS = 30;

    private long nanos = Long.MAX_VALUE - 20 * MILLI; // a clock that wraps around is no problem
    private int looks;

    @Test
    void threadThatRunsHasNoStalls() {
        Stalls stalls = meter(holdingUp(Map.of())).observe(50 * MILLI, StallMeter.Wait.AWAKE);

        assertThat(stalls.isKnown()).isTrue();
        assertThat(stalls.observedNanos()).isBetween(50 * MILLI, 50 * MILLI + LOOK_NANOS);
        assertThat(stalls.shareBeyond(0)).isZero();
        assertThat(stalls.longestNanos()).isZero();
    }

    @Test
    void gapBetweenTwoLooksIsAStallFromTenMicrosecondsOn() {
        Stalls stalls = meter(holdingUp(Map.of(100, 9_900L, 200, 10_000L, 300, 3 * MILLI)))
                .observe(50 * MILLI, StallMeter.Wait.AWAKE);

        assertThat(stalls.lengths().getTotalCount()).isEqualTo(2);
        assertThat((double) stalls.longestNanos()).isCloseTo(3e6, within(3e4));
    }

    @Test
    void pauseOfTheProcessIsNotTheMachines() {
        long pause = 1_000_000_000;
        Stalls stalls = meter(holdingUp(Map.of(100, MILLI, 200, pause))).observe(50 * MILLI, StallMeter.Wait.AWAKE);

        assertThat(stalls.lengths().getTotalCount()).isEqualTo(1);
        assertThat(stalls.observedNanos()).isLessThan(50 * MILLI);
    }

    /** Of three gaps, two in which another thread had the CPU for most of the time: a compiler, and one of the kernel. */
    @Test
    void workOfTheCompilersIsNotTheMachines() {
        long[] queued = {0, 0, 2 * MILLI, 6 * MILLI};
        long[] compiled = {0, 0, 2 * MILLI, 2 * MILLI};
        int[] asked = {0, 0};
        NanoClock clock = holdingUp(Map.of(100, MILLI, 200, 3 * MILLI, 300, 4 * MILLI));
        Stalls stalls = new StallMeter(clock, thread(() -> queued[asked[0]++]), () -> compiled[asked[1]++])
                .observe(50 * MILLI, StallMeter.Wait.AWAKE);

        assertThat(stalls.lengths().getTotalCount()).isEqualTo(2);
        assertThat((double) stalls.longestNanos()).isCloseTo(4e6, within(4e4));
        assertThat(stalls.observedNanos()).isLessThan(48 * MILLI);
    }

    /** Of naps of 0.1 ms that usually end 0.03 ms late, one ends 3 ms later, and one a little. */
    @Test
    void napThatEndsLateIsAStall() {
        NanoClock clock = holdingUp(Map.of(100, 3 * MILLI, 200, MILLI / 50), MILLI / 10 + MILLI / 33);
        Stalls stalls = meter(clock).observe(50 * MILLI, StallMeter.Wait.NAPPING);

        assertThat(stalls.lengths().getTotalCount()).isOne();
        assertThat((double) stalls.longestNanos()).isCloseTo(3e6, within(3e4));
        assertThat(stalls.observedNanos()).isGreaterThanOrEqualTo(50 * MILLI);
    }

    /** A kernel without these accounts, or a sandbox that hides them: each gap may be the work of another thread. */
    @Test
    void gapsAreNoStallsWhereTheKernelDoesNotTellWhoHadTheCpu() {
        NanoClock clock = holdingUp(Map.of(100, MILLI, 200, 3 * MILLI));

        assertThat(new StallMeter(clock, thread(() -> Count.UNKNOWN), () -> 0)
                        .observe(50 * MILLI, StallMeter.Wait.AWAKE)
                        .isKnown())
                .isFalse();
    }

    private static StallMeter meter(NanoClock clock) {
        return new StallMeter(clock, thread(() -> 0), () -> 0);
    }

    private static MeasuringThread thread(LongSupplier queuedNanos) {
        return new MeasuringThread() {
            @Override
            public int cpu() {
                return Mark.UNKNOWN_CPU;
            }

            @Override
            public long queuedNanos() {
                return queuedNanos.getAsLong();
            }
        };
    }

    /** Holds the thread up before some of its looks. */
    private NanoClock holdingUp(Map<Integer, Long> nanosBeforeLook) {
        return holdingUp(nanosBeforeLook, LOOK_NANOS);
    }

    private NanoClock holdingUp(Map<Integer, Long> nanosBeforeLook, long usualNanos) {
        return () -> {
            nanos += usualNanos + nanosBeforeLook.getOrDefault(++looks, 0L);
            return nanos;
        };
    }
}
