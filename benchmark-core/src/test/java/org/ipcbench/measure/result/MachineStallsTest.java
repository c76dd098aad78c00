package org.ipcbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ipcbench.measure.result.SampleStalls.conditions;

import org.junit.jupiter.api.Test;

class MachineStallsTest {
    private static final long SECOND = 1_000_000_000;
    private static final double MILLI = 1e6;
    private static final double HUNDREDTH = 1e-4;

    private final MachineStalls stalls =
            new MachineStalls(SampleStalls.of(SECOND, 2_000_000, 4_000_000), SampleStalls.of(2 * SECOND, 4_000_000));

    @Test
    void messageIsLateIfItIsDueLongEnoughBeforeTheEndOfAStall() {
        assertThat(stalls.share()).isCloseTo(0.008, within(HUNDREDTH));
        assertThat(stalls.shareBeyond(MILLI)).isCloseTo(0.004 + 0.0015, within(HUNDREDTH));
        assertThat(stalls.shareBeyond(3 * MILLI)).isCloseTo(0.001 + 0.0005, within(HUNDREDTH));
        assertThat(stalls.shareBeyond(5 * MILLI)).isZero();
        assertThat(stalls.longestNanos()).isBetween(3_960_000L, 4_040_000L);
    }

    @Test
    void percentileIsTheMachinesIfStallsAccountForHalfOfTheMessagesBeyond() {
        assertThat(MachineStalls.explained(99, stalls.shareBeyond(MILLI))).isCloseTo(0.55, within(0.01));
        assertThat(MachineStalls.explains(99, stalls.shareBeyond(MILLI))).isTrue();
        assertThat(MachineStalls.explains(99, stalls.shareBeyond(1.5 * MILLI))).isFalse();
        assertThat(MachineStalls.explains(99.9, stalls.shareBeyond(1.5 * MILLI)))
                .isTrue();
        assertThat(MachineStalls.explained(99.9, stalls.shareBeyond(1.5 * MILLI)))
                .isEqualTo(1);
        assertThat(MachineStalls.explains(99.9, stalls.shareBeyond(5 * MILLI))).isFalse();
        assertThat(MachineStalls.explains(50, 1)).isFalse();
    }

    /** However long it is, because the next message is not sent before the answer to the delayed one. */
    @Test
    void stallDelaysASingleMessageIfMessagesWaitForAnswers() {
        double messageNanos = 50_000;
        MachineStalls one = new MachineStalls(SampleStalls.of(SECOND, 4_000_000, 20_000), Stalls.UNKNOWN);

        assertThat(one.shareBeyondInTurns(10_000, messageNanos)).isCloseTo(2 * messageNanos / SECOND, within(1e-9));
        assertThat(one.shareBeyondInTurns(60_000, messageNanos)).isCloseTo(messageNanos / SECOND, within(1e-9));
        assertThat(one.shareBeyondInTurns(5_000_000, messageNanos)).isZero();
    }

    @Test
    void errorIsThatOfIndependentStalls() {
        MachineStalls four =
                new MachineStalls(SampleStalls.of(SECOND, 1_000_000, 1_000_000, 1_000_000, 1_000_000), Stalls.UNKNOWN);

        assertThat(four.errorBeyond(0)).isCloseTo(four.share() / 2, within(HUNDREDTH / 10));
    }

    @Test
    void observationsAreAddedUpAndUnknownOnesChangeNothing() {
        Measurement iteration = MadeUpMeasurement.of(64, 1)
                .conditions(conditions(stalls.client()), MeasurementConditions.UNKNOWN)
                .measurement();
        MachineStalls seen = MachineStalls.of(iteration);

        assertThat(seen.isKnown()).isTrue();
        assertThat(MachineStalls.UNKNOWN.isKnown()).isFalse();
        assertThat(MachineStalls.UNKNOWN.shareBeyond(1)).isZero();
        assertThat(MachineStalls.UNKNOWN.plus(seen)).isEqualTo(seen);
        assertThat(seen.plus(MachineStalls.UNKNOWN)).isEqualTo(seen);
        assertThat(seen.plus(seen).client().observedNanos()).isEqualTo(2 * SECOND);
        assertThat(seen.plus(seen).share()).isCloseTo(seen.share(), within(HUNDREDTH / 100));
        assertThat(seen.plus(seen).client().lengths().getTotalCount()).isEqualTo(4);
        assertThat(stalls.client().lengths().getTotalCount()).isEqualTo(2);
    }
}
