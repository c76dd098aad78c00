package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RunningJobsTest {
    private static final String OBJECT = "0123456789abcdef";

    /** As where all processes of a job were killed, and the test failed before another job cleared away. */
    @Test
    void whatAJobHasLeftElsewhereIsRemovedBeforeItsRecordsAre(@TempDir Path root)
            throws IOException, InterruptedException {
        RunningJobs test = new RunningJobs() {};
        test.prepare(root);
        Path scratch = Files.createDirectory(test.site.temporary().resolve("ipcbench-" + UUID.randomUUID()));
        Files.createFile(scratch.resolve("aeron." + OBJECT));
        Path elsewhere =
                Files.createDirectory(Path.of("/dev/shm", "%s.%s.aeron".formatted(scratch.getFileName(), OBJECT)));
        Files.setLastModifiedTime(scratch, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
        try {
            test.endAll();

            assertThat(elsewhere).doesNotExist();
        } finally {
            Files.deleteIfExists(elsewhere);
        }
    }
}
