package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells of full-range histograms in a JVM whose heap would hold half of these. */
class LargeRunTest {
    private static final String HEAP = "-Xmx28m";
    private static final int SIZES = 50;
    private static final int TRANSPORTS = 4;
    private static final int ITERATIONS = 2;
    private static final int DEADLINE_SECONDS = 120;

    @Tag("full")
    @Test
    void memoryDoesNotGrowWithTheHistogramsOfARun(@TempDir Path output) throws IOException, InterruptedException {
        Path said = output.resolve("said");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeRunTest.class.getName(),
                        output.toString(),
                        Integer.toString(SIZES))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(child.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(said).hasContent("");
        assertThat(child.exitValue()).isZero();
        assertThat(Files.readAllLines(output.resolve(CsvReport.FILE_NAME))).hasSize(1 + SIZES * TRANSPORTS);
    }

    /** The child. */
    public static void main(String[] arguments) throws IOException {
        int sizes = Integer.parseInt(arguments[1]);
        List<Cell> cells = new ArrayList<>();
        for (int size = 1; size <= sizes; size++) {
            for (int transport = 0; transport < TRANSPORTS; transport++) {
                cells.add(SampleCells.roundTrips(
                        SampleCells.cell("t" + transport, 64).transport(), 64 * size));
            }
        }
        long[] latencies = IntStream.range(0, 2000)
                .mapToLong(i -> (long) Math.pow(10, 12.0 * i / 2000))
                .toArray();
        Plan plan = new Plan(cells, ITERATIONS, 0, 1);
        RunDirectory directory = RunDirectory.create(Path.of(arguments[0]), LocalDateTime.of(2026, 2, 3, 4, 5), 1);
        RunTally tally = new RunTally(plan);
        try (ResultsLog log =
                ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), plan, SampleIdentity.RUN, null)) {
            RunFiles files = new RunFiles(
                    directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, NanoClock.system(), System.out::println);
            for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
                for (Cell cell : cells) {
                    IterationResult result = SampleCells.measured(cell, iteration, 1, latencies);
                    tally.add(result);
                    files.iterationEnded(result);
                }
            }
            RunResult result = tally.result(false);
            files.finish(result).forEach(System.out::println);
            ClosingTable table = new ClosingTable(Locale.ROOT, RunConditions.UNKNOWN);
            (new SummaryText(Locale.ROOT).of(result) + table.of(result) + table.doubts(result))
                    .lines()
                    .close();
            RunCharts.of(result);
        }
    }
}
