package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.measure.result.Count;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transports whose peers are programs that a directory describes. */
@EnabledOnOs(OS.LINUX)
class DescribedTransportIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    private static final List<String> EITHER = List.of("measured", "unavailable");

    /** A missing program is an exit code of this one. */
    private static final List<String> PYTHON = List.of("env", "python3", "-c");

    private static final Path MEMORY = Path.of("/dev/shm");

    private static final Path SAMPLES = SampleJar.SAMPLES.resolve("described");

    @Test
    void pythonsPipeIsMeasuredBesideTheSuitesTransports() throws Exception {
        assertMeasured("latency", "py-pipe,uds", "64");
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Peers"))
                .containsOnly(tuple("py-pipe", "python3 peer.py:python3 peer.py"), tuple("uds", ""));
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"latency;py-pipe;1,16K", "throughput;py-pipe;1,64,16K", "load;py-pipe;64"})
    void pythonsPipeIsMeasured(String question, String transport, String sizes) throws Exception {
        assertMeasured(question, transport, sizes);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"latency;node-uds,node-ipc;1,64,16K", "throughput;node-uds,node-ipc;1,64,16K"})
    void nodesTransportsAreMeasured(String question, String transports, String sizes) throws Exception {
        assumeThat(succeeds(List.of("env", "node"), "--version")).isTrue();
        assumeThat(succeeds(PYTHON, "import socket; socket.send_fds"))
                .as("Python 3.9 or later")
                .isTrue();
        assertMeasured(question, transports, sizes);
        assertThat(site.run().resolve("results.jsonl")).content().doesNotContain("\"compiled\""); // nobody knows
    }

    /** The worker has a process that stands for it, and costs what its thread does. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"latency", "throughput"})
    void nodesWorkerIsMeasuredBesideThreadsOfAJvm(String question) throws Exception {
        assumeThat(succeeds(List.of("env", "node"), "--version")).isTrue();

        Job job = started(question, "node-worker,handoff-queue,node-uds", "64,16K", "--sides", "threads");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Sides"), row -> row.get("Status"))
                .containsOnly(
                        tuple("node-worker", "threads", "measured"),
                        tuple("handoff-queue", "threads", "measured"),
                        tuple("node-uds", "threads", "unsupported"));
        assertThat(site.log())
                .filteredOn(line -> line.toString().contains("node-worker"))
                .hasSize(2)
                .extracting(line -> line.getAsJsonObject("measurement").getAsJsonObject("serverCost"))
                .allSatisfy(worker -> {
                    assertThat(worker.get("cpuNanos")).isEqualTo(worker.get("measuringNanos"));
                    assertThat(worker.getAsJsonObject("kernel")
                                    .get("peakResidentBytes")
                                    .getAsLong())
                            .isEqualTo(Count.UNKNOWN);
                });
        site.assertNothingLeft();
    }

    @Test
    void nodesPackagePassesItsOwnTests() throws Exception {
        assumeThat(succeeds(List.of("env", "node", "-e"), "require('node:test')"))
                .as("Node 18 or later")
                .isTrue();

        assertSucceeds(
                new ProcessBuilder("node", peers("node").resolve("test.js").toString()));
    }

    @Tag("full")
    @Test
    void rustsCratePassesItsOwnTests() throws Exception {
        assumeCanBeBuilt(peers("rust"));

        assertSucceeds(cargo(site.root().resolve("target"), peers("rust"), "test"));
    }

    /** Both peers are the program that is built. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"rs-uds;1,64,16K", "rs-iceoryx2;64"})
    void rustsSamplesAreBuiltAndMeasured(String sample, String sizes) throws Exception {
        assumeCanBeBuilt(SAMPLES.resolve(sample));
        Path plugin = Files.createDirectory(site.root().resolve(sample));
        Files.copy(SAMPLES.resolve(sample).resolve("transport.json"), plugin.resolve("transport.json"));
        assertSucceeds(cargo(plugin.resolve("target"), SAMPLES.resolve(sample), "build", "--release"));

        for (String question : List.of("latency", "throughput")) {
            assertMeasured(plugin, question, sample, sizes);
        }
    }

    /** The compiler is new enough, and the libraries are here: {@code .ci/run} fetches them. */
    private static void assumeCanBeBuilt(Path crate) throws IOException, InterruptedException {
        Path toml = crate.resolve("Cargo.toml");
        assumeThat(succeeds(List.of("sh", "-c"), """
                cargo tree --offline --locked --manifest-path '%s' &&
                { sed -n 's/^rust-version = "\\(.*\\)"/\\1/p' '%s'; rustc --version | cut -d ' ' -f 2; } | sort -VC
                """.formatted(toml, toml)))
                .as("crates for " + toml)
                .isTrue();
    }

    /** Its artefacts are outside of the sources, and made as quickly as possible. */
    private static ProcessBuilder cargo(Path target, Path crate, String... words) {
        List<String> command = new ArrayList<>(List.of("cargo"));
        command.addAll(List.of(words));
        command.addAll(List.of(
                "--offline",
                "--locked",
                "--manifest-path",
                crate.resolve("Cargo.toml").toString()));
        ProcessBuilder cargo = new ProcessBuilder(command);
        cargo.environment()
                .putAll(Map.of("CARGO_TARGET_DIR", target.toString(), "CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"));
        return cargo;
    }

    private static Path peers(String language) {
        return SampleJar.PYTHON.resolveSibling(language);
    }

    private static void assertSucceeds(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** Those whose libraries are here; the others tell what is missing. Programs that have to be built, and threads, are other tests'. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"latency", "throughput"})
    void everySampleIsMeasuredOrUnavailable(String question) throws Exception {
        List<String> ids = samples()
                .filter(each -> !Files.exists(each.resolve("Cargo.toml")) && !each.endsWith("node-worker"))
                .map(each -> each.getFileName().toString())
                .toList();

        Job job = started(question, String.join(",", ids), "64,4K");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isIn(0, 1);
        assertThat(site.table())
                .hasSize(2 * ids.size())
                .allSatisfy(row -> assertThat(row.get("Status"))
                        .as(row.toString())
                        .isIn(System.getenv("IPCBENCH_SAMPLES") == null ? EITHER : List.of("measured")));
        site.assertNothingLeft();
    }

    @Test
    void eachSampleIsListedWithTheLineThatInstallsIt() throws Exception {
        Job job = Job.startDialogue(
                site,
                List.of("env", "PYTHONPATH=" + site.root(), "NODE_PATH=" + site.root()),
                "list",
                "--plugin",
                SAMPLES.toString());
        jobs.add(job);

        assertThat(job.exitCode()).isZero();
        assertThat(String.join("\n", job.out())).contains("py-pipe", "fails", "pip install ./peers/python");
    }

    /** One of three processes, for a pipe that tells of an end, memory that does not, a program that a peer has started, and a worker. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "py-pipe,client",
        "py-pipe,launcher",
        "py-shm,server",
        "py-shm,launcher",
        "py-iceoryx2,launcher",
        "py-redis,server",
        "node-worker,client",
        "node-worker,server",
        "node-worker,launcher"
    })
    void nothingIsLeftWhoeverIsKilled(String transport, String victim) throws Exception {
        assumeThat(succeeds(PYTHON, transport.equals("py-iceoryx2") ? "import iceoryx2" : ""))
                .isTrue();
        assumeThat(!transport.equals("py-redis") || succeeds(List.of("sh", "-c"), "command -v redis-server"))
                .isTrue();
        assumeThat(!transport.startsWith("node") || succeeds(List.of("env", "node"), "--version"))
                .isTrue();
        List<Path> before = memory();
        String sides = transport.equals("node-worker") ? "threads" : "processes";
        Job job = started(
                "latency", transport, "64", "--duration", "20s", "--verbose", "--timeout", "5s", "--sides", sides);
        await().atMost(Job.DEADLINE)
                .until(() -> job.err().stream().anyMatch(line -> line.endsWith("iteration 1: measuring")));
        ProcessHandle launcher = ProcessHandle.of(job.pid()).orElseThrow();
        List<ProcessHandle> peers = launcher.descendants().toList();
        (victim.equals("launcher")
                        ? launcher
                        : peers.stream()
                                .filter(peer -> List.of(peer.info().arguments().orElse(new String[0]))
                                        .contains(victim))
                                .findFirst()
                                .orElseThrow())
                .destroyForcibly();

        assertThat(job.exitCode()).as(victim).isEqualTo(victim.equals("launcher") ? 137 : 1);
        await().atMost(PROMPTLY).untilAsserted(() -> {
            assertThat(peers).as(victim).noneMatch(ProcessHandle::isAlive);
            site.assertNothingLeft();
            assertThat(memory()).filteredOn(file -> !before.contains(file)).isEmpty();
        });
    }

    /** Names that begin as a scratch directory's does. */
    private static List<Path> memory() throws IOException {
        try (Stream<Path> files = Files.list(MEMORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("ipcbench-"))
                    .toList();
        }
    }

    @Tag("full")
    @Test
    void programsOfOtherPeersAreNotItsOwn() throws Exception {
        Job job = started("latency", "py-pipe,uds", "64", "--peer", "python");

        assertThat(job.exitCode()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .contains(tuple("py-pipe", "unsupported"));
        assertThat(String.join("\n", job.out())).contains("has programs of its own", "omit --peer");
    }

    @Tag("full")
    @Test
    void jvmsThatItDoesNotUseAreNotCompared() throws Exception {
        Job job = started("latency", "py-pipe,uds", "64", "--vary", "jvm-args=-Da=1,-Da=2");

        assertThat(job.exitCode()).as("%s", job.err()).isZero();
        assertThat(String.join("\n", job.out())).contains("which are no JVM; omit --vary");
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsOnly(tuple("py-pipe", "unsupported"), tuple("uds", "measured"));
    }

    @Test
    void programThatDoesNotStartFailsItsCells() throws Exception {
        Path directory = Files.createDirectory(site.root().resolve("broken"));
        Files.writeString(
                directory.resolve("transport.json"),
                "{'id':'broken','title':'no peers','waits':'blocking','peer':['sh','-c','echo no libfoo >&2; exit 7']}"
                        .replace('\'', '"'));

        Job job = start("latency", "-t", "broken", "-s", "64", "-i", "1", "--plugin", directory.toString());

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(String.join("\n", job.out())).contains("exit code 7", "no libfoo");
        site.assertNothingLeft();
    }

    private void assertMeasured(String question, String transports, String sizes) throws Exception {
        assumeThat(succeeds(PYTHON, "")).isTrue();
        assertMeasured(SAMPLES, question, transports, sizes);
    }

    private void assertMeasured(Path plugin, String question, String transports, String sizes) throws Exception {
        Job job = started(plugin, question, transports, sizes);

        boolean hasRate = question.equals("load"); // which a busy machine may not reach
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isBetween(0, hasRate ? 1 : 0);
        int cells = transports.split(",").length * sizes.split(",").length;
        assertThat(site.table())
                .hasSize(cells)
                .allSatisfy(
                        row -> assertThat(row.get("Status")).isIn("measured", hasRate ? "not-reached" : "measured"));
        site.assertNothingLeft();
    }

    private Job started(String question, String transports, String sizes, String... further) throws IOException {
        return started(SAMPLES, question, transports, sizes, further);
    }

    private Job started(Path plugin, String question, String transports, String sizes, String... further)
            throws IOException {
        Path modules = Files.createDirectories(site.root().resolve("modules"));
        Files.copy(
                peers("node").resolve("ipcbench-peer.js"),
                modules.resolve("ipcbench-peer.js"),
                StandardCopyOption.REPLACE_EXISTING);
        List<String> arguments = new ArrayList<>(List.of(
                question,
                "-t",
                transports,
                "-s",
                sizes,
                "-i",
                "1",
                "--placement",
                "unpinned",
                "--plugin",
                plugin.toString()));
        if (!List.of(further).contains("--duration")) {
            arguments.addAll(List.of("--duration", "300ms"));
        }
        if (question.equals("load")) {
            arguments.addAll(List.of("--rate", "500"));
        }
        arguments.addAll(List.of(further));
        return startBehind(
                List.of(
                        "env",
                        "TMPDIR=" + site.temporary(), // a peer's own files are found, too
                        "PYTHONDONTWRITEBYTECODE=1",
                        "PYTHONPATH=" + SampleJar.PYTHON,
                        "NODE_PATH=" + modules),
                arguments.toArray(String[]::new));
    }

    private static Stream<Path> samples() throws IOException {
        try (Stream<Path> entries = Files.list(SAMPLES)) {
            return entries.filter(each -> Files.exists(each.resolve("transport.json"))).sorted().toList().stream();
        }
    }
}
