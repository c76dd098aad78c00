package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plan.Specimen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
    private static final Cell FIRST = Specimen.cell("first", 64);
    private static final Cell SECOND = Specimen.cell("second", 64);
    private static final Plan PLAN = new Plan(List.of(FIRST, SECOND), 1, 0, 1);

    @Test
    void theTableGrowsWithEveryIterationAndReachesItsPlaceAtTheEnd(@TempDir Path output) throws IOException {
        RunDirectory directory = RunDirectory.create(output, LocalDateTime.of(2026, 2, 3, 4, 5, 6), 1);
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        Path newest = Files.writeString(directory.newestTable(), "of an earlier run");
        RunFiles files = new RunFiles(directory, PLAN);
        IterationResult failure = Specimen.failed(SECOND, 1, "the server died");
        IterationResult figures = Specimen.measured(FIRST, 1, 1);

        files.iterationEnded(failure);
        assertThat(own).content().contains("FIRST,64", "not-measured", "the server died");
        files.iterationEnded(figures);
        assertThat(own).content().contains("measured,16384").doesNotContain("not-measured");
        assertThat(newest).hasContent("of an earlier run");

        files.finish(RunResult.of(PLAN, List.of(failure, figures), false));
        assertThat(newest).hasSameTextualContentAs(own);
        assertThat(own).content().contains("measured,16384", "the server died");
    }
}
