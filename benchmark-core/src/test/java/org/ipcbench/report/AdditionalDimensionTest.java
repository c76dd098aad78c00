package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dimensions that the suite does not have, made of the number of messages: reports tell cells apart by them as by their own. */
class AdditionalDimensionTest {
    private static final Transport POST = ListedTransport.of("post");

    private static final Dimension RATE = Dimension.told(
            "ratePerSecond", "RatePerSecond", "rate", "rate", "messages/s", cell -> Optional.of(messages(cell)));

    private static final Dimension AGE =
            Dimension.told("age", "Age", "age", "age", "", cell -> Optional.of(messages(cell) > 5000 ? "old" : "new"));

    @TempDir
    private Path directory;

    @Test
    void numericDimensionIsInNamesTablesAndFiles() throws IOException {
        RunResult run = run(RATE, cell(64, 1000), cell(64, 2000));

        assertThat(new SummaryText(Locale.ENGLISH).of(run)).contains("POST, rate 1000", "POST, rate 2000");
        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN).doubts(run))
                .contains("post, 64 bytes, rate 1000, 2000, short");
        assertThat(table(run)).contains("rank transport rate MiB/s", " post 1000 ", " post 2000 ");
        assertThat(new CsvReport(RunOrigin.UNKNOWN).text(run).lines())
                .satisfiesExactly(
                        header -> assertThat(header).endsWith(",RatePerSecond"),
                        first -> assertThat(first).endsWith(",1000"),
                        second -> assertThat(second).endsWith(",2000"));
        assertThat(record(run)).contains("\"ratePerSecond\":1000", "\"ratePerSecond\":2000");
    }

    @Test
    void namedDimensionIsInNamesTablesAndFilesWhereItVaries() throws IOException {
        RunResult run = run(AGE, cell(64, 1000), cell(64, 9000));

        assertThat(new SummaryText(Locale.GERMAN).of(run)).contains("POST, new", "POST, old");
        assertThat(new SummaryText(Locale.GERMAN).of(run(AGE, cell(64, 1000)))).doesNotContain("new");
        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN).doubts(run))
                .contains("post, 64 bytes, new, old, short");
        assertThat(table(run)).contains("rank transport age MiB/s", " post new ", " post old ");
        assertThat(new CsvReport(RunOrigin.UNKNOWN).text(run)).contains(",old\r\n");
        assertThat(record(run)).contains("\"age\":\"old\"");
    }

    @Test
    void numericDimensionIsTheAxisOfAPlot() throws IOException {
        RunResult run = run(RATE, cell(64, 1000), cell(64, 2000), cell(64, 4000));

        assertThat(plots(run))
                .containsExactly(
                        "throughput-cost-rate-1000.svg",
                        "throughput-cost-rate-2000.svg",
                        "throughput-cost-rate-4000.svg",
                        "throughput-over-rate.svg");
        assertThat(plot("throughput-over-rate.svg"))
                .contains(
                        "throughput: MiB/s over rate, messages of 64 bytes, placement unpinned", "rate (messages/s)<");
    }

    @Test
    void numericDimensionGivesSeveralPlotsWhereSizesVaryToo() throws IOException {
        RunResult run = run(RATE, cell(64, 1000), cell(128, 1000), cell(64, 2000), cell(128, 2000));

        assertThat(plots(run))
                .contains("throughput-over-size-rate-1000.svg", "throughput-over-size-rate-2000.svg")
                .contains("throughput-cost-size-128-rate-2000.svg")
                .hasSize(6);
        assertThat(plot("throughput-over-size-rate-2000.svg"))
                .contains("throughput: MiB/s over message size, rate of 2000 messages/s, placement unpinned");
    }

    @Test
    void roundTripsHaveAPercentilePlotForEachNumber() throws IOException {
        RunResult run = run(RATE, SampleCells.roundTrips(POST, 64), SampleCells.roundTrips(POST, 128));

        assertThat(plots(run))
                .contains("latency-percentiles-size-64-rate-16384.svg", "latency-percentiles-size-128-rate-8192.svg");
    }

    @Test
    void namedDimensionGivesLinesOfAPlot() throws IOException {
        RunResult run = run(AGE, cell(64, 1000), cell(128, 1000), cell(64, 9000), cell(128, 9000));

        assertThat(plots(run)).contains("throughput-over-size.svg");
        assertThat(plot("throughput-over-size.svg")).contains("post, new", "post, old");
    }

    private static long messages(Cell cell) {
        return ((Extent.Count) cell.workload().extent()).messages();
    }

    private static Cell cell(int requestBytes, long messages) {
        return SampleCells.cell(POST, requestBytes, new Extent.Count(messages));
    }

    private static RunResult run(Dimension further, Cell... cells) {
        List<Dimension> dimensions = new ArrayList<>(Dimension.ALL);
        dimensions.add(dimensions.indexOf(Dimension.PLACEMENT) + (further.isNumeric() ? 0 : 1), further);
        List<CellResult> results = Stream.of(cells)
                .map(cell -> SampleCells.result(cell, 0.05, 1000, 2000))
                .toList();
        return new RunResult(results, false, dimensions);
    }

    private static String table(RunResult run) {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                .of(run)
                .replaceAll("[-+| \n]+", " ")
                .strip();
    }

    private List<String> plots(RunResult run) throws IOException {
        new PlotFiles(directory, warning -> assertThat(warning).isNull()).write(run);
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".svg"))
                    .sorted()
                    .toList();
        }
    }

    private String plot(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private String record(RunResult run) throws IOException {
        Path file = directory.resolve(ResultsLog.FILE_NAME);
        Plan plan = new Plan(run.cells().stream().map(CellResult::cell).toList(), 1, 0, 1);
        try (ResultsLog log = new ResultsLog(file, new RandomAccessFile(file.toFile(), "rw"), plan, run.dimensions())) {
            for (CellResult result : run.cells()) {
                log.iterationEnded(SampleCells.failed(result.cell(), 1, "no matter"));
            }
        }
        return Files.readString(file);
    }
}
