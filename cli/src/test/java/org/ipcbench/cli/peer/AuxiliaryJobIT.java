package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Cells of a transport that needs a process besides both peers, and files outside the scratch directory. */
@EnabledOnOs(OS.LINUX)
class AuxiliaryJobIT extends RunningJobs {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** One log for each direction. */
    private static final int LOGS = 2;

    @Tag("full")
    @Test
    void everyProcessEndsWithItsLauncher() throws Exception {
        Job job = startEndless();
        Path files = awaitLogs(job);
        assertThat(site.processes()).hasSize(1 + Role.values().length);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files)))
                .isEqualTo("rwx------");
        job.kill("KILL");

        await().atMost(SOON).untilAsserted(() -> {
            site.assertNothingLeft();
            assertThat(files).doesNotExist();
        });
    }

    @Tag("full")
    @Test
    void cpuTimeOfTheAuxiliaryProcessHasItsOwnColumn()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "aeron-ipc,tcp",
                "--duration",
                "200ms",
                "--warmup",
                "1ms");

        assertThat(job.exitCode()).isZero();
        assertThat(site.table())
                .filteredOn(row -> "aeron-ipc".equals(row.get("Transport")))
                .singleElement()
                .satisfies(row -> assertThat(Double.parseDouble(row.get("AuxiliaryCpuSeconds")))
                        .isPositive());
        assertThat(site.table())
                .filteredOn(row -> "tcp".equals(row.get("Transport")))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("AuxiliaryCpuSeconds", ""));
        assertThat(job.out()).anyMatch(line -> line.contains(" CPU ns |"));
        site.assertNothingLeft();
    }

    private Job startEndless() throws IOException {
        return start(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "aeron-ipc",
                "--duration",
                "1h",
                "--warmup",
                "1ms",
                "--verbose");
    }

    /**
     * Waits for the measured part: earlier, the scratch directory and the server could be those of a class archive in the
     * making. Returns where the peers and the driver keep their files.
     */
    private Path awaitLogs(Job job) throws IOException {
        job.awaitMeasuring(1, Role.SERVER);
        Path scratch = site.scratchDirectories().get(0);
        await().atMost(SOON).until(() -> driverDirectories(scratch).size() == 1);
        Path files = driverDirectories(scratch).get(0);
        await().atMost(SOON).until(() -> logs(files).size() == LOGS);
        return files;
    }

    private static List<Path> driverDirectories(Path scratch) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/dev/shm"))) {
            return entries.filter(entry ->
                            entry.getFileName().toString().matches(scratch.getFileName() + "\\.[0-9a-f]{16}\\.aeron"))
                    .toList();
        }
    }

    private static List<Path> logs(Path files) throws IOException {
        Path publications = files.resolve("driver").resolve("publications");
        if (!Files.isDirectory(publications)) {
            return List.of();
        }
        try (Stream<Path> logs = Files.list(publications)) {
            return logs.toList();
        }
    }
}
