package org.ipcbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Measurement.Samples;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.html.SampleRun;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.KeptSamples;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a run may be a stranger's. */
class SamplesExportTest {
    private static final Cell POST = SampleCells.roundTrips(ListedTransport.of("post"), 1024);
    private static final String NAME = "post-latency-1024-unpinned.csv";
    private static final String[] ROWS = {
        "Iteration,Client,EndSeconds,LatencyMicros", "1,1,0.000002000,2.000", "1,1,0.000004500,2.500"
    };

    @TempDir
    private Path directory;

    @TempDir
    private Path elsewhere;

    private Path samples = Path.of("");
    private Path kept = Path.of("");

    /** A run of one iteration with two messages. */
    @BeforeEach
    void keep() throws IOException {
        samples = directory.resolve(SamplesExport.DIRECTORY_NAME);
        kept = KeptSamples.newFile(samples);
        Session session = new Session(elsewhere, Token.random(), 1024, 0, Duration.ofSeconds(1));
        KeptSamples.write(
                new long[] {1_002_000, 2_000, 1_004_500, 2_500},
                4,
                KeptSamples.file(session.connection(0), Role.CLIENT));
        long messages = KeptSamples.join(session, Role.CLIENT, 1_000_000, kept);
        Measurement measurement = SampleCells.measured(POST, 1, 1.0)
                .measurement()
                .orElseThrow()
                .with(new Samples(kept.getFileName().toString(), messages));
        try (ResultsLog log = ResultsLog.create(
                directory.resolve(ResultsLog.FILE_NAME),
                new Plan(List.of(POST), 1, 100, 1),
                SampleIdentity.RUN,
                null)) {
            log.iterationEnded(SampleCells.measured(POST, 1, measurement));
            log.end(1, false);
        }
    }

    private void export() throws IOException {
        RunResult result = new RunResult(List.of(SampleCells.result(POST, 1)), false);
        new SamplesExport()
                .write(
                        new ExportedRun(
                                RunOrigin.UNKNOWN,
                                result,
                                SampleRun.answer(result, "latency"),
                                RunConditions.UNKNOWN,
                                "",
                                CellHistograms.NONE,
                                Locale.ENGLISH),
                        directory);
    }

    @Test
    void rowsGoBehindNoLink() throws IOException {
        Path precious = Files.writeString(elsewhere.resolve("precious"), "mine");
        Files.createSymbolicLink(samples.resolve(NAME), precious);
        Files.createSymbolicLink(samples.resolve(NAME + ".part"), precious);

        export();

        assertThat(precious).hasContent("mine");
        assertThat(Files.readAllLines(samples.resolve(NAME))).containsExactly(ROWS);
        assertThat(samples.resolve(NAME)).isRegularFile();
        assertThat(Files.isSymbolicLink(samples.resolve(NAME))).isFalse();
        assertThat(samples).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void messagesComeFromNoLink() throws IOException {
        Files.createSymbolicLink(kept, Files.move(kept, elsewhere.resolve("read")));

        assertThatThrownBy(this::export)
                .isInstanceOf(IOException.class)
                .hasMessage(kept + " is missing, or not a file");
    }

    /** Opening a FIFO would wait for ever. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void messagesComeFromNoFifo() throws IOException, InterruptedException {
        Files.delete(kept);
        assertThat(new ProcessBuilder("mkfifo", kept.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(this::export)
                .isInstanceOf(IOException.class)
                .hasMessage(kept + " is missing, or not a file");
    }

    @Test
    void messagesAreKeptBehindNoLink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), elsewhere);

        assertThatThrownBy(() -> KeptSamples.newFile(link))
                .isInstanceOf(IOException.class)
                .hasMessage(link + " is a link; remove it");
        assertThat(elsewhere).isEmptyDirectory();
    }
}
