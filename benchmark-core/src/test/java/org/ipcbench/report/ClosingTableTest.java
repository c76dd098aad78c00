package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.Losses;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.ListedTransport;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plan.SampleCells;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Test;

class ClosingTableTest {
    private static final Cell ABSENT =
            SampleCells.cell(ListedTransport.absent("absent", "no antenna", "install one"), 1024);
    private static final Cell BROKEN = SampleCells.cell("broken", 1024);
    private static final RunResult RUN = new RunResult(
            List.of(
                    new CellResult(ABSENT, 1, List.of()),
                    SampleCells.result(SampleCells.cell("slow", 1024), 4),
                    new CellResult(BROKEN, 1, List.of(SampleCells.failed(BROKEN, 1, "the server died"))),
                    SampleCells.result(SampleCells.cell("fast", 1024), 0.25, 1_000),
                    SampleCells.result(SampleCells.cell("brief", 1024), 0.01),
                    SampleCells.result(SampleCells.cell("middling", 1024), 1)),
            false);

    @Test
    void startsWithTheFastestAndEndsWithThoseWithoutFigures() {
        assertThat(rows(Locale.ENGLISH).map(row -> row.get(0)))
                .containsExactly("brief", "fast", "middling", "slow", "absent", "broken");
    }

    @Test
    void showsFiguresAndVerdicts() {
        assertThat(rows(Locale.ENGLISH).filter(row -> row.get(0).equals("fast")))
                .containsExactly(List.of(
                        "fast",
                        "1024",
                        "default",
                        "4.0",
                        "4096",
                        "1.00",
                        "1.00",
                        "0.250",
                        "0.125",
                        "blocking",
                        "unrepeated"));
        assertThat(rows(Locale.ENGLISH).filter(row -> row.get(0).equals("broken")))
                .containsExactly(List.of("broken", "1024", "default", "", "", "", "", "", "", "blocking", "failed"));
    }

    @Test
    void filesAreRankedByTheirSeconds() {
        RunResult files = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.file(ListedTransport.of("slow"), 65536), 4),
                        SampleCells.result(SampleCells.file(ListedTransport.of("fast"), 65536), 0.05)),
                false);
        ClosingTable table = new ClosingTable(Locale.ENGLISH);

        assertThat(table.of(files).lines().map(line -> line.replaceAll("[| ]+", " ")))
                .filteredOn(line -> !line.startsWith("+"))
                .satisfiesExactly(
                        line -> assertThat(line).contains(" s/file MiB/s messages/s client CPU s "),
                        line -> assertThat(line).startsWith(" fast 65536 default 0.050000 20.0 320 0.250 0.125"),
                        line -> assertThat(line).startsWith(" slow 65536 default 4.000000 0.3 4 0.250 0.125"));
        assertThat(table.doubts(files)).contains("measured for only 0.050 s, send a larger file");
    }

    @Test
    void decimalsFollowTheLocale() {
        assertThat(rows(Locale.GERMANY).filter(row -> row.get(0).equals("fast")))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("4,0", "0,250"));
    }

    @Test
    void everyReasonHasALineBelowTheTable() {
        assertThat(new ClosingTable(Locale.ENGLISH).doubts(RUN).lines())
                .containsExactly(
                        "absent, 1024 bytes, unavailable: no antenna; install one",
                        "broken, 1024 bytes, failed: the server died",
                        "brief, 1024 bytes, suspect: measured for only 0.010 s, send more");
    }

    @Test
    void reasonsNameThePlacementWhereThereAreSeveralAndItsObstacleOnce() {
        Placement near = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");
        Placement far = new Placement("cross-node", Optional.empty(), Optional.empty(), "cross-node needs two nodes");
        Cell post = SampleCells.withBuffer(SampleCells.cell("post", 1024), 4096);
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(post, 0.01),
                        SampleCells.result(SampleCells.withPlacement(post, near), 0.01),
                        new CellResult(SampleCells.withPlacement(post, far), 1, List.of()),
                        new CellResult(SampleCells.withPlacement(SampleCells.cell("pigeon", 64), far), 1, List.of()),
                        new CellResult(SampleCells.withPlacement(ABSENT, far), 1, List.of())),
                false);

        assertThat(new ClosingTable(Locale.ENGLISH).doubts(run).lines())
                .containsExactly(
                        "post, 1024 bytes, buffer 4096, default, suspect: measured for only 0.010 s, send more",
                        "post, 1024 bytes, buffer 4096, same-cpu, suspect: measured for only 0.010 s, send more",
                        "cross-node, unsupported: cross-node needs two nodes",
                        "absent, 1024 bytes, cross-node, unavailable: no antenna; install one");
    }

    @Test
    void validFiguresHaveNoLineBelowTheTable() {
        RunResult fine = new RunResult(List.of(SampleCells.result(SampleCells.cell("fast", 1024), 1)), false);

        assertThat(new ClosingTable(Locale.ENGLISH).doubts(fine)).isEmpty();
    }

    @Test
    void roundTripsAreRankedByRateAndShowTheMean() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("slow"), 1024), 1.024, 1_000_000),
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("fast"), 4096), 0.512, 2_000_000)),
                false);

        assertThat(rows(run, Locale.ENGLISH).map(row -> row.subList(0, 8)))
                .containsExactly(
                        List.of("slow", "1024", "default", "1000", "1000.0", "1000.4", "1000.4", "1000.4"),
                        List.of("fast", "4096", "default", "500", "2000.0", "2000.9", "2000.9", "2000.9"));
    }

    @Test
    void spinningTransportsAreRankedApartFromBlockingOnes() {
        Transport spinning =
                new ListedTransport("spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING));
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.cell(spinning, 1024), 0.25),
                        SampleCells.result(SampleCells.cell("sleeping", 1024), 1)),
                false);

        assertThat(new ClosingTable(Locale.ENGLISH).of(run).lines())
                .filteredOn(line -> !line.startsWith("+") && !line.contains("placement"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("a waiting peer sleeps:"),
                        line -> assertThat(line).startsWith("| sleeping"),
                        line -> assertThat(line).isEqualTo("a waiting peer keeps its CPU busy:"),
                        line -> assertThat(line).startsWith("| spinning"));
    }

    @Test
    void lossyTransportsHaveASuccessRate() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.resultWith(
                                SampleCells.cell(ListedTransport.lossy("pigeon"), 1024), new Losses(1024, 0, 0, 0)),
                        SampleCells.result(SampleCells.cell("post", 1024), 2)),
                false);

        assertThat(new ClosingTable(Locale.ENGLISH).of(run)).contains("success %");
        assertThat(rows(run, Locale.ENGLISH).map(row -> row.get(7))).containsExactly("50.00", "100.00");
        assertThat(new ClosingTable(Locale.ENGLISH).of(RUN)).doesNotContain("success %");
    }

    @Test
    void auxiliaryProcessHasItsOwnColumn() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.attended(SampleCells.cell("driven", 1024), 0.5, 62_500_000),
                        SampleCells.result(SampleCells.cell("plain", 1024), 1)),
                false);

        assertThat(rows(run, Locale.ENGLISH).map(row -> row.subList(7, 11)))
                .containsExactly(
                        List.of("0.250", "0.125", "0.063", "blocking"), List.of("0.250", "0.125", "", "blocking"));
        assertThat(new ClosingTable(Locale.ENGLISH).of(RUN)).doesNotContain("driver");
    }

    private static Stream<List<String>> rows(Locale locale) {
        return rows(RUN, locale);
    }

    private static Stream<List<String>> rows(RunResult run, Locale locale) {
        return new ClosingTable(locale)
                .of(run)
                .lines()
                .filter(line -> line.startsWith("|"))
                .skip(1)
                .map(line -> Stream.of(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList());
    }
}
