package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Ladder;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.junit.jupiter.api.Test;

class LadderTablesTest {
    private static final Transport POST = ListedTransport.of("post");
    private static final Transport PIGEON = ListedTransport.lossy("pigeon");
    private static final Transport ABSENT = ListedTransport.absent("absent", "no antenna", "install one");

    @Test
    void everyRungHasATableInTheOrderOfThePlan() {
        RunResult run = run(
                SampleCells.result(streamed(POST, 4096), 1),
                SampleCells.result(SampleCells.roundTrips(POST, 4096), 0.5),
                SampleCells.resultWith(streamed(PIGEON, 128), new Losses(8192, 0, 0, 0)),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 128), 0.25));

        assertThat(lines(run))
                .filteredOn(line -> line.contains(" B x ") || line.startsWith("| p"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("128 B x 1"),
                        line -> assertThat(cells(line))
                                .containsExactly("pigeon", "throughput in 1 s", "8192", "1.000 s", "50.00 %"),
                        line -> assertThat(cells(line))
                                .containsExactly("pigeon", "latency", "8192", "250.0 ms", "100.00 %"),
                        line -> assertThat(line).isEqualTo("4096 B x 1000"),
                        line -> assertThat(cells(line))
                                .containsExactly("post", "throughput in 1 s", "256", "1.000 s", "100.00 %"),
                        line -> assertThat(cells(line))
                                .containsExactly("post", "latency", "256", "500.0 ms", "100.00 %"));
        assertThat(lines(run)).noneMatch(line -> line.contains("scheduling"));
    }

    @Test
    void severalIterationsShowTheMessagesAndDurationOfOne() {
        Cell cell = SampleCells.roundTrips(POST, 4096);
        RunResult run = run(new CellResult(
                cell, 2, List.of(SampleCells.measured(cell, 1, 0.5), SampleCells.measured(cell, 2, 1.5))));

        assertThat(lines(run))
                .filteredOn(line -> line.startsWith("| post"))
                .singleElement()
                .satisfies(line ->
                        assertThat(cells(line)).containsExactly("post", "latency", "256", "1.000 s", "100.00 %"));
    }

    @Test
    void shortLadderIterationsAreMentionedOnce() {
        RunResult run = run(
                SampleCells.result(SampleCells.roundTrips(POST, 128), 0.00005),
                SampleCells.result(SampleCells.roundTrips(PIGEON, 128), 0.0005),
                SampleCells.result(SampleCells.roundTrips(POST, 512), 0.005));

        assertThat(lines(run)).noneMatch(line -> line.contains("measured for only"));
        assertThat(lines(run))
                .filteredOn(line -> line.contains("more about scheduling"))
                .hasSize(1);
        assertThat(lines(run)).anyMatch(line -> line.contains(" 50.0 us "));
    }

    @Test
    void missingOrSuspectFiguresHaveTheirReasonBelowTheTable() {
        Cell broken = SampleCells.roundTrips(POST, 128);
        RunResult run = run(
                new CellResult(streamed(ABSENT, 128), 1, List.of()),
                new CellResult(SampleCells.roundTrips(ABSENT, 128), 1, List.of()),
                SampleCells.result(streamed(POST, 128), 0.05),
                new CellResult(broken, 1, List.of(SampleCells.failed(broken, 1, "the server died"))));

        assertThat(lines(run))
                .containsSubsequence(
                        "absent, unavailable: no antenna; install one",
                        "post, latency, failed: the server died",
                        "post, throughput in 1 s, short: measured for only 0.050 s, send more");
        assertThat(lines(run)).filteredOn(line -> line.startsWith("absent")).hasSize(1);
    }

    @Test
    void equalReasonsAreOneLine() {
        RunResult run =
                run(SampleCells.result(streamed(POST, 128), 0.05), SampleCells.result(streamed(PIGEON, 128), 0.0625));

        assertThat(lines(run))
                .contains("post, pigeon, throughput in 1 s, short: measured for only 0.050 to 0.063 s, send more");
    }

    @Test
    void obstacleOfAPlacementIsMentionedOnceBelowATable() {
        Placement far = new Placement("cross-node", Optional.empty(), Optional.empty(), "cross-node needs two nodes");
        RunResult run = run(
                SampleCells.result(streamed(POST, 128), 1),
                new CellResult(SampleCells.withPlacement(streamed(POST, 128), far), 1, List.of()),
                new CellResult(SampleCells.withPlacement(streamed(PIGEON, 128), far), 1, List.of()));

        assertThat(lines(run))
                .filteredOn(line -> line.contains("two nodes"))
                .containsExactly("cross-node, unsupported: cross-node needs two nodes");
        assertThat(lines(run)).anyMatch(line -> line.startsWith("| post, unpinned "));
    }

    @Test
    void variantsAreComparedBelowTheTables() {
        Cell cell = SampleCells.roundTrips(POST, 128);
        RunResult run = run(
                SampleCells.result(cell.withVariant(new Variant("old")), 2),
                SampleCells.result(cell.withVariant(new Variant("new")), 1));

        assertThat(lines(run)).anyMatch(line -> line.endsWith("rate ÷ rate of old in the same rounds:"));
        assertThat(lines(run))
                .filteredOn(line -> line.startsWith("| post") && line.contains("new"))
                .last()
                .satisfies(line ->
                        assertThat(cells(line)).containsExactly("post", "new", "2.000", "-122.1", "unrepeated"));
    }

    @Test
    void cellsNotReachedAreMentionedInOneLine() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(streamed(POST, 128), 1),
                        new CellResult(SampleCells.roundTrips(POST, 128), 1, List.of()),
                        new CellResult(streamed(POST, 512), 1, List.of()),
                        new CellResult(SampleCells.roundTrips(PIGEON, 512), 1, List.of())),
                true);

        assertThat(lines(run))
                .contains("128 B x 1")
                .doesNotContain("512 B x 10")
                .endsWith("Interrupted before all was measured of: post, pigeon");
    }

    /** A cell as the ladder asks for its throughput. */
    private static Cell streamed(Transport transport, int requestBytes) {
        return SampleCells.cell(transport, requestBytes, new Extent.Period(Ladder.STREAM.toNanos()));
    }

    private static RunResult run(CellResult... cells) {
        return new RunResult(List.of(cells), false);
    }

    private static List<String> lines(RunResult run) {
        return new LadderTables(Locale.ENGLISH).of(run).lines().toList();
    }

    private static List<String> cells(String row) {
        return Stream.of(row.substring(1).split("\\|")).map(String::strip).toList();
    }
}
