package org.ipcbench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class CallFiguresTest {
    private static final Cell CELL = SampleCells.roundTrips(ListedTransport.of("tin-can"), 1024);

    /** The rare class has too few messages for a 99th percentile. */
    @Test
    void everyClassOfSizesHasAValueInEachColumn() {
        List<SizeLatencies> classes = List.of(of(16_384, 3_500, 50), of(64, 2_000, 90_000), of(1_024, 3_000, 9_000));

        assertThat(texts(MadeUpMeasurement.of(1024, 1024).bySize(classes)))
                .containsExactly("64;1024;16384", "2.000000;3.001000;3.501000", "2.000000;3.001000;");
    }

    @Test
    void cellOfOneSizeHasNone() {
        assertThat(texts(MadeUpMeasurement.of(1024, 1024))).containsExactly("", "", "");
    }

    private static List<String> texts(Measurement.Draft measurement) {
        CellResult result = new CellResult(
                CELL,
                1,
                List.of(SampleCells.measured(
                        CELL, 1, measurement.latencyKind(LatencyKind.ROUND_TRIP).measurement())));
        return CallFigures.ofSizes().stream()
                .map(figure -> figure.text(figure.of(result)))
                .toList();
    }

    private static SizeLatencies of(int upToBytes, long nanos, int messages) {
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(nanos, messages);
        return new SizeLatencies(upToBytes, latencies);
    }
}
