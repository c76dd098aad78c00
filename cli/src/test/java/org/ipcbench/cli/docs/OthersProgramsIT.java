package org.ipcbench.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.cli.job.Job;
import org.ipcbench.launch.command.PeerSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The programs that docs/evidence/claims.md runs beside the suite's own commands; their libraries are here under -Pfull. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class OthersProgramsIT {
    private static final String DISRUPTOR =
            Path.of("..", "samples", "disruptor", "OneToOne.java").toString();
    private static final Path SUITE = Path.of("..", "target", "ipc-benchmarktest.jar");

    @TempDir
    private Path directory;

    @Test
    void disruptorTellsItsRateAndWhereItWasMeasured() throws IOException, InterruptedException {
        String cpu = firstAllowedCpu();

        String output = output(0, "-cp", library("com/lmax"), DISRUPTOR, cpu + "," + cpu, "1000");

        assertThat(output)
                .matches("(?s)(pass \\d: [\\d,]+ events/s\n){7}producer on CPU %1$s, consumer on CPU %1$s: .*\n"
                        .formatted(cpu));
    }

    @Test
    void disruptorWithoutCpusSaysWhatItNeeds() throws IOException, InterruptedException {
        assertThat(output(2, "-cp", library("com/lmax"), DISRUPTOR, "0"))
                .startsWith("usage: ")
                .hasLineCount(1);
    }

    @Test
    void aeronsOwnRoundTripsRunWithTheSuitesLibraries() throws IOException, InterruptedException {
        String output = output(
                0,
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                library("io/aeron/aeron-samples") + File.pathSeparator + SUITE,
                "-Daeron.dir=" + directory.resolve("driver"),
                "-Daeron.sample.ping.channel=aeron:ipc",
                "-Daeron.sample.pong.channel=aeron:ipc",
                "-Daeron.sample.messages=100",
                "-Daeron.sample.warmup.messages=100",
                "io.aeron.samples.EmbeddedPingPong");

        assertThat(output).containsPattern("Total count += +100\\b");
    }

    @Test
    void chroniclesOwnLatenciesRunWithTheArgumentsOfTheSample() throws IOException, InterruptedException {
        List<String> lines = Files.readAllLines(Path.of("..", "samples", "chronicle-benchmark", "arguments")).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("-cp "))
                .toList();
        List<String> arguments = new ArrayList<>(List.of("-cp", PeerSettings.currentClassPath()));
        arguments.addAll(lines.subList(0, lines.size() - 1));
        arguments.addAll(
                List.of("-Diterations=1000", "-Dpath=" + directory.resolve("queue"), lines.get(lines.size() - 1)));

        String output = output(0, arguments.toArray(String[]::new));

        assertThat(output).contains("SUMMARY (end to end) us").containsPattern("\n99\\.0: +\\d");
    }

    private static String library(String group) {
        return Stream.of(PeerSettings.currentClassPath().split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("/" + group + "/"))
                .findFirst()
                .orElseThrow();
    }

    private static String firstAllowedCpu() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.split("[\\s,-]+", -1)[1])
                .findFirst()
                .orElseThrow();
    }

    /** What a Java program prints that ends with this code; Aeron's asks whether to go on. */
    private String output(int exitCode, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output");
        Path answer = Files.writeString(directory.resolve("answer"), "n\n");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(answer.toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(Job.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended).as(text).isTrue();
            assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
            return text;
        } finally {
            process.destroyForcibly();
        }
    }
}
