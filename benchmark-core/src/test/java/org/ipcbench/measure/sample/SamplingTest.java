package org.ipcbench.measure.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.clock.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SamplingTest {
    private static final double SAMPLE_COST_NANOS = 60;

    /** The measured part may be so many times faster than the warm-up. */
    private static final int HEADROOM = 4;

    private static final long MAX_INTERVAL = 1 << 20;

    /** Number of messages that leaves enough samples at any interval. */
    private static final long MANY = Long.MAX_VALUE;

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 3.7, 50, 100, 999, 5_999, 23_999, 24_000, 1e6})
    void intervalIsTheSmallestPowerOfTwoThatStaysCheap(double messageNanos) {
        Sampling sampling = Sampling.cheapEnough(SAMPLE_COST_NANOS, messageNanos, HEADROOM, MANY);

        double highest = sampling.costAt(messageNanos / HEADROOM);
        assertThat(highest).isLessThanOrEqualTo(Sampling.MAX_COST);
        assertThat(Long.bitCount(sampling.interval())).isOne();
        if (sampling.interval() > 1) {
            assertThat(2 * highest).isGreaterThan(Sampling.MAX_COST);
        }
    }

    @ParameterizedTest
    @CsvSource({"24000, 1", "23999, 2", "12000, 2", "240, 128", "0.0001, 1048576", "0, 1048576"})
    void intervalFollowsTheTimeOfAMessage(double messageNanos, long interval) {
        assertThat(Sampling.cheapEnough(SAMPLE_COST_NANOS, messageNanos, HEADROOM, MANY)
                        .interval())
                .isEqualTo(interval)
                .isLessThanOrEqualTo(MAX_INTERVAL);
    }

    @ParameterizedTest
    @CsvSource({
        "2400, 1000, 1",
        "0, 9999, 1",
        "0, 10000, 2",
        "2400, 40000, 8",
        "2400, 1000000, 16", // cheap enough
        "0, 1000000, 128"
    })
    void fewMessagesAreAllTimedAndOfMoreThereAreSamplesEnough(double messageNanos, long messages, long interval) {
        assertThat(Sampling.cheapEnough(SAMPLE_COST_NANOS, messageNanos, HEADROOM, messages)
                        .interval())
                .isEqualTo(interval);
    }

    @Test
    void sampleCostIsAShareOfTheMessageTime() {
        assertThat(new Sampling(4, 80, 9_999).costAt(1_000)).isEqualTo(0.02);
    }

    @ParameterizedTest
    @CsvSource({"1, 25", "2, 50"})
    void sampleCostIsTheTimeOfItsClockReadings(int clockReadings, double costNanos) {
        double cost = Sampling.measureSampleCostNanos(new FakeClock(25), clockReadings);

        assertThat(cost).isCloseTo(costNanos, within(0.1));
    }

    @Test
    void roundTripsTakeTwoClockReadings() {
        assertThat(sampling(LatencyKind.ONE_WAY, 10_100).interval()).isEqualTo(1);
        assertThat(sampling(LatencyKind.ONE_WAY, 9_000).interval()).isEqualTo(2);
        assertThat(sampling(LatencyKind.ROUND_TRIP, 10_100).interval()).isEqualTo(1);
        assertThat(sampling(LatencyKind.ROUND_TRIP, 9_000).interval()).isEqualTo(2);
    }

    private static Sampling sampling(LatencyKind latencyKind, double messageNanos) {
        return latencyKind.sampling(latencyKind.sampleCostNanos(new FakeClock(25)), messageNanos, MANY);
    }

    @Test
    void sampleCostIgnoresASlowStart() {
        FakeClock clock = new FakeClock(25);
        NanoClock slowAtFirst = () -> {
            clock.advance(clock.looks() < 3_000 ? 10_000 : 0);
            return clock.nanos();
        };

        assertThat(Sampling.measureSampleCostNanos(slowAtFirst, 1)).isCloseTo(25, within(0.1));
    }
}
