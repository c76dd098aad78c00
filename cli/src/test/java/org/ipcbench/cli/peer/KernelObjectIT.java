package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The calls of a run, as {@code strace} sees them: each transport uses the kernel object of its name. */
@EnabledOnOs(OS.LINUX)
class KernelObjectIT extends RunningJobs {
    private static final int MESSAGES = 200;
    private static final String RUN =
            "latency -i 1 -s 64 -n %d --warmup 10ms --placement unpinned -t".formatted(MESSAGES);

    /** With a filter in the kernel, which stops a process at these calls only. */
    private static final List<String> STRACE = List.of("strace", "-ff", "--seccomp-bpf", "-qq");

    /** One run of transports whose calls cannot be taken for each other's. */
    @Tag("full")
    @ByTurns(day = 0)
    @Test
    void transportUsesTheKernelObjectOfItsName(@TempDir Path directory) throws Exception {
        Map<String, List<String>> calls = new LinkedHashMap<>();
        calls.put(
                "uds-abstract",
                List.of(
                        "bind\\(.*sun_path=@\"ipcbench-[0-9a-f]+\".* += 0",
                        "connect\\(.*sun_path=@\"ipcbench-.* += 0"));
        calls.put(
                "uds-pair",
                List.of(
                        "socketpair\\(AF_UNIX, SOCK_STREAM\\|SOCK_CLOEXEC, 0, \\[\\d+, \\d+\\]\\) += 0",
                        "sendmsg\\(.*cmsg_type=SCM_RIGHTS, cmsg_data=\\[\\d+\\].*"));
        calls.put(
                "mmap-file",
                List.of(
                        "openat\\(AT_FDCWD, \"[^\"]*/mmap-file\", O_RDWR\\|O_CREAT\\|O_EXCL.*, 0600\\) += \\d+",
                        "unlink\\(\"[^\"]*/mmap-file\"\\) += 0",
                        "mmap\\(.* PROT_READ\\|PROT_WRITE, MAP_SHARED, \\d+, 0x1000\\) += 0x.*",
                        "futex\\(0x[0-9a-f]+, FUTEX_WAIT, 1, NULL.*"));
        calls.put(
                "ring-signal",
                List.of(
                        "rt_sigprocmask\\(SIG_BLOCK, \\[URG\\].* += 0",
                        "signalfd4\\(-1, \\[URG\\], 8, SFD_CLOEXEC\\) += \\d+",
                        "tgkill\\(\\d+, \\d+, SIGURG\\) += 0"));
        calls.put(
                "ring-semaphore",
                List.of(
                        "semget\\(0x[0-9a-f]+, 4, IPC_CREAT\\|IPC_EXCL\\|0600\\) += \\d+",
                        "sem(timed)?op\\(\\d+, \\[\\{sem_num=\\d, sem_op=-1,.*",
                        "sem(timed)?op\\(\\d+, \\[\\{sem_num=\\d, sem_op=1,.* += 0",
                        "semctl\\(\\d+, 0, (IPC_64\\|)?IPC_RMID,.* += 0"));

        List<String> transports = calls.keySet().stream()
                .filter(id -> TransportRegistry.load().named(id).availability() instanceof Availability.Available)
                .toList();
        assumeThat(transports).isNotEmpty();

        List<String> traces = traces(
                String.join(",", transports),
                "bind,connect,socketpair,sendmsg,openat,unlink,mmap,futex,signalfd4,tgkill,rt_sigprocmask,"
                        + "semget,semop,semtimedop,semctl,recvmsg,dup2,dup3",
                directory);

        for (String transport : transports) {
            assertCalled(calls.get(transport), traces);
        }
        assumeThat(transports).contains("uds-pair");
        // in the thread that has received the socket, because the launcher's children have such calls, too
        assertThat(traces)
                .as("the server's standard streams")
                .anyMatch(trace -> Pattern.compile(
                                "(?s)recvmsg\\([^\n]*cmsg_data=\\[(\\d+)\\].*dup[23]\\(\\1, 0\\) += 0.*dup[23]\\(\\1, 1\\) += 1")
                        .matcher(trace)
                        .find());
    }

    /** What further settings ask of the kernel, and mechanisms whose calls others have, too: a quarter of them by turns. */
    static List<Arguments> settings() {
        return Turns.today().share(4, allSettings());
    }

    private static List<Arguments> allSettings() {
        return List.of(
                Arguments.of(
                        "mmap-file --jvm-args=-Dipcbench.mmap-file=/var/tmp,-Dipcbench.mmap-file.msync=true",
                        "openat,msync",
                        List.of(
                                "openat\\(AT_FDCWD, \"/var/tmp\", O_RDWR\\|O_EXCL\\|O_CLOEXEC\\|O_TMPFILE, 0600\\) += \\d+",
                                "msync\\(0x[0-9a-f]+, \\d+, MS_SYNC\\) += 0")),
                Arguments.of(
                        "memfd --parts 16",
                        "memfd_create,pwrite64,fcntl,sendmsg",
                        List.of(
                                "memfd_create\\(\"ipcbench\", MFD_CLOEXEC\\|MFD_ALLOW_SEALING\\) += \\d+",
                                "pwrite64\\(\\d+, .*, 4, 0\\) += 4",
                                "fcntl\\(\\d+, F_ADD_SEALS, F_SEAL_SEAL\\|F_SEAL_SHRINK\\|F_SEAL_GROW\\|F_SEAL_WRITE\\) += 0",
                                "fcntl\\(\\d+, F_GET_SEALS\\) += 0xf .*",
                                "sendmsg\\(.*cmsg_type=SCM_RIGHTS, cmsg_data=\\[(\\d+, ){15}\\d+\\].*")),
                Arguments.of(
                        "ring-eventfd",
                        "eventfd2,read,write",
                        List.of("eventfd2\\(0, .*\\) += \\d+", "write\\(\\d+, \"(\\\\[0-9]+){8}\", 8\\) += 8")),
                Arguments.of(
                        "uds-dgram-drop",
                        "connect,sendto",
                        List.of(
                                "connect\\(.*sun_path=\"[^\"]*/inbox.socket\".* += 0",
                                "sendto\\(\\d+, .*, 72, MSG_DONTWAIT, NULL, 0\\) += 72")),
                Arguments.of("tcp --listener one:4", "listen", List.of("listen\\(\\d+, 4\\) += 0")),
                Arguments.of(
                        "tcp --socket nagle+quickack",
                        "setsockopt",
                        List.of(
                                "setsockopt\\(\\d+, SOL_TCP, TCP_NODELAY, \\[0\\], 4\\) += 0",
                                "setsockopt\\(\\d+, SOL_TCP, TCP_QUICKACK, \\[1\\], 4\\) += 0")),
                Arguments.of("fifo --buffer 8K", "fcntl", List.of("fcntl\\(\\d+, F_SETPIPE_SZ, 8192\\) += 8192")));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("settings")
    void settingReachesTheKernel(String arguments, String calls, List<String> lines, @TempDir Path directory)
            throws Exception {
        assertCalled(lines, traces(arguments, calls, directory));
    }

    private static void assertCalled(List<String> lines, List<String> traces) {
        List<String> seen = traces.stream().flatMap(String::lines).toList();
        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(seen).anyMatch(Pattern.compile(line).asPredicate()));
    }

    /** A quarter of those that can, by turns. What io_uring writes is no call of its own. */
    static List<String> writingInTwo() {
        return Turns.today()
                .share(
                        4,
                        TransportRegistry.load().all().stream()
                                .filter(transport -> transport.traits().has(Trait.SPLIT_WRITES))
                                .map(Transport::id)
                                .filter(id -> !id.equals("netty-uring"))
                                .toList());
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("writingInTwo")
    void messageOfTwoWritesIsTwoCalls(String transport, @TempDir Path directory) throws Exception {
        Pattern apart = Pattern.compile("(\\w+)\\((\\d+), .* += 8\\n\\1\\(\\2, .* += 56");

        assertThat(traces(transport + " --writes 2", "write,writev,sendto,sendmsg", directory).stream()
                        .mapToLong(trace -> apart.matcher(trace).results().count())
                        .filter(pairs -> pairs >= MESSAGES))
                .as("threads of peers that write each message in two")
                .hasSizeGreaterThanOrEqualTo(2);
    }

    /** Where the answers of tool servers go, and how they begin. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void toolServersAnswerByTheStreamsOrSocketOfTheirTransports(@TempDir Path directory) throws Exception {
        assumeThat(hasStrace()).isTrue();
        String lines = "\"\\{\\\\\"jsonrpc\\\\\":";
        String headers = "\"Content-Length: 1\\d\\d\\\\r";
        String http = "\"HTTP/1.1 200 OK\\\\r\\\\ncontent-type: application/json\\\\r";

        String http2 = "\"\\\\0\\\\0.*\\{\\\\\"jsonrpc\\\\\":.*"; // a frame's length begins with zeros

        assertThat(written((RUN + " rpc").split(" "), Files.createDirectory(directory.resolve("latency"))))
                .anyMatch(answer -> answer.matches("write\\(1<pipe:.*>, " + lines + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<socket:.*>, " + lines + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<pipe:.*>, " + headers + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<socket:.*>, " + headers + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<pipe:.*>, " + http + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<socket:.*>, " + http + ".*"))
                .anyMatch(answer -> answer.matches("write\\(1<pipe:.*>, " + http2))
                .anyMatch(answer -> answer.matches("write\\(1<socket:.*>, " + http2))
                .anyMatch(answer -> answer.matches("write\\((?!1<)\\d+<socket:.*>, " + http + ".*"));
        assertThat(written(
                        (RUN.replace("latency", "connect") + " http-uds").split(" "),
                        Files.createDirectory(directory.resolve("connect"))))
                .anyMatch(answer -> answer.matches("write\\((?!1<)\\d+<socket:.*>, " + http + ".*"));
    }

    /** The calls by which a run's processes wrote. */
    private List<String> written(String[] arguments, Path directory) throws Exception {
        measuredBehind(
                List.of(
                        "strace",
                        "-ff",
                        "--seccomp-bpf",
                        "-qq",
                        "-y",
                        "-s",
                        "100",
                        "-e",
                        "trace=write",
                        "-e",
                        "signal=none",
                        "-o",
                        directory.resolve("thread").toString()),
                arguments);
        return read(directory).stream().flatMap(String::lines).toList();
    }

    /** The calls of each thread of a run. */
    private List<String> traces(String arguments, String calls, Path directory) throws Exception {
        assumeThat(hasStrace()).isTrue();
        List<String> words = List.of(arguments.split(" "));
        for (String transport : words.get(0).split(",", -1)) {
            assumeThat(TransportRegistry.load().named(transport).availability())
                    .isInstanceOf(Availability.Available.class);
        }
        Path trace = directory.resolve("thread"); // a file for each, so that no call is cut in two

        measuredBehind(
                Stream.concat(
                                STRACE.stream(),
                                Stream.of("-e", "trace=" + calls, "-e", "signal=none", "-o", trace.toString()))
                        .toList(),
                Stream.concat(Stream.of(RUN.split(" ")), words.stream())
                        .map(word -> word.replace(",-D", " -D")) // one argument of two words
                        .toArray(String[]::new));

        return read(directory);
    }

    private static List<String> read(Path directory) throws IOException {
        List<String> seen = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(directory)) {
            for (Path thread : threads) {
                seen.add(Files.readString(thread));
            }
        }
        return seen;
    }
}
