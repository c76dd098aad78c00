package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The samples of a third party's transports: compiled against the program's jar alone, and measured by name. */
class PluginIT {
    @TempDir(factory = JobSite.Factory.class)
    private Path root;

    private JobSite site;

    @BeforeEach
    void makeTheSite() throws IOException {
        site = JobSite.at(root);
    }

    @Tag("full")
    @Test
    void pluginIsMeasuredBesideTheSuitesTransports() throws IOException, InterruptedException, CsvValidationException {
        Path plugin = SampleJar.compile("tcp-io", root);

        try (Job job = Job.start(
                site,
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "tcp-io,tcp",
                "-s",
                "1,4096",
                "-n",
                "2000",
                "--warmup",
                "20ms",
                "--plugin",
                plugin.toString())) {
            assertThat(job.exitCode()).as(String.join("\n", job.err())).isZero();
        }
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"), row -> row.get("Messages"))
                .containsExactly(
                        tuple("tcp", "measured", "2000"),
                        tuple("tcp", "measured", "2000"),
                        tuple("tcp-io", "measured", "2000"),
                        tuple("tcp-io", "measured", "2000"));
        site.assertNothingLeft();
    }

    /** A library of several megabytes, which needs more of the JDK than the suite's own transports do. */
    @Tag("full")
    @Test
    void pluginBringsItsLibraryAndTheJvmArgumentsOfItsPeers()
            throws IOException, InterruptedException, CsvValidationException {
        try (Job job = startChronicle("-s", "1,4096,1M", "-n", "100")) {
            assertThat(job.exitCode()).as(String.join("\n", job.err())).isZero();
        }
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"), row -> row.get("Messages"))
                .containsOnly(tuple("chronicle-queue", "measured", "100"))
                .hasSize(3);
        site.assertNothingLeft();
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"CLIENT", "SERVER"})
    void killedPeerOfAPluginLeavesNoFiles(Role victim) throws IOException, InterruptedException {
        try (Job job = startChronicle("-s", "64", "--duration", "1h", "--verbose")) {
            job.awaitMeasuring(1, victim).destroyForcibly();

            assertThat(job.exitCode()).as(String.join("\n", job.err())).isEqualTo(1);
        }
        site.assertNothingLeft();
    }

    private Job startChronicle(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                "chronicle-queue",
                "--warmup",
                "1ms",
                "--plugin",
                SampleJar.chronicleQueue(root).toString()));
        arguments.addAll(List.of(more));
        return Job.startBehind(site, Job.WITHOUT_CLASS_ARCHIVE, arguments.toArray(String[]::new));
    }

    @Tag("full")
    @Test
    void slowTwinTakesItsDelayForEveryMessage() throws IOException, InterruptedException, CsvValidationException {
        int messages = 20;
        int delayNanos = 5_000_000;

        try (Job job = Job.startBehind(
                site,
                Job.WITHOUT_CLASS_ARCHIVE,
                "latency",
                "--placement",
                "unpinned",
                "-t",
                "twin-a,twin-b,twin-slow",
                "-n",
                Integer.toString(messages),
                "-i",
                "1",
                "--warmup",
                "20ms",
                "--jvm-args=-Dtwins.delay.nanos=" + delayNanos,
                "--plugin",
                SampleJar.compile("twins", root).toString())) {
            assertThat(job.exitCode()).as(String.join("\n", job.err())).isZero();
        }
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactly(
                        tuple("twin-a", "measured"), tuple("twin-b", "measured"), tuple("twin-slow", "measured"));
        double bothWays = 2.0 * messages * delayNanos / 1e9;
        assertThat(Double.parseDouble(site.table().get(2).get("AvgLatencySeconds")))
                .isGreaterThanOrEqualTo(bothWays);
        site.assertNothingLeft();
    }
}
