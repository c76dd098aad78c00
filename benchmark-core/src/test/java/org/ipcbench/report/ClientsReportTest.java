package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.chart.PlottedCells;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reports make of cells with several clients. */
final class ClientsReportTest {
    private static final long SECOND = 1_000_000_000;
    private static final Cell PAIR = SampleCells.cell(ListedTransport.shared("post"), 64);
    private static final Cell FOUR = SampleCells.withClients(PAIR, Clients.of(4));
    private static final RunResult RUN = new RunResult(List.of(SampleCells.result(PAIR, 0.5), ofClients(FOUR)), false);

    @TempDir
    private Path directory;

    @Test
    void pairIsAPlaceOnTheAxisOfClients() throws IOException {
        CellResult two = SampleCells.result(SampleCells.withClients(PAIR, Clients.of(2)), 0.4);
        new PlotFiles(directory, warning -> assertThat(warning).isNull())
                .write(new RunResult(
                        List.of(RUN.cells().get(0), two, RUN.cells().get(1)), false));

        String plot = Files.readString(directory.resolve("throughput-over-clients.svg"));
        assertThat(plot)
                .contains("MiB/s over clients", ">clients<")
                .doesNotContain("not measured", "clients (clients)");
        assertThat(new PlottedCells(List.of(RUN.cells().get(1)), RUN.dimensions(), Optional.empty()).qualifiers())
                .contains(", 4 clients");
        assertThat(new PlottedCells(RUN.cells(), RUN.dimensions(), Optional.empty()).numbers(Dimension.CLIENTS))
                .containsExactly(1.0, 4.0);
    }

    @Test
    void pairAndFourClientsAreRowsAboveAnAxisEach() throws IOException {
        new PlotFiles(directory, warning -> assertThat(warning).isNull()).write(RUN);

        assertThat(Files.readString(directory.resolve("throughput-over-clients.svg")))
                .containsSubsequence(">1 client<", ">4 clients<");
    }

    @Test
    void tableTellsFairnessAndTheSlowestClient() {
        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN).of(RUN))
                .contains("clients", "fairness", "slowest p99 us", "0.915", "9.00");
        assertThat(new SummaryText(Locale.ENGLISH).of(RUN))
                .contains(
                        "POST, 4 clients",
                        "Messages per second of a client: mean 85, slowest 40, fastest 100; fairness (Jain) 0.915");
    }

    @Test
    void namesOfPairsAreAsBefore() {
        assertThat(new SummaryText(Locale.ENGLISH).of(new RunResult(List.of(SampleCells.result(PAIR, 0.5)), false)))
                .contains("Transport: POST\n")
                .doesNotContain("client");
    }

    @Test
    void wayOfServingIsPartOfTheName() {
        Cell virtual = SampleCells.withClients(PAIR, new Clients(4, true, Serving.VIRTUAL));
        RunResult run = new RunResult(List.of(ofClients(FOUR), ofClients(virtual)), false);

        assertThat(new SummaryText(Locale.ENGLISH).of(run))
                .contains("POST, 4 clients\n", "POST, 4 clients, client threads, virtual threads\n");
    }

    private static CellResult ofClients(Cell cell) {
        ClientFigures slow = new ClientFigures(40, 0, SECOND, 5_000, 9_000);
        ClientFigures fast = new ClientFigures(100, 0, SECOND, 1_000, 2_000);
        return new CellResult(
                cell, 1, List.of(SampleCells.measured(cell, 1, Iteration.ofClients(slow, fast, fast, fast))));
    }
}
