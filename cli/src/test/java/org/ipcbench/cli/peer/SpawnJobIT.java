package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs whose client starts the server for each call. */
@EnabledOnOs(OS.LINUX)
class SpawnJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    /** So that no other process has the same command. */
    private final String seconds = Integer.toString(ThreadLocalRandom.current().nextInt(100_000, 999_999));

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(TransportRegistry.load().named("spawn").availability()).isInstanceOf(Availability.Available.class);
    }

    @ByTurns(day = 0)
    @Test
    void startedProgramsCostIsTheServers() throws IOException, InterruptedException, CsvValidationException {
        Job job = start(latency("spawn,uds", "3", "200ms", "c"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        Map<String, String> row = site.table().stream()
                .filter(each -> "spawn".equals(each.get("Transport")))
                .findFirst()
                .orElseThrow();
        assumeThat(row.get("Status")).as("it takes a compiler").isEqualTo("measured");
        assertThat(Double.parseDouble(row.get("ServerCpuSeconds"))).isPositive();
        assertThat(Double.parseDouble(row.get("ServerPeakResidentMebibytes"))).isBetween(0.1, 30.0);
        assertThat(job.out())
                .as("with an interval, unless the machine's load hides it")
                .anyMatch(line -> line.matches("spawn of program c takes \\d+ µs of CPU a call more than kept uds .*"));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Test
    void programThatFailsFailsItsCellWithItsWords() throws IOException, InterruptedException, CsvValidationException {
        Job job = start(latency("spawn", "1", "100ms", "sh -c 'echo tired >&2; exit 3'"));

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table().get(0).get("Reason")).contains("the program 'sh' ended with exit code 3: tired");
        site.assertNothingLeft();
    }

    /** Who is killed: one of them by turns. */
    static List<String> killed() {
        return Turns.today().one(List.of("launcher", "client", "both"));
    }

    @ParameterizedTest
    @MethodSource("killed")
    void programThatIgnoresItsInputsEndIsGoneAfterAKill(String victims) throws IOException, InterruptedException {
        Path begun = site.root().resolve("begun-" + victims);
        Job job = start(latency(
                "spawn", "1", "1h", "sh -c 'test -e %1$s && exec sleep %2$s; touch %1$s'".formatted(begun, seconds)));
        await().atMost(PROMPTLY).until(() -> !sleepers().isEmpty());
        long client = sleepers().get(0).parent().orElseThrow().pid();

        if (!victims.equals("client")) {
            job.kill("KILL");
        }
        if (!victims.equals("launcher")) {
            Job.kill("KILL", Long.toString(client));
        }
        if (victims.equals("both")) { // nobody is left who could end it but the next run
            start("throughput", "-i", "1", "-t", "tcp", "-n", "1", "--warmup", "1ms")
                    .exitCode();
        }

        await().atMost(PROMPTLY).until(() -> sleepers().isEmpty());
    }

    /** Half of them by turns. */
    static List<String> programs() {
        return Turns.today().share(2, List.of("sh", "java", "python", "java-plain"));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("programs")
    void everyProgramIsMeasured(String program) throws IOException, InterruptedException, CsvValidationException {
        measured(latency("spawn,spawn-jdk", "1", "300ms", program));

        assertThat(site.table()).allSatisfy(row -> assertThat(row.get("Status")).isIn("measured", "unavailable"));
    }

    private static String[] latency(String transports, String iterations, String duration, String program) {
        return new String[] {
            "latency",
            "-t",
            transports,
            "-s",
            "64",
            "-i",
            iterations,
            "--warmup",
            "100ms",
            "--placement",
            "unpinned",
            "--duration",
            duration,
            "--program",
            program
        };
    }

    private List<ProcessHandle> sleepers() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.endsWith("sleep " + seconds))
                        .isPresent())
                .toList();
    }
}
