package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.figure.LoadKnee;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.Exports;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reports show of loads. */
final class LoadReportTest {
    private static final CellResult QUICK = SampleLoads.carried(SampleLoads.cell("quick", 10_000), 2_000, 3_000);
    private static final CellResult SLOW = SampleLoads.carried(SampleLoads.cell("slow", 10_000), 5_000, 9_000);
    private static final CellResult QUICK_LOADED =
            SampleLoads.carried(SampleLoads.cell("quick", 100_000), 4_000, 20_000);
    private static final CellResult SLOW_OVERLOADED =
            SampleLoads.result(SampleLoads.cell("slow", 100_000), 0.62, 4_000_000, 9_000_000);

    private static final RunResult RUN = new RunResult(List.of(SLOW, QUICK, SLOW_OVERLOADED, QUICK_LOADED), false);

    @TempDir
    private Path directory;

    @Test
    void cellAtSeveralRatesIsOneTableInWhichNothingIsRanked() {
        RunResult rates = new RunResult(List.of(QUICK, QUICK_LOADED), false);

        assertThat(new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN)
                        .of(rates)
                        .lines())
                .filteredOn(line -> line.startsWith("load, ")
                        || line.matches("\\| (transport|quick) .*verdict.*|\\| quick .*\\| [a-z]+ +\\|"))
                .satisfiesExactly(
                        title -> assertThat(title).doesNotContain(", rate "),
                        header -> assertThat(header).contains("| offered/s ").doesNotContain("rank", "best", "extra"),
                        row -> assertThat(row).matches("\\| quick +\\| +10000 .*"),
                        row -> assertThat(row).matches("\\| quick +\\| +100000 .*"));
    }

    @Test
    void rateThatDoesNotArriveIsNotReachedAndHasNoLatency() {
        Summary summary = SLOW_OVERLOADED.summary().orElseThrow();

        assertThat(SLOW_OVERLOADED.status()).isEqualTo(CellStatus.NOT_REACHED);
        assertThat(SLOW_OVERLOADED.verdict().reasons()).extracting(Reason::kind).contains(Reason.Kind.NOT_REACHED);
        assertThat(SLOW_OVERLOADED.verdict().text())
                .contains("62000 of 100023 messages/s arrived, 38.0 % were never sent");
        assertThat(summary.latencies().percentileNanos(50)).isEmpty();
        assertThat(summary.latencies().curve()).isEmpty();
        assertThat(summary.messagesPerSecond()).isCloseTo(62_000, within(1.0));
    }

    @Test
    void onePercentMayBeMissing() {
        assertThat(SampleLoads.result(SampleLoads.cell("slow", 100), 0.991, 1_000)
                        .status())
                .isEqualTo(CellStatus.MEASURED);
        assertThat(SampleLoads.result(SampleLoads.cell("slow", 100), 0.989, 1_000)
                        .status())
                .isEqualTo(CellStatus.NOT_REACHED);
    }

    /** A tenth of a second at the end of two: the backlog of a transport that falls behind, or something that came in between. */
    @Test
    void delayAtTheEndIsNoBacklog() {
        assertThat(SampleLoads.behind(SampleLoads.cell("slow", 1_000), 0.1, 10_000)
                        .status())
                .isEqualTo(CellStatus.MEASURED);
        assertThat(SampleLoads.behind(SampleLoads.cell("slow", 1_000), 0.1, 10_000, 50_000_000, 100_000_000)
                        .status())
                .isEqualTo(CellStatus.NOT_REACHED);
    }

    /** 1024 messages at 1,000 a second, the last of which was delayed by a tenth of a second: 911 a second in all. */
    @Test
    void achievedRateIsTheSameInTableAndSummary() {
        RunResult run = new RunResult(List.of(SampleLoads.behind(SampleLoads.cell("slow", 1_000), 0.1, 10_000)), false);

        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN).of(run))
                .contains("achieved/s")
                .contains(" 1000 ")
                .doesNotContain(" 911 ");
        assertThat(new SummaryText(Locale.ENGLISH).of(run))
                .contains("Mean messages per second: 1000", "achieved: 1000 (100.00 %)");
    }

    @Test
    void fastestAreNamedAtEachSizeAndRate() {
        RunResult run = new RunResult(
                List.of(
                        SampleLoads.carried(SampleLoads.cell("quick", 10_000), 2_000, 4_000),
                        SampleLoads.carried(SampleLoads.cell("slow", 10_000), 2_000, 9_000),
                        SampleLoads.carried(SampleLoads.cell("slow", 20_000), 2_000, 4_000),
                        SampleLoads.carried(SampleLoads.sized("slow", 64, 20_000), 2_000, 4_000)),
                false);

        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                        .of(run)
                        .replaceAll(" +", " "))
                .contains(
                        "load, the fastest at each size and rate:",
                        "| bytes | offered/s | blocking |",
                        "| 64 | 20000 | slow (suspect) |",
                        "| 1024 | 10000 | quick |",
                        "| 1024 | 20000 | slow (suspect) |");
    }

    @Test
    void cellsAreRankedByTheirTailAtTheSameRate() {
        String tables = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN).of(RUN);

        assertThat(tables)
                .contains("load, one way, 1024 bytes, placement unpinned, rate 10000, arrivals poisson, pacing sleep")
                .contains("load, one way, 1024 bytes, placement unpinned, rate 100000, arrivals poisson, pacing sleep");
        assertThat(rows(tables, "quick")).first().asString().startsWith("| 1 | quick | 3.00 ± 0.00 | 1 | 0 | 10000 |");
        assertThat(rows(tables, "slow"))
                .first()
                .asString()
                .startsWith("| 2 | slow | 9.01 ± 0.00 | 3.00 ± 0.00 | +6.01 ± 0.00 | 10000 |");
        assertThat(rows(tables, "slow"))
                .anySatisfy(row ->
                        assertThat(row).contains("| | slow | | | | 62000 |").endsWith("| not-reached |"));
    }

    @Test
    void kneeIsTheHighestRateWithATailBelowTenTimesTheLowestOnes() {
        assertThat(LoadKnee.of(RUN))
                .extracting(knee -> knee.knee(), LoadKnee::isLimit)
                .containsExactly(tuple(SLOW, true), tuple(QUICK_LOADED, false));
        String tables = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN).of(RUN);
        assertThat(tables.replaceAll(" +", " "))
                .contains(
                        "| messages/s | between the rates | p99 us at the lower rate | lowest rate | p99 us at the lowest rate |");
        assertThat(rows(tables, "quick"))
                .last()
                .asString()
                .isEqualTo("| quick | >= 100000 | 100000 and more | 20.0 ± 0.0 | 10000 | 3.00 ± 0.00 |");
    }

    @Test
    void capacityIsTheHighestRateWithinTheBoundTheRunIsAbout() throws IOException {
        RunResult bounded = new RunResult(RUN.cells(), false, RUN.dimensions(), Optional.of(new LatencyBound(10_000)));

        assertThat(LoadKnee.of(bounded))
                .extracting(knee -> knee.knee(), LoadKnee::isLimit)
                .as("half of the messages of quick are later at the higher rate")
                .containsExactly(tuple(SLOW, true), tuple(QUICK, true));
        assertThat(LoadKnee.of(
                        new RunResult(RUN.cells(), false, RUN.dimensions(), Optional.of(new LatencyBound(1_000)))))
                .isEmpty();
        String tables = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN).of(bounded);
        assertThat(tables)
                .contains(
                        "the capacity: the most messages a second with p99 below 10.0 us, the machine's stalls left out:",
                        "| between the rates | p99 us at the lower rate |");
        assertThat(rows(tables, "quick"))
                .last()
                .asString()
                .isEqualTo(
                        "| quick | 24000 | 10000 and 100000 | 3.00 ± 0.00 | 0.00 % | 0.00 % | certain | 10000 | 3.00 ± 0.00 |");
        new PlotFiles(directory, LoadReportTest::refuse).write(bounded);
        assertThat(Files.readString(directory.resolve("load-p99-over-rate.svg")))
                .contains("quick, capacity 24000", "red line: the limit of p99, 10 µs", "class=\"limit\" d=\"M");
        assertThat(Files.readString(directory.resolve("load-median-over-rate.svg")))
                .as("the limit is not that of the median")
                .doesNotContain("class=\"limit\"");
    }

    /** A pause of the machine looks like a rate that is too high; two higher rates that are carried prove that it is not. */
    @Test
    void rateThatHigherOnesContradictIsNoCapacity() {
        List<CellResult> cells = List.of(
                SampleLoads.carried(SampleLoads.cell("quick", 1_000), 1_000),
                SampleLoads.result(SampleLoads.cell("quick", 2_000), 0.6, 1_000),
                SampleLoads.carried(SampleLoads.cell("quick", 3_000), 1_000),
                SampleLoads.carried(SampleLoads.cell("quick", 4_000), 1_000),
                SampleLoads.result(SampleLoads.cell("quick", 5_000), 0.6, 1_000));
        LatencyBound bound = new LatencyBound(100_000_000);

        assertThat(LoadKnee.of(new RunResult(cells, false, RUN.dimensions(), Optional.of(bound))))
                .extracting(LoadKnee::knee, LoadKnee::isLimit)
                .containsExactly(tuple(cells.get(3), true));
        assertThat(LoadKnee.of(new RunResult(cells.subList(0, 3), false, RUN.dimensions(), Optional.of(bound))))
                .as("one against one")
                .extracting(LoadKnee::knee, LoadKnee::isLimit)
                .containsExactly(tuple(cells.get(0), true));
    }

    /** Too few messages were sent at the lowest rate. */
    @Test
    void capacityNeedsNoPercentileOfTheLowestRate() {
        CellResult few = SampleLoads.carried(SampleLoads.cell("slow", 1_000));

        assertThat(LoadKnee.of(new RunResult(
                        List.of(few, SLOW), false, RUN.dimensions(), Optional.of(new LatencyBound(100_000)))))
                .extracting(LoadKnee::lowest, LoadKnee::knee)
                .containsExactly(tuple(few, SLOW));
        assertThat(LoadKnee.of(new RunResult(List.of(few, SLOW), false))).isEmpty();
    }

    @Test
    void plotsHaveTheRateAsAxisAndNameTheKnee() throws IOException {
        new PlotFiles(directory, LoadReportTest::refuse).write(RUN);

        assertThat(directory)
                .isDirectoryContaining("glob:**/load-p99-over-rate.svg")
                .isDirectoryContaining("glob:**/load-median-over-rate.svg")
                .isDirectoryContaining("glob:**/load-percentiles-rate-10000.svg");
        assertThat(Files.readString(directory.resolve("load-p99-over-rate.svg")))
                .contains("slow, knee 22000", "quick, knee ≥ 100000", "p99 over rate");
    }

    @Test
    void plotsSayUpToWhichGapASpinPaysAndWhatItCosts() throws IOException {
        List<CellResult> results = new ArrayList<>();
        for (int perSecond : List.of(1_000, 10_000, 100_000)) {
            Cell sleeping = SampleLoads.cell("fine", perSecond);
            results.add(SampleLoads.carried(sleeping, 40_000));
            results.add(SampleLoads.carried(
                    SampleLoads.spinning(sleeping, new Spin(50_000)), perSecond > 1_000 ? 8_000 : 40_000));
        }

        new PlotFiles(directory, LoadReportTest::refuse).write(new RunResult(results, false));

        assertThat(Files.readString(directory.resolve("load-median-over-rate.svg")))
                .contains("fine, spin 50us, knee ≥ 100000, pays up to gaps of 100 µs")
                .doesNotContain("spin 0, knee ≥ 100000, pays");
        assertThat(Files.readString(directory.resolve("load-cpu-over-rate.svg")))
                .contains("CPU time over rate", "CPU time of all processes for each message (ns)");
    }

    /** A search finds other rates for each transport. */
    @Test
    void rateOfOneTransportAloneHasNoPlotsThatCompare() throws IOException {
        CellResult alone = SampleLoads.carried(SampleLoads.cell("quick", 30_000), 2_000, 3_000);

        new PlotFiles(directory, warning -> {
                    throw new AssertionError(warning);
                })
                .write(new RunResult(List.of(SLOW, QUICK, alone), false));

        assertThat(directory)
                .isDirectoryContaining("glob:**/load-percentiles-rate-10000.svg")
                .isDirectoryContaining("glob:**/load-cost-rate-10000.svg")
                .isDirectoryNotContaining("glob:**/load-*-rate-30000.svg");
    }

    @Test
    void tableHasWhatWasOfferedAndWhatArrived() throws IOException, CsvValidationException {
        assertThat(row(SLOW_OVERLOADED))
                .containsEntry("Status", "not-reached")
                .containsEntry("Verdict", "invalid")
                .containsEntry("OfferedMessagesPerSecond", "100000")
                .containsEntry("Arrivals", "poisson")
                .containsEntry("Pacing", "sleep")
                .containsEntry("AchievedMessagesPerSecond", "62000.000")
                .containsEntry("NotSentPercent", "38.015")
                .containsEntry("LatencyP50Micros", "")
                .containsEntry("LatencyP99Micros", "")
                .containsEntry("MaxLatencyMilliseconds", "")
                .containsEntry("LatencyKind", "");
        assertThat(row(QUICK))
                .containsEntry("Status", "measured")
                .containsEntry("Verdict", "valid")
                .containsEntry("LatencyKind", "intended-one-way")
                .containsEntry("LatencyP9999Micros", "3.001000")
                .containsEntry("AchievedPercent", "100.000")
                .containsEntry("SenderLatenessP99Micros", "0.080");
    }

    /** The cells of a record are others than those of the result. */
    @Test
    void noHistogramIsExportedOfARateThatWasNotReached() throws IOException {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(2_000, 100);
        Map<Cell, Histogram> recorded = Map.of(
                SampleLoads.cell("slow", 100_000), histogram,
                SampleLoads.cell("quick", 100_000), histogram);

        ExportedRun run = new ExportedRun(
                RunOrigin.UNKNOWN, RUN, SampleRun.answer(RUN), RunConditions.UNKNOWN, "", () -> recorded, Locale.ROOT);
        assertThat(new Exports(directory).write(run, EnumSet.of(ExportFormat.HGRM)))
                .isEmpty();

        assertThat(directory.resolve("hgrm"))
                .isDirectoryContaining("glob:**/quick-load-1024-unpinned-rate-100000-poisson-sleep.hgrm")
                .isDirectoryNotContaining("glob:**/slow*");
    }

    @Test
    void summaryTellsRatesLatenessAndTheCostOfAMessage() {
        String text = new SummaryText(Locale.ENGLISH).of(new RunResult(List.of(QUICK, SLOW_OVERLOADED), false));

        assertThat(text)
                .contains("Offered: 10000 messages per second, achieved: 10000 (100.00 %), never sent: 0.00 %")
                .contains("Percentiles from the intended time: p50 0.002000 ms")
                .contains("Mean maximum latency: not given, the rate was not reached");
        assertThat(new SummaryText(Locale.GERMAN).of(new RunResult(List.of(QUICK), false)))
                .contains("Angeboten: 10000 Nachrichten pro Sekunde");
    }

    private static Map<String, String> row(CellResult result) throws IOException, CsvValidationException {
        String text = new CsvReport(RunOrigin.UNKNOWN).text(new RunResult(List.of(result), false));
        try (CSVReaderHeaderAware reader = new CSVReaderHeaderAware(new StringReader(text))) {
            return reader.readMap();
        }
    }

    /** The rows about a transport, without padding. */
    private static void refuse(String warning) {
        throw new AssertionError(warning);
    }

    private static List<String> rows(String tables, String transport) {
        return tables.lines()
                .map(line -> line.replaceAll(" +", " "))
                .filter(line -> line.contains("| " + transport + " |"))
                .toList();
    }
}
