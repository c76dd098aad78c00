package org.ipcbench.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.results.RecordSchema;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs beside a declared neighbour. */
@EnabledOnOs(OS.LINUX)
class NeighbourJobIT extends RunningJobs {
    private static final int LOOKS = 4;

    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    /** So that no other process has the same command. */
    private final String seconds = Integer.toString(ThreadLocalRandom.current().nextInt(100_000, 999_999));

    @Test
    void neighbourRunsDuringItsIterationsAndIsNoOtherLoad()
            throws IOException, InterruptedException, CsvValidationException {
        Job job = start(beside("300ms", "none,sh -c 'sleep %s & while :; do :; done'"));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        Map<String, String> alone = site.table().get(0);
        Map<String, String> beside = site.table().get(1);
        assertThat(alone).containsEntry("Variant", "none").containsEntry("NeighbourCpuSeconds", "");
        assertThat(Double.parseDouble(beside.get("NeighbourCpuSeconds"))).isPositive();
        assertThat(beside.get("MachineStallShare"))
                .as("what was declared is not the machine's")
                .isEqualTo(alone.get("MachineStallShare"));
        assertThat(sleepers()).isZero();
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void neighbourEndsWithAKilledLauncher() throws IOException, InterruptedException {
        Job job = start(beside("1h", "sh -c 'setsid sleep %1$s; true',sh -c 'setsid sleep %1$s; false'"));
        job.awaitMeasuring(1, Role.SERVER);
        assertThat(sleepers()).isPositive();

        job.kill("KILL");

        await().atMost(PROMPTLY).until(() -> sleepers() == 0);
    }

    @Tag("full")
    @Test
    void neighbourThatEndsEarlyFailsItsIterations() throws IOException, InterruptedException, CsvValidationException {
        Job job = start(beside("100ms", "none,sh -c 'echo tired >&2; exit 3'"));

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(site.table().get(1).get("Reason"))
                .contains("the neighbour ended with exit code 3; last words: tired");
        site.assertNothingLeft();
    }

    @Tag("full")
    @ByTurns(day = 0)
    @Test
    void slowestMessagesAreMatchedToCollectionsOfALoadedHeap()
            throws IOException, InterruptedException, CsvValidationException {
        List<String> said = new ArrayList<>();
        for (int look = 0; look < LOOKS && said.isEmpty(); look++) { // a machine that stalls has other slow messages
            Job job = start(beside("500ms", "none,heap:400M/s,64M"));

            assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
            Map<String, String> loaded = site.table().get(1);
            assertThat(Double.parseDouble(loaded.get("ServerCollections"))).isPositive();
            assertThat(loaded.get("ReasonKinds")).doesNotContain("collection");
            if (String.valueOf(loaded.get("Notes")).contains("collected-tail")) {
                said.addAll(job.out());
            }
        }
        assertThat(said).anyMatch(line -> line.contains("slowest messages met a garbage collection"));
        site.assertNothingLeft();
    }

    /** Its pauses are short; what it takes from messages are CPU time and, if they find no memory, the time until it has some. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void slowestMessagesAreMatchedToTheWorkOfACollectorBesideTheThreads()
            throws IOException, InterruptedException, CsvValidationException {
        List<String> arguments = new ArrayList<>(List.of(beside("1s", "none,heap:400M/s,64M")));
        arguments.add("--jvm-args=-XX:+UseZGC");
        Job job = start(arguments.toArray(String[]::new));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        Map<String, String> loaded = site.table().get(1);
        assertThat(loaded.get("Notes")).contains("collected-tail");
        assertThat(Double.parseDouble(loaded.get("ServerCollections"))).isPositive();
        assertThat(job.out())
                .anyMatch(
                        line -> line.matches(
                                ".*slowest messages met a pause of the garbage collector, [0-9.]+ would by chance; \\d+ met its work beside the threads, .*"));
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
    }

    private String[] beside(String duration, String values) {
        return new String[] {
            "latency",
            "-t",
            "uds",
            "-s",
            "64",
            "-i",
            "1",
            "--warmup",
            "200ms",
            "--placement",
            "unpinned",
            "--verbose",
            "--duration",
            duration,
            "--vary",
            "beside=" + '"' + values.formatted(seconds).replace(",", "\",\"") + '"'
        };
    }

    private long sleepers() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.endsWith("sleep " + seconds))
                        .isPresent())
                .count();
    }
}
