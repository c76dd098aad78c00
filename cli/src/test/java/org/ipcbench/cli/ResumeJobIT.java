package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs that were killed go on. System properties make it longer than {@code mvn verify -Pfull} has time for. */
@EnabledOnOs(OS.LINUX)
class ResumeJobIT extends RunningJobs {
    private static final int KILLS = Integer.getInteger("ipcbench.endurance.kills", 10);
    private static final int ITERATIONS = 4;
    private static final Duration SOON = Duration.ofMinutes(1);

    /** About as long as the run takes that is killed. */
    private static final int LONGEST_LIFE_MILLIS = 2000;

    @Test
    void interruptedRunIsCompletedAndCompleteOneLeftAlone() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);
        String run = site.run().toString();
        int before = site.log().size();

        Console resumed = Console.of("resume", run);

        assertThat(resumed.exitCode()).as("%s", resumed.err()).isZero();
        assertThat(before).isLessThan(ITERATIONS);
        assertEveryTurnOnce(site);
        assertThat(Console.of("report", run).out()).isEqualTo(resumed.out());
        byte[] record = Files.readAllBytes(site.run().resolve("results.jsonl"));
        assertThat(Console.of("resume", run).err()).containsExactly("nothing is missing in " + run);
        assertThat(site.run().resolve("results.jsonl")).hasBinaryContent(record);
        site.assertNothingLeft();
    }

    @Test
    void liveRunIsLeftToItsProcess() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("STOP");
        String run = site.run().toString();

        Console refused = Console.of("resume", run);
        int reported = Console.of("report", run).exitCode();
        job.kill("CONT");

        assertThat(refused.exitCode()).as("%s", refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .singleElement()
                .asString()
                .contains("'%s' is being measured by process %d, which may be stopped; end it first"
                        .formatted(run, job.pid()));
        assertThat(reported).isZero();
        assertThat(job.exitCode()).isZero();
        assertEveryTurnOnce(site);
        assertThat(site.run().resolve("results.lock")).doesNotExist();
    }

    /** At random moments, the same ones each time as far as the machine allows. */
    @Tag("full")
    @Test
    void killedRunIsCompleted() throws Exception {
        Random random = new Random(1);
        for (int kill = 1; kill <= KILLS; kill++) {
            JobSite own = JobSite.at(Files.createDirectory(site.root().resolve("k" + kill)));
            Job job = startTiny(own);
            awaitRecord(own);
            Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
            ProcessHandle.of(job.pid())
                    .ifPresent(ProcessHandle::destroyForcibly); // on a fast machine it may have ended
            await().atMost(SOON).until(() -> own.processes().isEmpty());

            Console resumed = Console.of("resume", own.run().toString());

            assertThat(resumed.exitCode())
                    .as("kill %d: %s", kill, resumed.err())
                    .isZero();
            assertEveryTurnOnce(own);
        }
    }

    @Tag("full")
    @Test
    void anotherEnvironmentIsNamedAndAskedFor() throws Exception {
        Job job = startTiny(site);
        awaitIteration(site);
        job.kill("INT");
        assertThat(job.exitCode()).isEqualTo(130);
        Path environment = site.run().resolve("environment.json");
        Files.writeString(
                environment,
                Files.readString(environment).replaceFirst("\"release\": \"[^\"]*\"", "\"release\": \"1.2.3\""));
        String run = site.run().toString();

        Console refused = Console.of("resume", run);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .last()
                .asString()
                .contains("kernel.release: 1.2.3, now ", "; --anyway resumes all the same");
        assertThat(Console.of("resume", run, "--anyway").exitCode()).isZero();
        assertEveryTurnOnce(site);
    }

    /** One JVM each, and one message. */
    private Job startTiny(JobSite place) throws IOException {
        Job job = Job.start(
                place,
                "throughput",
                "-i",
                Integer.toString(ITERATIONS),
                "-t",
                "null",
                "-s",
                "64",
                "-n",
                "1",
                "--warmup",
                "1ms",
                "--no-progress");
        jobs.add(job);
        return job;
    }

    private static void awaitIteration(JobSite place) {
        await().atMost(SOON)
                .until(() -> isBegun(place)
                        && Files.readAllLines(place.run().resolve("results.jsonl"))
                                        .size()
                                > 1);
    }

    private static void awaitRecord(JobSite place) {
        await().atMost(SOON).until(() -> isBegun(place));
    }

    private static boolean isBegun(JobSite place) throws IOException {
        return Files.exists(place.output())
                && !place.runs().isEmpty()
                && Files.exists(place.run().resolve("results.jsonl"))
                && Files.size(place.run().resolve("results.jsonl")) > 0;
    }

    private static void assertEveryTurnOnce(JobSite place) throws IOException {
        List<JsonObject> lines = place.log();
        assertThat(lines)
                .extracting(line -> line.get("round").getAsInt())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, ITERATIONS).boxed().toList());
        try (Stream<String> text = Files.lines(place.run().resolve("results.jsonl"))) {
            assertThat(text.toList()).last().asString().contains("\"record\":\"end\"");
        }
    }
}
