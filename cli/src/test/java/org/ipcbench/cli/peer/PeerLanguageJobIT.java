package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.PosixQueues;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.scratch.CacheDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that are no JVM. */
@EnabledOnOs(OS.LINUX)
class PeerLanguageJobIT extends RunningJobs {
    private static final Duration PROMPTLY = Duration.ofMinutes(1);

    /** More than a server hears at a time. */
    private static final int CROWD = 80;

    private static final int PROOF_BYTES = 16;
    private static final String TOKEN = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210";

    private static final String ASSIGNMENT =
            "{\"transport\":\"tcp\",\"workload\":{\"extent\":{\"nanos\":1000,\"type\":\"Period\"},\"call\":{\"requestBytes\":64,"
                    + "\"ownAnswerBytes\":0,\"inFlight\":1},\"payload\":\"TOUCHED\",\"type\":\"PingPong\"},\"session\":{"
                    + "\"scratchDirectory\":\"%s\",\"token\":{\"hex\":\"" + TOKEN
                    + "\"},\"maxMessageBytes\":64,\"bufferSizeBytes\":0,\"connectTimeout\":\"PT1M\",\"connection\":0,\"connections\":1,"
                    + "\"keepsListening\":false,\"spinNanos\":0,\"host\":\"\"},\"share\":{\"first\":0,\"number\":1,\"addresses\":[],"
                    + "\"serving\":\"THREADS\"},\"warmUpNanos\":1000,\"meterNanos\":0,\"furtherCpus\":\"\",\"type\":\"Assign\"}\n";

    private static final String PAIRS = "peer=c,java:c,c:java,c:python,python:c";

    @Test
    void javaAndCMeasureRoundTripsWithEachOther() throws Exception {
        measured(arguments("latency", "-t", "tcp,uds", "--peer", "java:c"));

        assertThat(site.table())
                .extracting(row -> row.get("Transport") + " " + row.get("Status"))
                .containsExactlyInAnyOrder("tcp measured", "uds measured");
        assertThat(JsonParser.parseString(Files.readString(site.run().resolve("environment.json")))
                        .getAsJsonObject()
                        .getAsJsonObject("walls")
                        .get("server")
                        .getAsString())
                .contains("C ");
    }

    @ByTurns(day = 0)
    @Test
    void programThatSpeaksNoProtocolIsNamedInOneLine() throws Exception {
        assertRefused("echo Welcome; sleep 9", "prints something else than control messages");
        assertRefused("echo no libfoo >&2; exit 7", "exit code 7 before a peer answered: no libfoo");
        assertRefused("exit 3", "exit code 3 before a peer answered");
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void programOfAnotherProtocolIsNamedInOneLine() throws Exception {
        assertRefused(described("\"protocol\":2", ""), "a peer of control protocol 2, this program has 1");
        assertRefused(described("\"protocol\":1", ""), "does not tell what it 'speaks'");
        assertRefused(described("\"protocol\":1", ",\"speaks\":{}"), "is not a control message");
    }

    private static String described(String protocol, String speaks) {
        return "read line; echo '{\"type\":\"Described\",\"surroundings\":{%s,\"program\":\"\",\"javaHome\":\"\",\"javaVersion\":\"\","
                        .formatted(protocol)
                + "\"temporary\":\"/tmp\",\"facts\":{},\"namespaces\":{},\"boot\":\"\",\"addresses\":[],\"seen\":[]%s}}'; read line"
                        .formatted(speaks);
    }

    @ByTurns(day = 1)
    @Test
    void missingCompilerIsNamedWithItsRemedy() throws Exception {
        Job job = startBehind(
                List.of("env", "PATH=" + site.root()), arguments("latency", "-t", "tcp", "--peer", "java:c"));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("'--peer'", "the peer in c needs cc or gcc or clang; install gcc or clang");
        assertThat(site.output()).doesNotExist();
        site.assertNothingLeft();
    }

    /** A compiler brings the library with it on most systems, but not on all. */
    @ByTurns(day = 0)
    @Test
    void libraryThatTheSystemLacksIsNamedWithItsPackage() throws Exception {
        Path libraries = Files.createDirectory(site.root().resolve("libraries"));
        Files.createFile(libraries.resolve("libjansson.so.4"));
        Path program = Files.writeString(
                site.root().resolve("peer.sh"),
                "#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s \"$@\"\n"
                        .formatted(libraries, server("c", site.root()).get(0)));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        Job job = start(arguments("latency", "-t", "uds", "-s", "16", "--codec", "json", "--peer", "java:" + program));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("finds no libjansson.so.4 for JSON; install jansson (libjansson4), or use java");
    }

    /** Such an end is an error, not the end of the stream. The partner, which has made the queue, is gone as well. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "python"})
    void peerEndsWithALauncherThatHasNotReadItsAnswers(String language) throws Exception {
        Path directory = Files.createDirectory(site.temporary().resolve("ipcbench-1"));
        Path control = directory.resolve("server.control");
        PosixQueues queues = new PosixQueues(Files.createDirectory(site.root().resolve("queues")));
        String number = HexFormat.of().toHexDigits(System.nanoTime());
        Files.createFile(directory.resolve("posix-mq." + number));
        if (queues.canBeSeen()) {
            assertThat(queues.run("touch", "ipcbench-" + number)).isEmpty();
        }

        Process peer;
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(control));
            peer = new ProcessBuilder(server(language, directory)).inheritIO().start();
            try (SocketChannel launcher = listener.accept()) {
                launcher.write(ByteBuffer.wrap("{\"type\":\"Identify\"}\n".getBytes(StandardCharsets.US_ASCII)));
                assertThat(launcher.read(ByteBuffer.allocate(1)))
                        .as("of a longer answer")
                        .isEqualTo(1);
            }
        }

        assertThat(peer.waitFor(PROMPTLY.toSeconds(), TimeUnit.SECONDS))
                .as("ends")
                .isTrue();
        assertThat(peer.exitValue()).isEqualTo(PeerInvocation.LAUNCHER_IS_GONE);
        assertThat(directory).doesNotExist();
        if (queues.canBeSeen()) {
            assertThat(queues.run("ls")).doesNotContain("ipcbench-" + number);
        }
    }

    /** More than a server hears at a time, and none says a word. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "python"})
    void silentStrangersKeepNobodyOut(String language) throws Exception {
        Path directory = Files.createDirectory(site.temporary().resolve("ipcbench-1"));
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(directory.resolve("server.control")));
            Process peer =
                    new ProcessBuilder(server(language, directory)).inheritIO().start();
            List<SocketChannel> strangers = new ArrayList<>();
            try (SocketChannel launcher = listener.accept()) {
                launcher.write(ByteBuffer.wrap(ASSIGNMENT.formatted(directory).getBytes(StandardCharsets.US_ASCII)));
                String ready = new BufferedReader(Channels.newReader(launcher, StandardCharsets.US_ASCII)).readLine();
                InetSocketAddress address = new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        JsonParser.parseString(ready)
                                .getAsJsonObject()
                                .getAsJsonArray("addresses")
                                .get(0)
                                .getAsInt());
                for (int i = 0; i < CROWD; i++) {
                    strangers.add(SocketChannel.open(address));
                }
                byte[] token = HexFormat.of().parseHex(TOKEN);
                try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                    client.setSoTimeout(Math.toIntExact(PROMPTLY.toMillis()));
                    client.getOutputStream().write(token, 0, PROOF_BYTES);

                    assertThat(client.getInputStream().readNBytes(PROOF_BYTES))
                            .isEqualTo(Arrays.copyOfRange(token, PROOF_BYTES, token.length));
                    for (SocketChannel stranger : strangers) {
                        stranger.socket().setSoTimeout(Math.toIntExact(PROMPTLY.toMillis()));
                        assertThat(isTurnedAway(stranger)).isTrue();
                    }
                }
            } finally {
                for (SocketChannel stranger : strangers) {
                    stranger.close();
                }
            }
            assertThat(peer.waitFor(PROMPTLY.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private static boolean isTurnedAway(SocketChannel stranger) {
        try {
            return stranger.socket().getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // reset
        } catch (IOException e) {
            return false; // still open
        }
    }

    private List<String> server(String language, Path directory) throws Exception {
        CacheDirectory caches = CacheDirectory.of(Map.of("XDG_CACHE_HOME", Job.CACHES.toString()), site.root());
        List<String> command = new ArrayList<>(
                new PeerPrograms(caches).ready(PeerPrograms.parse(language)).command());
        command.addAll(List.of(directory.resolve("server.control").toString(), "server"));
        return command;
    }

    /** The C library had no message queues before glibc 2.34. */
    @Test
    void pythonFindsMessageQueuesOutsideTheCLibrary() throws Exception {
        String script = """
                import ctypes, sys
                sys.path.insert(0, %s)
                real = ctypes.CDLL
                class Old:
                    def __init__(self, library): self.library = library
                    def __getattr__(self, name):
                        if name.startswith("mq_"): raise AttributeError(name)
                        return getattr(self.library, name)
                asked = []
                def library(name, **more):
                    asked.append(name)
                    if name and sys.argv[1] == "none": raise OSError(name)
                    return real(name, **more) if name else Old(real(name, **more))
                ctypes.CDLL = library
                import ipcbench_peer as peer
                print(bool(peer.QUEUES), asked[-1], "posix-mq" in peer.lacks())
                """;
        String directory = "'" + Path.of("..", "peers", "python").toAbsolutePath() + "'";
        List<String> python = List.of("python3", "-B", "-c", script.formatted(directory));

        assertThat(output(python, "librt")).isEqualTo("True librt.so.1 False");
        assertThat(output(python, "none")).isEqualTo("False librt.so.1 True");
    }

    private static String output(List<String> command, String word) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.add(word);
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** One of three processes, and another one on the next day. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"0,c,python", "1,python,c", "2,java,c"})
    void nothingIsLeftWhoeverIsKilled(int later, String client, String server) throws Exception {
        for (String victim : Turns.today().later(later).one(List.of("launcher", "client", "server"))) {
            Job job = start(arguments(
                    "latency", "-t", "posix-mq", "--duration", "20s", "--verbose", "--peer", client + ":" + server));
            await().atMost(Job.DEADLINE)
                    .until(() -> job.err().stream().anyMatch(line -> line.endsWith("iteration 1: measuring")));
            ProcessHandle launcher = ProcessHandle.of(job.pid()).orElseThrow();
            List<ProcessHandle> peers = launcher.descendants().toList();
            ProcessHandle killed = victim.equals("launcher")
                    ? launcher
                    : peers.stream()
                            .filter(peer -> List.of(peer.info().arguments().orElse(new String[0]))
                                    .contains(victim))
                            .findFirst()
                            .orElseThrow();
            killed.destroyForcibly();

            assertThat(job.exitCode()).as(victim).isEqualTo(victim.equals("launcher") ? 137 : 1);
            if (!victim.equals("launcher")) {
                assertThat(job.out())
                        .filteredOn(line -> line.startsWith("posix-mq, "))
                        .singleElement()
                        .asString()
                        .contains("failed: posix-mq: ", victim + " ended with exit code 137");
            }
            await().atMost(PROMPTLY).untilAsserted(() -> {
                assertThat(peers).as(victim).noneMatch(ProcessHandle::isAlive);
                site.assertNothingLeft();
            });
        }
    }

    /** Lengths at the edges of the layout of messages, in a stream, packets or a ring by turns. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void everySizeCrossesBetweenAllLanguages() throws Exception {
        List<String> transports = Turns.today().one(List.of("tcp", "posix-mq", "ring-spin"));
        Job job = start(
                "latency",
                "-t",
                String.join(",", transports),
                "-s",
                "1,8,16,71,72,64K",
                "-n",
                "200",
                "-i",
                "1",
                "--warmup",
                "20ms",
                "--placement",
                "unpinned",
                "--vary",
                "peer=java:c,c:python");

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).hasSize(transports.size() * 6 * 2).allSatisfy(row -> {
            boolean isTooLong = "posix-mq".equals(row.get("Transport")) && "65536".equals(row.get("PacketSize"));
            assertThat(row.get("Status")).as(row.toString()).isIn("measured", isTooLong ? "unsupported" : "measured");
        });
        site.assertNothingLeft();
    }

    /** A single batch of two messages then says how long one takes. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void everyLanguageTakesSamplesAfterHardlyAnyWarmUpAndOfLongerAnswers() throws Exception {
        measured(arguments(
                "latency",
                "-t",
                "uds",
                "--answer",
                "1000",
                "--warmup",
                "1ns",
                "--vary",
                "peer=c,java:c,c:java,python"));

        assertThat(site.table())
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.get("LatencyP50Micros"))
                        .as(row.toString())
                        .isNotEmpty());
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void otherProgramsRunBehindAPrefix() throws Exception {
        measured(arguments(
                "latency",
                "-t",
                "tcp,uds,pipe,posix-mq,ring-spin",
                "--server-via",
                "sh -c 'exec \"$@\"' x",
                "--peer",
                "python:c"));

        assertThat(site.table())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"));
    }

    /** Half of the pairs by turns. */
    @Tag("full")
    @Test
    void everyLanguageSpeaksEveryTransport() throws Exception {
        List<String> pairs = Turns.today().share(2, List.of("java:c", "java:python", "c:java", "python:java"));

        measured(arguments(
                "latency", "-t", "tcp,uds,pipe,posix-mq,ring-spin,fifo", "--vary", "peer=" + String.join(",", pairs)));

        assertThat(site.table())
                .hasSize(6 * pairs.size())
                .allSatisfy(row -> assertThat(row.get("Status"))
                        .as(row.toString())
                        .isEqualTo("fifo".equals(row.get("Transport")) ? "unsupported" : "measured"))
                .allSatisfy(row -> assertThat(row.get("Peers")).isEqualTo(row.get("Variant")));
    }

    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyLanguageWritesAndReadsObjects() throws Exception {
        measured(arguments(
                "latency",
                "-t",
                "uds,posix-mq",
                "-s",
                "1000",
                "--duration",
                "200ms",
                "--codec",
                "json,json:text",
                "--vary",
                PAIRS));

        assertThat(site.table())
                .hasSize(20)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"))
                .allSatisfy(row -> assertThat(Double.parseDouble(row.get("CodecMicros")))
                        .as(row.toString())
                        .isPositive());
        assertThat(site.table().stream()
                        .map(row -> row.get("Codec") + row.get("WireBytesPerCall"))
                        .distinct())
                .as("the same documents in every language")
                .hasSize(2);
    }

    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void everyLanguageMeasuresStreams() throws Exception {
        measured(arguments("throughput", "-t", "uds", "--vary", PAIRS));

        assertThat(site.table())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"));
    }

    /** A stall of a few milliseconds at the end makes such a short load too late, which says nothing about the peers. */
    @ByTurns(day = 0)
    @Tag("full")
    @Test
    void everyLanguageSendsAndReceivesAWholeLoad() throws Exception {
        start(arguments("load", "--rate", "2000", "-t", "uds", "--vary", PAIRS)).exitCode();

        site.assertNothingLeft();
        assertThat(site.table()).hasSize(5).allSatisfy(row -> {
            assertThat(row.get("Status")).isIn("measured", "not-reached");
            assertThat(row.get("Messages")).as("all that are due in 50 ms").isEqualTo("100");
            assertThat(row.get("NotSentPercent")).asString().matches("0(\\.0+)?");
        });
    }

    /** The sample does what docs/your-own-peer.md says. */
    @ByTurns(day = 1)
    @Tag("full")
    @Test
    void sampleInGoMeasuresWithAllOthers() throws Exception {
        Path program = site.root().resolve("go-peer");
        Path sources = Path.of("..", "samples", "go-peer");
        assumeThat(succeeds(List.of("sh", "-c"), "command -v go")).as("Go").isTrue();
        assertThat(succeeds(List.of("go", "build", "-C", sources.toString(), "-o", program.toString()), "."))
                .isTrue();

        measured(arguments("latency", "-t", "tcp,uds", "--vary", "peer=%1$s,java:%1$s,%1$s:c".formatted(program)));

        assertThat(site.table())
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.get("Status")).isEqualTo("measured"));
    }

    private void assertRefused(String script, String words) throws IOException, InterruptedException {
        Path program = Files.writeString(site.root().resolve("peer.sh"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        Job job = start(arguments("latency", "-t", "tcp", "--peer", "java:" + program));

        assertThat(job.exitCode()).isEqualTo(2);
        assertThat(job.err())
                .singleElement()
                .asString()
                .contains("'--peer'", "peer.sh", words)
                .doesNotContain("podman", "--via");
        assertThat(site.output()).doesNotExist();
        site.assertNothingLeft();
    }

    private static String[] arguments(String question, String... more) {
        List<String> all = new ArrayList<>(List.of(question.split(" ")));
        List.of("-s=64", "--duration=50ms", "--warmup=100ms", "--placement=unpinned", "-i=1").stream()
                .filter(usual -> !List.of(more).contains(usual.replaceFirst("=.*", "")))
                .forEach(all::add);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
