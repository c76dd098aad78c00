package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What an iteration does besides measuring: where its classes come from, and what it says of its time. */
@EnabledOnOs(OS.LINUX)
class ClassArchiveJobIT extends RunningJobs {
    private static final String MAKING = "creating a class archive in ";
    private static final String SECONDS = " (\\d+\\.\\d{3}) s";
    private static final Pattern PARTS = Pattern.compile(
            "verbose: (\\w+) (\\d+) bytes, iteration (\\d+): start%1$s, connect%1$s, warm-up%1$s, measure%1$s, close%1$s; outside measured part%1$s; \\d+ samples; warm-up .+"
                    .formatted(SECONDS));

    /** The archive that all jobs of a build have in common, made by the first of them. */
    @Test
    void peersTakeTheirClassesFromTheArchive() throws IOException, InterruptedException {
        assertThat(start(logged()).exitCode()).isZero();

        assertPeersUseAnArchive(classLogs());
        site.assertNothingLeft();
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void firstRunMakesAClassArchiveTheSecondUsesItAndTheThirdFindsItDamaged() throws IOException, InterruptedException {
        Job first = job();
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).first().asString().startsWith(MAKING);
        Path archive = archive();
        List<Path> firstLogs = classLogs();

        Job second = job();
        assertThat(second.exitCode()).isZero();
        assertThat(second.err()).noneMatch(line -> line.startsWith(MAKING));
        assertThat(archive()).isEqualTo(archive);
        List<Path> secondLogs = classLogs();
        secondLogs.removeAll(firstLogs);
        assertPeersUseAnArchive(secondLogs);
        assertThat(Files.readString(site.runs().get(1).resolve("environment.json")))
                .contains("-XX:SharedArchiveFile=" + archive);

        byte[] bytes = Files.readAllBytes(archive);
        bytes[bytes.length / 2] ^= 1;
        Files.write(archive, bytes);

        Job third = job();
        assertThat(third.exitCode()).as("it only slows the run").isZero();
        assertThat(third.err()).anyMatch(line -> line.endsWith(" is damaged"));
        site.assertNothingLeft();
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void missingCacheOnlySlowsTheRun() throws IOException, InterruptedException {
        Files.writeString(site.root().resolve("caches"), "not a directory");

        Job job = job();
        assertThat(job.exitCode()).isZero();
        assertThat(job.err())
                .filteredOn(line -> line.contains("without a class archive"))
                .hasSize(1);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void verboseShowsTheBreakdownOfEachIteration() throws IOException, InterruptedException {
        Job job = start(
                "throughput",
                "--placement",
                "unpinned",
                "-t",
                "tcp,uds",
                "-n",
                "1000",
                "-i",
                "2",
                "--warmup",
                "50ms",
                "--verbose");
        assertThat(job.exitCode()).isZero();

        List<String> said =
                job.err().stream().filter(line -> line.startsWith("verbose: ")).toList();
        List<MatchResult> lines = IntStream.range(0, said.size())
                .filter(i -> i % 2 == 1)
                .mapToObj(i -> parts(said.get(i)))
                .toList();
        assertThat(lines)
                .extracting(line -> line.group(1) + line.group(3))
                .containsExactlyInAnyOrder("tcp1", "tcp2", "uds1", "uds2");
        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(seconds(line, 4) + seconds(line, 5) + seconds(line, 6) + seconds(line, 8))
                                .isCloseTo(seconds(line, 9), within(0.003)));
        for (int i = 0; i < lines.size(); i++) {
            assertThat(said.get(2 * i)).isEqualTo(said.get(2 * i + 1).replaceAll(": start.*", ": measuring"));
            JsonObject breakdown = site.log().get(i).getAsJsonObject("breakdown");
            assertThat(breakdown.get("startNanos").getAsLong() / 1e9)
                    .isPositive()
                    .isCloseTo(seconds(lines.get(i), 4), within(0.001));
        }
    }

    /** A run with a cache of its own. */
    private Job job() throws IOException {
        Job job = startBehind(List.of("env", "XDG_CACHE_HOME=" + site.root().resolve("caches")), logged());
        return job;
    }

    /** A pair of peers that say where each of their classes comes from. */
    private String[] logged() {
        return new String[] {
            "throughput",
            "--placement",
            "unpinned",
            "-i",
            "1",
            "-t",
            "uds",
            "-n",
            "1",
            "--warmup",
            "1ms",
            "--jvm-args=-Xlog:class+load:file=" + site.root() + "/classes-%p.log"
        };
    }

    private static void assertPeersUseAnArchive(List<Path> logs) {
        assertThat(logs)
                .hasSize(2)
                .allSatisfy(log -> assertThat(log)
                        .content()
                        .contains("org.ipcbench.peer.Assignment source: shared objects file (top)"));
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.list(site.root().resolve("caches/ipcbench"))) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".jsa")).toList();
            assertThat(archives).hasSize(1);
            return archives.get(0);
        }
    }

    private List<Path> classLogs() throws IOException {
        try (Stream<Path> files = Files.list(site.root())) {
            return files.filter(file -> file.getFileName().toString().startsWith("classes-"))
                    .collect(Collectors.toList());
        }
    }

    private static MatchResult parts(String line) {
        var matcher = PARTS.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        return matcher.toMatchResult();
    }

    private static double seconds(MatchResult line, int group) {
        return Double.parseDouble(line.group(group));
    }
}
