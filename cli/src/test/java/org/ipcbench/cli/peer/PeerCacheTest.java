package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.launch.command.Prefix.PeerProgram;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.scratch.CacheDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The programs that come with this one, in the user's cache. */
@EnabledOnOs(OS.LINUX)
class PeerCacheTest {

    @Test
    void programsThatNoRunUsesAnyMoreAreRemoved(@TempDir Path directory) throws Exception {
        assumeThat(RunningJobs.succeeds(List.of("sh", "-c"), "command -v python3"))
                .as("Python")
                .isTrue();
        Path unused = aged(directory, "peer-python-0123456789abcdef", 31);
        Path ofAnotherCopy = aged(directory, "peer-python-123456789abcdef0", 29);
        Path ofAnotherLanguage = aged(directory, "peer-c-0123456789abcdef", 31);
        PeerPrograms programs = new PeerPrograms(new CacheDirectory(directory));
        PeerProgram python = PeerPrograms.parse("python");

        List<String> command = programs.ready(python).command();
        Path program = Path.of(command.get(command.size() - 1));
        assertThat(unused).doesNotExist();
        assertThat(entries(directory)).containsExactlyInAnyOrder(program, ofAnotherCopy, ofAnotherLanguage);

        Files.setLastModifiedTime(program, daysAgo(29));
        assertThat(programs.ready(python).command()).isEqualTo(command);
        assertThat(Files.getLastModifiedTime(program)).as("the last use").isGreaterThan(daysAgo(1));
    }

    private static Path aged(Path directory, String name, int days) throws IOException {
        return Files.setLastModifiedTime(Files.createFile(directory.resolve(name)), daysAgo(days));
    }

    private static FileTime daysAgo(int days) {
        return FileTime.from(Instant.now().minus(Duration.ofDays(days)));
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}
