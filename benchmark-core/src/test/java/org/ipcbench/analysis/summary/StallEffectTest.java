package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;

final class StallEffectTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MESSAGES = 10_000;
    private static final LatencyBound BOUND = new LatencyBound(1_000_000);

    /** A machine that stalls is slow in stretches, too. */
    @Test
    void oneIterationThatIsLateCountsLessTheMoreTheMachineStalls() {
        Summary summary = Summary.of(List.of(iteration(20), iteration(2_000), iteration(30)));
        MachineStalls stalling = new MachineStalls(SampleStalls.of(SECOND, 6_000_000), Stalls.UNKNOWN);

        assertThat(BOUND.ownLateShare(summary.beside(stalling)))
                .as("30 of 10,000 are late in the middle iteration, and stalls may account for 2 × 0.5 %%")
                .isCloseTo(-0.007, within(3e-4));
        assertThat(BOUND.ownLateShare(summary.beside(new MachineStalls(SampleStalls.of(SECOND), Stalls.UNKNOWN))))
                .as("the mean of 20, 2000 and 30 of 10,000")
                .isCloseTo(0.0683, within(5e-3));
    }

    private static Measurement iteration(int late) {
        Histogram latencies = new Histogram(Recorder.SIGNIFICANT_DIGITS);
        LongStream.range(0, MESSAGES).forEach(message -> latencies.recordValue(message < late ? 9_000_000 : 10_000));
        return MadeUpMeasurement.of(64, MESSAGES)
                .latencyKind(LatencyKind.INTENDED_ONE_WAY)
                .elapsedNanos(SECOND)
                .latencies(latencies)
                .offering(new OfferedLoad(MESSAGES, 0, SECOND, 0, new Lateness(50, 80, 90, 100)))
                .measurement();
    }
}
