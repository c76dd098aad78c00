package org.ipcbench.transports.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener.ServerStarter;
import org.ipcbench.transport.Listener.ServerStarter.Usage;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is started answers requests of any size, and says how it fails. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class SpawnTransportTest {
    private static final int MAX_BYTES = 1 << 20;
    private static final long PARENT_BYTES = 128 << 20;

    @TempDir
    private Path directory;

    static Stream<Transport> both() {
        return Stream.of(new SpawnTransport(), new SpawnJdkTransport());
    }

    /** An open channel of a prepared program. */
    private record Started(ServerStarter starter, Channel channel) implements AutoCloseable {
        static Started by(Transport transport, String program, Path directory) throws IOException {
            return by(transport, program, 0, directory);
        }

        static Started by(Transport transport, String program, long parentBytes, Path directory) throws IOException {
            assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
            assumeThat(transport.canStart(program)).isInstanceOf(Availability.Available.class);
            Session session = ContractSession.in(directory, MAX_BYTES)
                    .sending(new ChannelOptions(ChannelOptions.Tcp.NODELAY, 1, 1, program, parentBytes));
            ServerStarter starter = (ServerStarter) transport.listen(session);
            Channel channel = transport.connect(session, starter.address());
            ((RequestChannel) channel).sendRequests();
            return new Started(starter, channel);
        }

        /** One call, whose answer is checked as everywhere. */
        void call(long number, int requestBytes, int answerBytes) throws IOException {
            MessageLayout requests = MessageLayout.ofSize(requestBytes, Payload.TOUCHED);
            requests.write(channel.claim(requestBytes), number, 0, 0);
            channel.commit();
            ByteBuffer answer = channel.receive(answerBytes);
            assertThat(MessageLayout.ofSize(answerBytes, Payload.TOUCHED).check(answer, number))
                    .isFalse();
        }

        @Override
        public void close() throws IOException {
            channel.close();
            starter.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void programIsNoCommandThatSomebodyMadeUp(Program.Kind kind) {
        assertThat(Dimension.PROGRAM.isOfTheSuite(kind.label())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("both")
    void programsAnswerRequestsOfManySizes(Transport transport) throws IOException {
        for (String program : List.of("c", "sh", "python", "cat", "head -c {request}")) {
            try (Started started = Started.by(transport, program, directory)) {
                for (int bytes : List.of(1, 9, 64, 5000, 300_000, MAX_BYTES)) {
                    started.call(bytes, bytes, bytes);
                    started.call(bytes + 1, bytes, bytes);
                }
            }
        }
    }

    @Test
    void parentHasTheMemoryThatWasAskedFor() throws IOException {
        KernelFile status = new KernelFile(Path.of("/proc/self/status"));
        long before = status.number("VmRSS:").orElseThrow();

        try (Started started = Started.by(new SpawnTransport(), "cat", PARENT_BYTES, directory)) {
            started.call(1, 64, 64);

            assertThat(status.number("VmRSS:").orElseThrow() - before)
                    .as("KiB more")
                    .isGreaterThan(PARENT_BYTES / 1024 * 9 / 10);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "c, 64, 4096",
        "c, 4096, 3",
        "python, 64, 4096",
        "python, 70, 8",
        "java, 64, 4096",
        "java-plain, 100, 100",
        "java-aot, 100, 100"
    })
    void answersOfAnotherSizeBeginWithTheCallsNumber(String program, int requestBytes, int answerBytes)
            throws IOException {
        try (Started started = Started.by(new SpawnTransport(), program, directory)) {
            started.call(1_000_000, requestBytes, answerBytes);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | ended with exit code 1",
                "sh -c 'echo broken >&2; exit 3' | ended with exit code 3: broken",
                "sh -c 'kill -9 $$' | was ended by signal 9",
                "head -c 32 | answered 32 of 64 bytes",
                "sh -c 'cat; echo more' | answered more than 64 bytes"
            })
    void failureHasTheProgramsWords(String program, String words) throws IOException {
        for (Transport transport : both().toList()) {
            Files.deleteIfExists(directory.resolve("program-errors"));
            try (Started started = Started.by(transport, program, directory)) {
                assertThatThrownBy(() -> started.call(1, 64, 64))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(words);
            }
        }
    }

    @Test
    void commandThatIsNotFoundIsNamed() {
        assertThat(new SpawnTransport().canStart("no-such-program x"))
                .isInstanceOfSatisfying(
                        Unavailable.class, lack -> assertThat(lack.reason()).contains("no-such-program"));
    }

    @Test
    void programInheritsNothingButItsStreams() throws IOException {
        try (var unused = new ServerSocket(0);
                Started started = Started.by(new SpawnTransport(), "sh -c 'ls /proc/$$/fd >&2; exit 1'", directory)) {
            assertThatThrownBy(() -> started.call(1, 64, 64))
                    .as("10 is the shell's own copy")
                    .hasMessageMatching(".*: 0 \\| 1( \\| 10)? \\| 2( \\| 0 \\| 1( \\| 10)? \\| 2)*");
        }
    }

    @Test
    void costOfProgramsIsTheirs() throws IOException {
        try (Started started = Started.by(new SpawnTransport(), "c", 64 << 20, directory)) {
            Usage before = started.starter().usage();
            for (int call = 0; call < 20; call++) {
                started.call(call, 64, 64);
            }
            Usage used = started.starter().usage().since(before);

            assertThat(used.userNanos() + used.systemNanos()).isPositive();
            assertThat(used.minorFaults()).isPositive();
            assertThat(used.residentBytes()).as("not its parent's").isBetween(64L << 10, 32L << 20);
        }
    }

    @Test
    void whatIgnoresItsEndIsEndedWithTheScratchDirectory() throws IOException {
        String seconds = Integer.toString(ThreadLocalRandom.current().nextInt(100_000, 999_999));
        for (Transport transport : both().toList()) {
            // the first start, which looks for its memory, gets its input and ends
            String program = "sh -c 'test -e %1$s && exec sleep %2$s; touch %1$s'"
                    .formatted(directory.resolve("begun"), seconds);
            Files.deleteIfExists(directory.resolve("begun"));
            try (Started started = Started.by(transport, program, directory)) {
                CompletableFuture<Void> call = CompletableFuture.runAsync(() -> {
                    try {
                        started.call(1, 64, 64);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                await().atMost(Duration.ofSeconds(20)).until(() -> sleepers(seconds) == 1);

                transport.removeLeftOvers(directory);

                await().atMost(Duration.ofSeconds(20)).until(() -> sleepers(seconds) == 0);
                assertThatThrownBy(call::join).hasMessageContaining("was ended by signal 9");
            }
        }
    }

    private static long sleepers(String seconds) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.endsWith("sleep " + seconds))
                        .isPresent())
                .count();
    }

    /** Threads are made by {@code clone}, too, so that calls are compared with fewer calls. */
    @Tag("full")
    @Test
    void callIsOneCloneAndOneExecution() throws IOException, InterruptedException {
        Started.by(new SpawnTransport(), "c", directory).close(); // compiles it
        List<Long> few = traced(20);
        List<Long> many = traced(120);

        assertThat(many.get(0) - few.get(0)).as("processes").isEqualTo(100);
        assertThat(many.get(1) - few.get(1)).as("executions").isEqualTo(100);
    }

    private List<Long> traced(int calls) throws IOException, InterruptedException {
        Path trace = directory.resolve("trace" + calls);
        assumeThat(Path.of("/usr/bin/strace")).exists();
        Process process = new ProcessBuilder(
                        "strace",
                        "-f",
                        "-o",
                        trace.toString(),
                        "-e",
                        "trace=clone,clone3,fork,vfork,execve",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Calls.class.getName(),
                        directory.toString(),
                        Integer.toString(calls))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeThat(said).doesNotContain("ptrace(");
        assertThat(process.waitFor()).as(said).isZero();
        List<String> lines = Files.readAllLines(trace);
        return List.of(
                lines.stream().filter(line -> line.contains("VFORK")).count(),
                lines.stream().filter(line -> line.contains(" execve(")).count());
    }

    /** The calls that are traced. */
    static final class Calls {
        private Calls() {}

        public static void main(String[] arguments) throws IOException {
            try (Started started = Started.by(new SpawnTransport(), "c", Path.of(arguments[0]))) {
                for (int call = 0; call < Integer.parseInt(arguments[1]); call++) {
                    started.call(call, 64, 64);
                }
            }
        }
    }
}
