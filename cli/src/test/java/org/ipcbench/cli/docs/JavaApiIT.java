package org.ipcbench.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/java-api.md, as a reader would run it. */
class JavaApiIT {
    private static final Path PAGE = Path.of("..", "docs", "java-api.md");
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir(factory = JobSite.Factory.class)
    private Path root;

    @Test
    void programOfThePageMeasuresAndLeavesTheFilesOfARun() throws Exception {
        JobSite site = JobSite.at(root);
        Matcher program = PROGRAM.matcher(Files.readString(PAGE));
        assertThat(program.find()).isTrue();
        Path source = Files.writeString(root.resolve("Measure.java"), program.group(1));

        try (Job job = Job.startSource(site, source)) {
            assertThat(job.exitCode()).as("%s", job.err()).isZero();
            assertThat(job.out())
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line).matches("pipe: \\d+ round trips a second, .+"))
                    .anySatisfy(line -> assertThat(line).matches("null: \\d+ round trips a second, .+"));
            assertThat(job.err()).contains("results in output/" + site.run().getFileName());
        }
        assertThat(site.log()).hasSize(2);
        assertThat(site.run().resolve("report.html")).exists();
        site.assertNothingLeft();
    }
}
