package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.run.program.VariedValue.SuiteJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs that compare variants. */
@EnabledOnOs(OS.LINUX)
class VaryJobIT extends RunningJobs {
    private static final String MESSAGE = "org/ipcbench/control/ControlMessage$Over.class";

    @Test
    void peersOfEachVariantGetItsArguments() throws IOException, InterruptedException, CsvValidationException {
        Path logs = site.root().resolve("logs");
        Files.createDirectory(logs);

        Job job = measured(
                "throughput",
                "--placement",
                "unpinned",
                "-t",
                "null",
                "-i",
                "1",
                "-n",
                "1000",
                "--warmup",
                "1ms",
                "--vary",
                "jvm-args=-Xlog:gc:file=%1$s/first,-XX:+UseParallelGC -Xlog:gc:file=%1$s/second".formatted(logs));

        assertThat(logs.resolve("first")).content().contains("Using Serial");
        assertThat(logs.resolve("second")).content().contains("Using Parallel");
        String first = "-Xlog:gc:file=%s/first".formatted(logs);
        assertThat(job.out()).anyMatch(line -> line.endsWith("rate ÷ rate of %s in the same rounds:".formatted(first)));
        assertThat(site.table())
                .extracting(row -> row.get("Variant"))
                .hasSize(2)
                .startsWith("'" + first); // else a formula to a spreadsheet
        assertThat(site.table().get(0)).containsEntry("RatioToFirstVariant", "");
        assertThat(Double.parseDouble(site.table().get(1).get("RatioToFirstVariant")))
                .isPositive();
        assertThat(variants().get(first).getAsJsonObject().get("flags").toString())
                .contains("-XX:+UseSerialGC", first);
    }

    /** Compiled by the simple compiler only, the harness alone takes much longer. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void gateFailsForACertainLossAndCouldNotMeasureWithTwoRounds() throws IOException, InterruptedException {
        String[] gated = {
            "throughput",
            "--placement",
            "unpinned",
            "-t",
            "null",
            "-n",
            "1000000",
            "--warmup",
            "300ms",
            "--vary",
            "jvm-args=,-XX:TieredStopAtLevel=1",
            "--fail-on",
            "slower:5%",
            "-i"
        };

        Job lost = start(Stream.concat(Stream.of(gated), Stream.of("5")).toArray(String[]::new));
        assertThat(lost.exitCode()).isEqualTo(1);
        assertThat(lost.err())
                .anyMatch(line -> line.startsWith(
                                "--fail-on slower:5%: null, throughput, 4096 bytes, -XX:TieredStopAtLevel=1 fails: speed is 0.")
                        && line.contains(" times the speed of "));

        Job twice = start(Stream.concat(Stream.of(gated), Stream.of("2")).toArray(String[]::new));
        assertThat(twice.exitCode()).isEqualTo(125);
        assertThat(twice.err()).anyMatch(line -> line.endsWith("fewer than 3 common rounds, use -i 3 or more"));
    }

    /** Compiled by the simple compiler only, the harness alone takes much longer, which is certain after the first look. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void planIsFollowedByARunThatEndsAsSoonAsItIsCertain() throws IOException, InterruptedException {
        String[] gated = {
            "throughput",
            "--placement",
            "unpinned",
            "-t",
            "null",
            "-n",
            "1000000",
            "--warmup",
            "100ms",
            "--vary",
            "jvm-args=,-XX:TieredStopAtLevel=1",
            "--fail-on",
            "slower:10%"
        };

        Job plan = measured(Stream.concat(Stream.of(gated), Stream.of("--plan")).toArray(String[]::new));
        assertThat(plan.out())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("--fail-on slower: finds a loss of 20.0 % in 9 of 10 runs with "))
                .anyMatch(line -> line.matches(
                        "run: \\S+java( \\S+)* -jar \\S+ throughput .* --fail-on=slower:10% .*--max-time=\\d+s"));

        Job run = start(
                Stream.concat(Stream.of(gated), Stream.of("--max-time", "5m")).toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).anyMatch(line -> line.matches("--fail-on: certain after \\d+ rounds"));
    }

    @Test
    void jvmThatDoesNotStartIsFoundBeforeARun() throws IOException, InterruptedException {
        Job job = start(
                "throughput", "--placement", "unpinned", "-t", "null", "--vary", "jvm-args=-Xint,-XX:+UseNoSuchGC");

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("'--vary'", "the JVM of '-XX:+UseNoSuchGC' does not start: ", "UseNoSuchGC'");
        assertThat(site.output()).doesNotExist();
    }

    @Tag("full")
    @Test
    void anotherBuildsPeersAreMeasuredAndPluginsWithThem()
            throws IOException, InterruptedException, CsvValidationException {
        Path copy = Files.copy(Job.JAR, site.root().resolve("copy.jar"));

        measuredBehind(
                Job.WITHOUT_CLASS_ARCHIVE,
                "latency",
                "--placement",
                "unpinned",
                "-t",
                "pipe,twin-a",
                "-i",
                "3",
                "-n",
                "50",
                "--warmup",
                "20ms",
                "--plugin",
                SampleJar.compile("twins", site.root()).toString(),
                "--vary",
                "jar=%s,%s".formatted(Job.JAR, copy));

        List<Map<String, String>> rows = site.table();
        assertThat(rows).hasSize(4).allSatisfy(row -> assertThat(row).containsEntry("Status", "measured"));
        String version = SuiteJar.at(copy.toString()).version();
        assertThat(rows)
                .extracting(row -> row.get("Variant"))
                .containsExactly(
                        version + " (ipc-benchmarktest.jar)",
                        version + " (copy.jar)",
                        version + " (ipc-benchmarktest.jar)",
                        version + " (copy.jar)");
        assertThat(rows.get(1).get("RatioToFirstVariantCiLow")).isNotEmpty();
        assertThat(variants().toString()).contains("-cp", copy + ":", "twins.jar");
    }

    /** A build without one of the messages. */
    @Test
    void jarWhosePeersWouldNotUnderstandTheLauncherIsRefused() throws IOException {
        Path other = Files.copy(Job.JAR, site.root().resolve("other.jar"));
        try (FileSystem content = FileSystems.newFileSystem(URI.create("jar:" + other.toUri()), Map.of())) {
            Files.delete(content.getPath(MESSAGE));
        }

        assertThat(SuiteJar.at(Job.JAR.toString()).version()).isNotEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SuiteJar.at(other.toString()))
                .withMessageContaining("'%s' (", other)
                .withMessageContaining(") has another control protocol: ControlMessage differs; give a build");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        SuiteJar.at(SampleJar.compile("tcp-io", site.root()).toString()))
                .withMessageContaining("tcp-io.jar' is not a runnable jar of this suite; give the");
    }

    private JsonObject variants() throws IOException {
        return JsonParser.parseString(Files.readString(site.run().resolve("environment.json")))
                .getAsJsonObject()
                .getAsJsonObject("variants");
    }
}
