package org.ipcbench.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.SystemVObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The C program that the suite is compared with, and the tool that compares; neither is judged by its figures. */
@EnabledOnOs(OS.LINUX)
class YardstickIT {
    private static final Path SOURCE = Path.of("..", "tools", "yardstick", "yardstick.c");

    /** For what hangs; others may keep this machine busy, and a comparison starts many programs. */
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private static final String FOR_EVER = "1000000000";

    /** Whatever other tests set as the limit meanwhile. */
    private static final int BEYOND_MSGMAX = 64 << 20;

    @TempDir
    private static Path directory;

    private record Ended(int exitCode, String out, String err) {}

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        assumeTrue(hasCompiler(), "no cc here");
        Ended compiler = run(List.of(
                "cc",
                "-O2",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-o",
                program(),
                SOURCE.toString(),
                "-lpthread",
                "-lrt"));
        assertThat(compiler.exitCode()).as(compiler.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "fifo", "tcp", "uds", "uds-dgram", "uds-seqpacket", "sysv-mq", "posix-mq", "ring"})
    void everyMechanismMeasuresInEveryMode(String mechanism) throws IOException, InterruptedException {
        String means = " bytes=%s messages=%s ns=[\\d.]+ mib_per_s=[\\d.]+";
        String percentiles = " p50_us=[\\d.]+ p90_us=[\\d.]+ p99_us=[\\d.]+ p99.9_us=[\\d.]+ max_us=[\\d.]+";
        for (String bytes : List.of("1", "4096")) {
            assertMeasured(mechanism, means.formatted(bytes, "200"), "stream", bytes, "200", "--one-thread");
            assertMeasured(mechanism, means.formatted(bytes, "100") + percentiles, "round-trip", bytes, "100");
        }
        assertMeasured(
                mechanism,
                means.formatted("16", "50") + percentiles + " late_percent=[\\d.]+ sender_p99_us=[\\d.]+",
                "load",
                "16",
                "50",
                "--rate",
                "500",
                "--late",
                "100");
    }

    private static void assertMeasured(String mechanism, String figures, String mode, String... further)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program(), mode, mechanism));
        command.addAll(List.of(further));
        Ended ended = run(command);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).matches("%s %s%s%n".formatted(mode, mechanism, figures));
        assertThat(ended.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "stream uds 64, usage: ",
        "streams uds 64 1, 'MODE must be stream, round-trip or load, not ''streams'''",
        "stream smoke 64 1, 'ring, not ''smoke'''",
        "stream uds 0 1, 'BYTES must be between 1 and '",
        "load uds 8 1 --rate 1, 'BYTES must be between 16 and '",
        "stream uds 64 1x, 'MESSAGES must be between 1 and '",
        "load uds 64 1, --rate belongs to load",
        "stream uds 64 1 --rate 1, --rate belongs to load",
        "stream uds 64 1 --cpus 0, --cpus must be two CPUs",
        "'stream uds 64 1 --cpus 0,1023', --cpus: CPU 1023 is not available",
        "stream uds 64 1 --cpus, --cpus needs a value",
        "stream uds 64 1 --fast, unknown option '--fast'",
    })
    void badUsageIsOneLine(String arguments, String expected) throws IOException, InterruptedException {
        assertFailed(2, expected, arguments);
    }

    @Test
    void failureIsOneLine() throws IOException, InterruptedException {
        assertFailed(1, "mq_open for messages of 60000000 bytes", "stream posix-mq 60000000 1");
        assertFailed(1, "sending a message of 60000000 bytes: Message too long", "stream uds-dgram 60000000 1");
    }

    private static void assertFailed(int exitCode, String expected, String arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program()));
        command.addAll(List.of(arguments.split(" ", -1)));
        Ended ended = run(command);
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines())
                .singleElement()
                .asString()
                .startsWith("yardstick: ")
                .contains(expected);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "KILL, 137"})
    void signalLeavesNeitherQueuesNorProcesses(String signal, int exitCode) throws Exception {
        Process client = new ProcessBuilder(program(), "stream", "sysv-mq", "64", FOR_EVER)
                .redirectErrorStream(true)
                .start();
        try {
            await().atMost(DEADLINE).until(() -> !queues(client).isEmpty());
            ProcessHandle server = client.descendants().findFirst().orElseThrow();
            List<String> queues = queues(client);

            Job.kill(signal, Long.toString(client.pid()));

            assertThat(client.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isEqualTo(exitCode);
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEmpty();
            await().atMost(DEADLINE).until(() -> !server.isAlive());
            assertThat(SystemVObject.all().stream().map(SystemVObject::toString))
                    .doesNotContainAnyElementsOf(queues);
        } finally {
            client.destroyForcibly();
        }
    }

    @Test
    void serverThatIsKilledEndsTheClient() throws Exception {
        Process client = new ProcessBuilder(program(), "stream", "sysv-mq", "64", FOR_EVER)
                .redirectErrorStream(true)
                .start();
        try {
            await().atMost(DEADLINE).until(() -> !queues(client).isEmpty());
            client.descendants().findFirst().orElseThrow().destroyForcibly();

            assertThat(client.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isEqualTo(1);
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("yardstick: the server was ended by signal 9\n");
            assertThat(queues(client)).isEmpty();
        } finally {
            client.destroyForcibly();
        }
    }

    /** Those by which it has sent something. */
    private static List<String> queues(Process client) throws IOException {
        return SystemVObject.all().stream()
                .filter(object -> object.processIds().contains(Long.toString(client.pid())))
                .map(SystemVObject::toString)
                .toList();
    }

    /** Two builds, which are the same one here, and C. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void comparisonAlternatesAndKeepsEveryPair() throws IOException, InterruptedException {
        Path other = Files.copy(Job.JAR, directory.resolve("other.jar"));
        Path csv = directory.resolve("pairs.csv");

        String table = compare(csv, "throughput 2 64 %s --time 0.1 --jar %s --jar %s", Job.JAR, other);
        String load = compare(csv, "load 1 64 %s --time 2 --rate 100 --jar %s", Job.JAR);

        assertThat(table.lines())
                .filteredOn(line -> line.startsWith("| `uds`"))
                .hasSize(3)
                .allMatch(
                        line -> line.matches("\\| `uds`, .* ÷ .* \\| 64 \\| [\\d.]+ \\| \\d+ \\d+ \\| \\d+ \\d+ \\|"));
        assertThat(load.lines())
                .filteredOn(line -> line.startsWith("| `uds` | 64 | 100 |"))
                .hasSize(3);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(1 + 2 * 3 + 2 * 4);
        assertThat(lines.subList(0, 7))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("mode,transport,bytes,rate,pair,program,figure,value"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,1,C,mib_per_s,"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,1," + Job.JAR + ",mib_per_s,"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,1," + other + ",mib_per_s,"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,2," + other + ",mib_per_s,"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,2," + Job.JAR + ",mib_per_s,"),
                        line -> assertThat(line).startsWith("throughput,uds,64,,2,C,mib_per_s,"));
        assertThat(lines.subList(7, lines.size()))
                .allMatch(line -> line.matches("load,uds,64,100,1,.*,(p[59]0_us|p99_us|late_percent),[\\d.]+"));
    }

    /** Counted and short, of one mechanism whose limit the kernel sets, and with the threads of a load. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void countedRunsLeaveOutWhatTheKernelRefusesAndLoadsNameTheThreads() throws IOException, InterruptedException {
        String where = "%s --jar %s".formatted(twoCpus(), Job.JAR);

        Ended large = compared("throughput 1 %d %s --by count sysv-mq".formatted(BEYOND_MSGMAX, where));
        Ended counted = compared("throughput 1 64 %s --by count --time 0.1 uds".formatted(where));
        Ended volume = compared("throughput 1 64 %s --by volume --time 0.1 uds".formatted(where));
        Ended load = compared("load 1 64 %s --rate 50 --time 8 --threads uds".formatted(where));

        assertThat(large.exitCode()).as(large.err()).isZero();
        assertThat(large.err().lines())
                .last()
                .asString()
                .startsWith("sysv-mq: left out: %d bytes exceed the limit of ".formatted(BEYOND_MSGMAX));
        assertThat(large.out()).doesNotContain("sysv-mq");
        assertThat(counted.out()).contains("| `uds` | 64 | ");
        assertThat(volume.out()).contains("| `uds` | 64 | ");
        assertThat(load.out())
                .as(load.err())
                .contains("| C | client: ", "| C | server: ", " | client: java | ", " | server: java | ");
        assertThat(compared("latency 1 64 %s --by volume uds".formatted(where)).exitCode())
                .isEqualTo(2);
    }

    private static Ended compared(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--chdir=..",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "tools/Yardstick.java"));
        command.addAll(List.of(arguments.split(" ", -1)));
        return run(command);
    }

    private static String compare(Path csv, String arguments, Object... jars) throws IOException, InterruptedException {
        Object[] values = Stream.concat(Stream.of(twoCpus()), Stream.of(jars)).toArray();
        Ended ended = compared(arguments.formatted(values) + " --csv %s uds".formatted(csv.toAbsolutePath()));
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err().lines()).singleElement().asString().startsWith("cc ");
        return ended.out();
    }

    /** The first and the last one that there is. */
    private static String twoCpus() throws IOException {
        String list = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow();
        String[] numbers = list.replaceAll("\\D+", " ").strip().split(" ", -1);
        return numbers[0] + "," + numbers[numbers.length - 1];
    }

    private static String program() {
        return directory.resolve("yardstick").toString();
    }

    private static boolean hasCompiler() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "cc")));
    }

    private static Ended run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .put("XDG_CACHE_HOME", "/dev/null"); // few peers of each jar, see Job.WITHOUT_CLASS_ARCHIVE
        Process process = builder.start();
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still runs: " + command);
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
