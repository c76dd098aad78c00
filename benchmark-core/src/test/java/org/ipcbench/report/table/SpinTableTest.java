package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.junit.jupiter.api.Test;

class SpinTableTest {
    private final List<CellResult> results = new ArrayList<>();

    @Test
    void longestGapAtWhichASpinLowersTheMedianIsItsLimit() {
        add(100_000, 0, 40_000);
        add(100_000, 20, 8_000);
        add(10_000, 0, 50_000);
        add(10_000, 20, 50_000);
        add(1_000, 0, 60_000);
        add(1_000, 20, 60_000);

        assertThat(tables())
                .contains("| transport | gap us | spin | p50 us | p99 us | CPU ns client | CPU ns server | p50 |")
                .contains(
                        "| fine | 10.0 | 0 | 40.0", "| fine | 10.0 | 20us | 8.0", "| lower |", "| no difference seen |")
                .contains("fine: a spin of 20us lowers p50 up to a gap of 10.0 us: from 40.0 to 8.00 us there, for ");
    }

    @Test
    void limitBeyondTheGapsMeasuredIsNotClaimed() {
        add(100_000, 0, 40_000);
        add(100_000, 50, 8_000);
        add(10_000, 0, 50_000);
        add(10_000, 50, 9_000);

        assertThat(tables())
                .contains("fine: a spin of 50us lowers p50 up to a gap of 100.0 us, the longest measured: from 50.");
    }

    @Test
    void spinThatNeverPaysIsNamed() {
        add(10_000, 0, 50_000);
        add(10_000, 1, 55_000);
        add(1_000, 0, 50_000);
        add(1_000, 1, 50_000);

        assertThat(tables())
                .contains("| higher |")
                .contains("fine: a spin of 1us is not seen to lower p50 at any gap measured (100.0 to 1000.0 us)");
    }

    @Test
    void fewRoundsHaveNoOutcomeAndNoSentence() {
        results.add(SampleLoads.twice(spinning(10_000, 0), 23_600));
        results.add(SampleLoads.twice(spinning(10_000, 200), 1_740));

        assertThat(tables())
                .contains("| fine | 100.0 | 200us | 1.74", "| unrepeated |")
                .doesNotContain("no difference seen", "a spin of");
    }

    @Test
    void percentilesHaveTheirIntervals() {
        add(10_000, 0, 50_000);
        add(10_000, 20, 8_000);

        assertThat(tables()).contains("| fine | 100.0 | 20us | 8.00 ± 0.00 | 8.00 ± 0.00 |");
    }

    @Test
    void onlyLoadsOfTheSameRateAreCompared() {
        add(10_000, 0, 50_000);
        add(1_000, 10, 5_000);

        assertThat(tables()).as("no rate with both").doesNotContain("gap us");

        add(10_000, 10, 5_000);

        assertThat(tables())
                .contains("fine: a spin of 10us lowers p50 up to a gap of 100.0 us, the longest measured")
                .doesNotContain("| fine | 1000.0 |");
    }

    private void add(int perSecond, int spinMicros, long latencyNanos) {
        results.add(SampleLoads.carried(spinning(perSecond, spinMicros), latencyNanos));
    }

    private static Cell spinning(int perSecond, int spinMicros) {
        return SampleLoads.spinning(SampleLoads.cell("fine", perSecond), new Spin(1_000L * spinMicros));
    }

    private String tables() {
        return new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                .of(new RunResult(results, false))
                .lines()
                .map(line -> line.replaceAll(" +", " ").strip())
                .collect(Collectors.joining("\n"));
    }
}
