package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.EncodedHistogram;
import org.ipcbench.measure.result.FanOutResult;
import org.ipcbench.measure.result.FanOutResult.OfClass;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.FanOut.WhenFull.Policy;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.publish.Publish;
import org.junit.jupiter.api.Test;

class PublishFiguresTest {
    private static final int BYTES = 64;
    private static final long PUBLISH_NANOS = 1_000_000_000;
    private static final int MESSAGES = 2_000;

    private static final Cell CELL = SampleCells.cellOf(new Publish(
            new Extent.Period(PUBLISH_NANOS),
            BYTES,
            Payload.TOUCHED,
            MESSAGES,
            2,
            new Publish.Slow(1, 1_000_000),
            WhenFull.of(Policy.BLOCK)));

    /** Its rate is given, and tells nothing. */
    @Test
    void publisherIsAsFastAsTheTailOfItsFastSubscribers() {
        Summary summary = result(2_000, 2_000, 2_000).summary().orElseThrow();

        assertThat(summary.speed().percentile()).hasValue(99);
        assertThat(summary.speed().mean()).isCloseTo(1e9 / 2_000, within(500.0));
        assertThat(summary.relativeHalfWidth()).hasValueCloseTo(0.0, within(1e-9));
        assertThat(summary.reasons()).extracting(Reason::kind).doesNotContain(Reason.Kind.WARM_UP);
    }

    @Test
    void percentilesAreOfTheMessagesOfAllIterationsTogether() {
        assertThat(PublishFigures.SLOW_AGE.of(result(1_000, 5_000, 9_000)))
                .isInstanceOfSatisfying(
                        Value.Quantity.class,
                        median -> assertThat(median.number()).isCloseTo(5, within(0.01)));
    }

    private static CellResult result(long... nanos) {
        return new CellResult(
                CELL,
                nanos.length,
                IntStream.range(0, nanos.length)
                        .mapToObj(i -> SampleCells.measured(CELL, i + 1, iteration(nanos[i])))
                        .toList());
    }

    private static Measurement iteration(long nanos) {
        Histogram times = new PackedHistogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
        times.recordValueWithCount(nanos, MESSAGES);
        OfClass one = new OfClass(1, MESSAGES, 0, MESSAGES, EncodedHistogram.of(times), EncodedHistogram.of(times));
        return MadeUpMeasurement.of(BYTES, MESSAGES)
                .latencyKind(LatencyKind.PUBLISHED)
                .latencies(times)
                .subscribed(new FanOutResult("in turn", MESSAGES, PUBLISH_NANOS, 567, one, one, 8_901L, 3, 47))
                .measurement();
    }
}
