package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.workload.Sides;
import org.junit.jupiter.api.Test;

/** Rounds that differ by a factor of four, in which the wall costs the same share. */
class PriceTableTest {
    private static final double[] ROUNDS = {1, 2, 4, 1.5, 3};

    private final List<CellResult> results = new ArrayList<>();

    @Test
    void wallIsPricedInMicrosecondsWithItsInterval() {
        add(SampleCells.roundTrips(ListedTransport.of("string"), 64), 1.25);

        assertThat(tables())
                .contains("| transport | threads us | processes us | the wall us | ratio | difference |")
                .containsPattern(
                        "\\| string \\| [\\d.]+ \\| [\\d.]+ \\| \\+[\\d.]+ ± [\\d.]+ \\| 0.800 ± 0.000 \\| slower \\|")
                .containsPattern(
                        "string between threads [\\d.]+ us, between processes [\\d.]+: the wall costs [\\d.]+ \\([\\d.]+ to [\\d.]+\\)");
    }

    @Test
    void wallThatSavesTimeSaysSo() {
        add(SampleCells.roundTrips(ListedTransport.of("string"), 64), 0.8);

        assertThat(tables())
                .containsPattern(": the wall saves [\\d.]+ \\([\\d.]+ to [\\d.]+\\)")
                .doesNotContain("the wall costs");
    }

    @Test
    void nothingIsPricedThatWasNotSeen() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("string"), 64);
        results.add(result(cell.with(Dimension.SIDES, Sides.THREADS), 1));
        results.add(result(cell, 1, 1.02, 0.97, 1.03, 0.99, 1.01));

        assertThat(tables())
                .containsPattern(": no difference seen, [-\\d.]+ \\(-[\\d.]+ to [\\d.]+\\)")
                .doesNotContain("the wall costs", "the wall saves");
    }

    @Test
    void manyPairsAreCounted() {
        for (int size = 1; size <= 5; size++) {
            add(SampleCells.roundTrips(ListedTransport.of("string"), 64 * size), size < 3 ? 0.8 : 1.25);
        }

        assertThat(tables())
                .contains("processes: faster in 2, slower in 3 of 5 cells")
                .doesNotContain("the wall costs");
    }

    @Test
    void ratesOfAStreamHaveARatio() {
        add(SampleCells.cell("post", 64), 0.8);

        assertThat(tables())
                .contains("| transport | ratio | difference |", "| post | 1.250 ± 0.000 | faster |")
                .doesNotContain("the wall costs");
    }

    @Test
    void nothingIsSaidOfOneSideAlone() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("string"), 64);
        results.add(SampleCells.result(cell, 1));
        results.add(SampleCells.result(
                SampleCells.roundTrips(ListedTransport.of("other"), 64).with(Dimension.SIDES, Sides.THREADS), 1));

        assertThat(tables()).doesNotContain("the wall");
    }

    /** Two hops cost twice one. */
    @Test
    void hopIsPricedByItself() {
        Cell direct = SampleCells.roundTrips(ListedTransport.of("string"), 64);
        Cell relayed = direct.with(Dimension.RELAY, "c");
        results.add(result(direct, 1));
        results.add(result(relayed, 1.5));
        results.add(result(relayed.with(Dimension.RELAY_HOPS, 2), 2));

        List<String> hops = tables().lines()
                .filter(line -> line.startsWith("| string | c |"))
                .toList();
        assertThat(hops).hasSize(2);
        assertThat(price(hops.get(1))).isEqualTo(price(hops.get(0)));
        assertThat(tables())
                .contains("| transport | relay | hops | direct us | relayed us | a hop us | ratio |")
                .containsPattern(
                        "string, c, hops 1 directly .* through it .*: a hop costs [\\d.]+ \\([\\d.]+ to [\\d.]+\\)")
                .contains(": each of 2 hops costs ");
    }

    private static String price(String row) {
        return row.split(" \\| ", -1)[5].replaceFirst(" .*", "");
    }

    @Test
    void tailsOfALoadAreHeadedByTheirPercentile() {
        Cell cell = SampleLoads.cell("string", 1_000);
        results.add(SampleLoads.carried(cell.with(Dimension.SIDES, Sides.THREADS), 100_000));
        results.add(SampleLoads.carried(cell, 125_000));

        assertThat(tables())
                .contains("| threads p99 us | processes p99 us |")
                .containsPattern("between threads p99 [\\d.]+ us, between processes [\\d.]+: ");
    }

    private void add(Cell cell, double factor) {
        results.add(result(cell.with(Dimension.SIDES, Sides.THREADS), 1));
        results.add(result(cell, factor));
    }

    private static CellResult result(Cell cell, double factor, double... noise) {
        return new CellResult(
                cell,
                ROUNDS.length,
                IntStream.range(0, ROUNDS.length)
                        .mapToObj(i -> SampleCells.measured(
                                cell, i + 1, factor * ROUNDS[i] * (noise.length == 0 ? 1 : noise[i])))
                        .toList());
    }

    private String tables() {
        return new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                .of(new RunResult(results, false))
                .lines()
                .map(line -> line.replaceAll(" +", " ").strip())
                .collect(Collectors.joining("\n"));
    }
}
