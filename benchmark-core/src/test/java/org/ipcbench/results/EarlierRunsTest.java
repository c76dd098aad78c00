package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.plan.Estimate;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.results.header.RunIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierRunsTest {
    private static final Plan PLAN = new Plan(List.of(SampleCells.cell("fast", 1024)), 2, 400_000_000, 1);
    private static final String HERE = MachineIdentity.current().host();

    @TempDir
    private Path output;

    @Test
    void runsOfThisMachineTellHowLongIterationsTake() throws IOException {
        record("2026-01-01T00-00-00-aaaaa", HERE);

        assertThat(known()).isTrue();
        assertThat(Estimate.of(PLAN, 0, new EarlierRuns(output).times(PLAN)).round())
                .as("0.75 s outside of seven measured seconds, looking for stalls included")
                .hasMillis(7_780);
    }

    @Test
    void runsOfOtherMachinesTellNothing() throws IOException {
        record("2026-01-01T00-00-00-aaaaa", "0a1b2c3d");

        assertThat(known()).isFalse();
    }

    @Test
    void whatCannotBeReadIsLeftOut() throws IOException {
        assertThat(known()).isFalse();
        Path torn = record("2026-01-01T00-00-00-aaaaa", HERE);
        Files.writeString(torn, "{\"record\":\"iter", StandardOpenOption.APPEND);
        Files.writeString(
                Files.createDirectory(output.resolve("2026-01-02T00-00-00-bbbbb"))
                        .resolve(ResultsLog.FILE_NAME),
                "{}");
        Files.createFile(Files.createDirectory(output.resolve("2026-01-03T00-00-00-ccccc"))
                .resolve(ResultsLog.FILE_NAME));
        Files.createDirectory(output.resolve("2026-01-04T00-00-00-ddddd"));

        assertThat(known()).isTrue();
        assertThat(new EarlierRuns(output.resolve("nowhere")).times(PLAN).know(PLAN))
                .isFalse();
    }

    private boolean known() {
        return new EarlierRuns(output).times(PLAN).know(PLAN);
    }

    private Path record(String name, String host) throws IOException {
        Path file = Files.createDirectory(output.resolve(name)).resolve(ResultsLog.FILE_NAME);
        RunIdentity run = SampleIdentity.RUN;
        RunIdentity identity = new RunIdentity(
                run.id(), host, run.boot(), run.suite(), run.commit(), run.startedAt(), List.of(), Map.of(), List.of());
        try (ResultsLog log = ResultsLog.create(file, PLAN, identity, null)) {
            log.iterationEnded(SampleCells.measured(PLAN.cells().get(0), 1, 7));
        }
        return file;
    }
}
