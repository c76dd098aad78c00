package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.placement.CpuSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shaded jar as users run it, in a JVM of its own with a directory of its own for temporary files. */
@EnabledOnOs(OS.LINUX)
final class JmhRunIT {
    private static final Path JAR =
            Path.of("target", "benchmarks.jar").toAbsolutePath().normalize();
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    /** How the name of a benchmark's thread begins, as far as the kernel keeps it. */
    private static final String WORKER = "org.ipcbench.jm";

    private static final List<String> FOREIGN_OPTIONS =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final List<Process> started = new ArrayList<>();
    private Path site = Path.of("");

    /** Not JUnit's: its path would leave no room for a Unix socket below it. */
    @BeforeEach
    void makeSite() throws IOException {
        site = Files.createTempDirectory(Path.of("/tmp"), "jmh");
    }

    @AfterEach
    void endAll() throws IOException {
        started.forEach(Process::destroyForcibly);
        processes("").forEach(ProcessHandle::destroyForcibly);
        await().atMost(DEADLINE).until(() -> processes("").isEmpty());
        try (Stream<Path> files = Files.list(site)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(site);
    }

    @Test
    void leavesResultsAndATableOfThem() throws IOException, InterruptedException {
        Path json = site.resolve("result.json");
        Process jmh = start(
                "RoundTrip|Stream",
                "-ptransport=uds",
                "-p",
                "size=64",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "1ms",
                "-rf",
                "json",
                "-rff",
                json.toString());

        assertThat(exitCode(jmh)).as(output()).isZero();
        assertThat(Files.readString(json))
                .containsSubsequence("RoundTripBenchmark.roundTrip", "\"placement\" : \"same-cpu\"")
                .containsSubsequence(
                        "StreamBenchmark.stream",
                        CpuSet.allowed().list().size() > 1
                                ? "\"placement\" : \"split-cpu\""
                                : "\"placement\" : \"same-cpu\"");
        assertThat(Files.readAllLines(site.resolve("result.txt")))
                .filteredOn(line -> line.contains("uds"))
                .hasSize(2);
        assertNothingLeft();
    }

    /** SBE's buffers need a JVM argument, which the benchmark itself names. */
    @Test
    void codecsAreMeasuredAlone() throws IOException, InterruptedException {
        String[] once = {"-f", "1", "-wi", "0", "-i", "1", "-r", "1ms"};
        Process jmh = start(Stream.concat(
                        Stream.of("CodecBenchmark.decode", "-p", "codec=sbe:text", "-p", "bytes=200"), Stream.of(once))
                .toArray(String[]::new));

        assertThat(exitCode(jmh)).as(output()).isZero();
    }

    @Test
    void unknownNamesAreRefusedInOneLine() throws IOException, InterruptedException {
        assertThat(exitCode(start("-ptransport=udx"))).isEqualTo(2);
        assertThat(output().lines()).singleElement().asString().startsWith("unknown transport 'udx'");
    }

    /** A client over tcp sees the connection end; one over zmq would wait for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "zmq"})
    void dyingServerFailsItsBenchmark(String transport) throws IOException, InterruptedException {
        Process jmh = startEndless(transport);
        ProcessHandle server = processes(" server").get(0);
        assertThat(cpus(server, "")).containsOnly(firstCpu());
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(cpus(fork(), WORKER)).containsExactly(firstCpu()));
        server.destroyForcibly();

        assertThat(exitCode(jmh)).isEqualTo(1);
        assertThat(output())
                .contains(transport + ": server ended with exit code 137")
                .contains("failed: org.ipcbench.jmh.RoundTripBenchmark.roundTrip, " + transport + ", 64 bytes");
        assertNothingLeft();
    }

    @Test
    void nothingOutlivesJmh() throws IOException {
        Process jmh = startEndless("tcp");
        jmh.destroyForcibly();

        await().atMost(DEADLINE).untilAsserted(this::assertNothingLeft);
    }

    private Process startEndless(String transport) throws IOException {
        Process jmh =
                start("RoundTrip", "-p", "transport=" + transport, "-p", "size=64", "-wi", "0", "-i", "1", "-r", "1hr");
        await().atMost(DEADLINE)
                .until(() -> output().contains("Iteration   1")
                        && !processes(" server").isEmpty());
        return jmh;
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + site,
                "-jar",
                JAR.toString()));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(site.resolve("out").toFile());
        builder.environment().keySet().removeAll(FOREIGN_OPTIONS);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .as("ended within %s", DEADLINE)
                .isTrue();
        return process.exitValue();
    }

    private String output() throws IOException {
        return Files.readString(site.resolve("out"));
    }

    /** The running processes of this site, also those whose parent has ended. */
    private List<ProcessHandle> processes(String ending) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    String command = process.info().commandLine().orElse("");
                    return command.contains(site.toString()) && command.endsWith(ending);
                })
                .toList();
    }

    /** Where round trips are measured. */
    private static String firstCpu() throws IOException {
        return CpuSet.allowed().list().get(0).toString();
    }

    private ProcessHandle fork() {
        return processes("").stream()
                .filter(process -> process.info().commandLine().orElse("").contains("ForkedMain"))
                .findFirst()
                .orElseThrow();
    }

    /** The CPUs of each thread of a process whose name begins so. */
    private static List<String> cpus(ProcessHandle process, String name) throws IOException {
        List<String> cpus = new ArrayList<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                List<String> status = new KernelFile(thread.resolve("status")).lines();
                if (status.stream().anyMatch(line -> line.startsWith("Name:\t" + name))) {
                    cpus.add(new ProcessStatus(status).allowedCpus());
                }
            }
        }
        return cpus;
    }

    private void assertNothingLeft() throws IOException {
        assertThat(processes("")).as("processes").isEmpty();
        try (Stream<Path> files = Files.list(site)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("ipcbench-"));
        }
    }
}
