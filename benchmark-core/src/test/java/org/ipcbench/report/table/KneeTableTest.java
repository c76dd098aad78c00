package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.words.FigureFormat;
import org.junit.jupiter.api.Test;

class KneeTableTest {
    private static final LatencyBound BOUND = new LatencyBound(1_000_000);
    private static final long QUICK = 10_000;
    private static final long LATE = 3_000_000;
    private static final int LATENCIES = 100;

    @Test
    void capacityIsSaidWithWhatItDependsOn() {
        assertThat(sentences(load(1_000, 0), load(2_000, 50)))
                .singleElement()
                .asString()
                .matches(
                        "quick carries 1\\d00 messages/s, one way, with p99 below 1.00 ms, the machine's stalls left out");
    }

    /** Stalls are left out as often as they may have come, which is twice as often as they were seen. */
    @Test
    void capacityThatStallsMayExplainIsPerhapsOne() {
        MachineStalls stalls = stalling(0.03);

        assertThat(sentences(SampleCells.beside(load(1_000, 6), stalls), SampleCells.beside(load(2_000, 90), stalls)))
                .singleElement()
                .asString()
                .startsWith("quick perhaps carries ");
    }

    @Test
    void ratesThatAreAllTooHighAreNamed() {
        assertThat(sentences(load(1_000, 50), load(2_000, 50)))
                .containsExactly("quick carries none of the measured rates, from 1000 messages/s, one way, on, with p99"
                        + " below 1.00 ms, the machine's stalls left out");
    }

    @Test
    void nothingIsSaidOfRatesWithoutLatencies() {
        CellResult failed = new CellResult(
                SampleLoads.cell("quick", 1_000),
                1,
                List.of(SampleCells.failed(SampleLoads.cell("quick", 1_000), 1, "the server died")));

        assertThat(sentences(failed))
                .containsExactly(
                        "which rate quick carries with p99 below 1.00 ms, the machine's stalls left out is not known:"
                                + " no p99 was measured, from 1000 messages/s, one way, on");
    }

    private static List<String> sentences(CellResult... cells) {
        return new KneeTable(new FigureFormat(Locale.ROOT))
                .sentences(new RunResult(
                        List.of(cells), false, List.of(Dimension.TRANSPORT, Dimension.RATE), Optional.of(BOUND)));
    }

    private static CellResult load(int perSecond, int latePercent) {
        long[] latencies = new long[LATENCIES];
        Arrays.fill(latencies, QUICK);
        Arrays.fill(latencies, 0, latePercent, LATE);
        return SampleLoads.carried(SampleLoads.cell("quick", perSecond), latencies);
    }

    /** A machine whose stalls delay this share of the messages beyond the bound. */
    private static MachineStalls stalling(double share) {
        Histogram lengths = new Histogram(Stalls.SIGNIFICANT_DIGITS);
        long observedNanos = 1_000_000_000;
        lengths.recordValueWithCount(2 * BOUND.nanos(), Math.round(share * observedNanos / BOUND.nanos()));
        return new MachineStalls(new Stalls(observedNanos, lengths), Stalls.UNKNOWN);
    }
}
