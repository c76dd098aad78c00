package org.ipcbench.cli.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.JobSite;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Long runs of tiny iterations: what they keep, and what they leave. System properties make them longer than
 * {@code mvn verify -Pfull} has time for.
 */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class EnduranceJobIT extends RunningJobs {
    private static final int ITERATIONS = Integer.getInteger("ipcbench.endurance.iterations", 50);
    private static final int KILLS = Integer.getInteger("ipcbench.endurance.kills", 5);

    private static final Duration DEADLINE = Duration.ofHours(2);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration OFTEN = Duration.ofMillis(20);

    /** Less than the histograms of all iterations would take, a quarter of a MiB each. */
    private static final String SMALL_HEAP = "JDK_JAVA_OPTIONS=-Xmx32m";

    /** Threads that happen to end, or descriptors that happen to be open, while others are counted. */
    private static final int COMING_AND_GOING = 8;

    /** Longer than an iteration takes. */
    private static final int MAX_LIFE_MILLIS = 1000;

    private static final Pattern ENDED = Pattern.compile("verbose: .*, iteration \\d+: start .*");

    private final Random random = new Random(1);

    @ByTurns(day = 0)
    @Test
    void launcherKeepsNothingOfItsIterations() throws Exception {
        Job job = startBehind(List.of("env", SMALL_HEAP), tiny(ITERATIONS));
        awaitEnded(job, ITERATIONS / 10);
        long threads = threads(job);
        long descriptors = descriptors(job);
        awaitEnded(job, ITERATIONS * 9 / 10);

        assertThat(threads(job)).as("threads").isLessThanOrEqualTo(threads + COMING_AND_GOING);
        assertThat(descriptors(job)).as("descriptors").isLessThanOrEqualTo(descriptors + COMING_AND_GOING);
        assertThat(job.exitCode(DEADLINE)).as("%s", job.err()).isZero();
        assertThat(lines()).hasSize(ITERATIONS);
        site.assertNothingLeft();
    }

    /** At random moments, the same ones each time as far as the machine allows. */
    @ByTurns(day = 1)
    @Test
    void everyIterationThatHadEndedOutlivesAKilledLauncher() throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            JobSite own = JobSite.at(Files.createDirectory(site.root().resolve("k" + kill)));
            Job job = Job.start(own, tiny(100));
            jobs.add(job);
            awaitEnded(job, 1);
            Thread.sleep(random.nextInt(MAX_LIFE_MILLIS));
            job.kill("KILL");
            await().atMost(SOON).until(() -> own.processes().isEmpty());

            long ended = ended(job);
            List<String> lines = lines(own);
            assertThat(lines).as("kill %d", kill).hasSizeBetween((int) ended, (int) ended + 1);
            assertThat(Files.readString(own.run().resolve("results.jsonl"))).endsWith("}\n");
            assertThat(lines)
                    .allSatisfy(line -> assertThat(JsonParser.parseString(line)
                                    .getAsJsonObject()
                                    .has("measurement"))
                            .isTrue());
        }
    }

    @Test
    void diskThatIsFullForAWhileCostsNoIteration() throws Exception {
        int iterations = 8;
        Files.createDirectory(site.output());
        List<String> ownMounts = List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");
        String mount = "mount -t tmpfs -o size=8m tmpfs " + site.output();
        assumeTrue(succeeds(ownMounts, mount), "this machine allows no mounts in user namespaces");
        Path copy = site.root().resolve("copy");
        List<String> prefix = new ArrayList<>(ownMounts);
        prefix.addAll(
                List.of("%s && \"$@\"; code=$?; cp -r %s %s; exit $code".formatted(mount, site.output(), copy), "sh"));
        Job job = startBehind(prefix, tiny(iterations));
        awaitEnded(job, 2);
        Path filler = Path.of("/proc", Long.toString(job.pid()), "root")
                .resolve(Path.of("/").relativize(site.output()))
                .resolve("filler");
        fill(filler);
        await().atMost(SOON)
                .pollInterval(OFTEN)
                .until(() ->
                        job.err().stream().anyMatch(line -> line.contains("tried again after the next iteration")));
        Files.delete(filler);
        await().atMost(SOON)
                .pollInterval(OFTEN)
                .until(() -> job.err().stream().anyMatch(line -> line.endsWith(" is complete again")));

        assertThat(job.exitCode(DEADLINE)).as("%s", job.err()).isZero();
        try (Stream<Path> runs = Files.list(copy)) {
            Path run = runs.filter(Files::isDirectory).findFirst().orElseThrow();
            assertThat(Files.readAllLines(run.resolve("results.jsonl")).stream().filter(EnduranceJobIT::isIteration))
                    .hasSize(iterations)
                    .allSatisfy(line -> assertThat(JsonParser.parseString(line).isJsonObject())
                            .isTrue());
        }
    }

    /** One JVM each, and one message. */
    private static String[] tiny(int iterations) {
        return new String[] {
            "throughput",
            "--placement",
            "unpinned",
            "-i",
            Integer.toString(iterations),
            "-t",
            "null",
            "-s",
            "64",
            "-n",
            "1",
            "--warmup",
            "1ms",
            "--verbose"
        };
    }

    private static void fill(Path file) throws IOException {
        byte[] block = new byte[1 << 12];
        try (var stream = Files.newOutputStream(file)) {
            while (true) {
                stream.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }

    private static void awaitEnded(Job job, int iterations) {
        await().atMost(DEADLINE).pollInterval(OFTEN).until(() -> ended(job) >= iterations);
    }

    private static long ended(Job job) throws IOException {
        return job.err().stream().filter(ENDED.asMatchPredicate()).count();
    }

    private List<String> lines() throws IOException {
        return lines(site);
    }

    private static List<String> lines(JobSite place) throws IOException {
        return Files.readAllLines(place.run().resolve("results.jsonl")).stream()
                .filter(EnduranceJobIT::isIteration)
                .toList();
    }

    private static boolean isIteration(String line) {
        return JsonParser.parseString(line)
                .getAsJsonObject()
                .get("record")
                .getAsString()
                .equals("iteration");
    }

    private static long descriptors(Job job) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(job.pid()), "fd"))) {
            return open.count();
        }
    }

    private static long threads(Job job) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(job.pid()), "task"))) {
            return tasks.count();
        }
    }
}
