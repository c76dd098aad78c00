package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.Test;

class SizeTableTest {
    private static final int SAMPLES = 10_000;

    @Test
    void eachClassOfSizesHasItsPercentilesWithIntervals() {
        Cell cell = SampleLoads.cell("post", 10_000);
        List<IterationResult> iterations = SampleLoads.iterations(cell, 1, 9_000).stream()
                .map(iteration -> bySize(iteration, 1_000L * iteration.turn().iteration()))
                .toList();

        assertThat(new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                        .of(new RunResult(List.of(new CellResult(cell, 3, iterations)), false))
                        .replaceAll(" +", " "))
                .contains("| transport | up to bytes | samples | p50 us | p99 us |")
                .containsPattern(
                        "\\| post \\| 64 \\| 30000 \\| 9\\.9\\d ± \\d\\.\\d\\d \\| 9\\.9\\d ± \\d\\.\\d\\d \\|")
                .containsPattern("\\| post \\| 1024 \\| 30000 \\| 110 ± \\d+ \\| 110 ± \\d+ \\|");
    }

    /** The same iteration with small requests of about 10 µs and large ones of about 110 µs, and so much more. */
    private static IterationResult bySize(IterationResult iteration, long moreNanos) {
        return SampleCells.measured(
                iteration.turn().cell(),
                iteration.turn().iteration(),
                iteration
                        .measurement()
                        .orElseThrow()
                        .draft()
                        .bySize(List.of(of(64, 8_000 + moreNanos), of(1024, 108_000 + moreNanos)))
                        .measurement());
    }

    private static SizeLatencies of(int upToBytes, long nanos) {
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(nanos, SAMPLES);
        return new SizeLatencies(upToBytes, latencies);
    }
}
