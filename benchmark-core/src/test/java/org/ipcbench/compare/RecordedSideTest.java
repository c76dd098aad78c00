package org.ipcbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.RunIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs as their directories keep them, compared. */
final class RecordedSideTest {
    private static final Cell CELL = SampleCells.cell("tin-can", 1024);

    @TempDir
    private Path directory;

    @Test
    void recordedRunsAreComparedWithTheirEnvironments() throws IOException, NotComparableException {
        Side base = run("old", "2026-02-03T04:05:06Z", "17.0.15", 400_000_000, 1, 1.01, 0.99);
        Side now = run("new", "2026-02-03T07:05:06Z", "25.0.1", 500_000_000, 2, 2.02, 1.98);

        SideComparison comparison =
                SideComparison.of(base, List.of(now), References.NONE).get(0);

        assertThat(comparison.cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.outcome()).isEqualTo(Outcome.SLOWER));
        assertThat(comparison.differences())
                .contains(
                        new SideComparison.Difference("peers.version", "17.0.15", "25.0.1"),
                        new SideComparison.Difference("warm-up", "400 ms", "500 ms"))
                .hasSize(3); // and the first number of the version
        assertThat(comparison.hoursApart()).contains(Duration.ofHours(3));
        assertThat(comparison.isOfTwoBoots()).isFalse();
        assertThat(base.remarks()).isEmpty();
    }

    @Test
    void recordItselfStandsForItsDirectory() throws IOException {
        run("old", "2026-02-03T04:05:06Z", "17.0.15", 0, 1);

        assertThat(RunSide.read(directory.resolve("old").resolve(ResultsLog.FILE_NAME))
                        .cells())
                .hasSize(1);
    }

    @Test
    void directoryWithoutARunIsRefused() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));

        assertThatThrownBy(() -> RunSide.read(empty)).isInstanceOf(UnreadableRunException.class);
        assertThatThrownBy(() -> RunSide.read(directory.resolve("nowhere"))).isInstanceOf(UnreadableRunException.class);
    }

    private Side run(String name, String startedAt, String jvm, long warmUpNanos, double... seconds)
            throws IOException {
        Path path = Files.createDirectory(directory.resolve(name));
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(
                                        Instant.parse(startedAt),
                                        42,
                                        new PeerJvm(jvm, Integer.parseInt(jvm.substring(0, 2)), List.of()),
                                        Map.of()),
                        path.resolve(EnvironmentFile.FILE_NAME));
        RunIdentity identity = new RunIdentity(
                name, "host", "boot", "0.1.0", "1234567", startedAt, List.of(), Map.of("rack", "7"), List.of());
        Plan plan = new Plan(List.of(CELL), seconds.length, warmUpNanos, 42);
        try (ResultsLog log = ResultsLog.create(path.resolve(ResultsLog.FILE_NAME), plan, identity, null)) {
            for (int i = 0; i < seconds.length; i++) {
                log.iterationEnded(SampleCells.measured(CELL, i + 1, seconds[i]));
            }
            log.end(seconds.length, false);
        }
        return RunSide.read(path);
    }
}
