package org.ipcbench.cli.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.ByTurns;
import org.ipcbench.Turns;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;

/** Processes that are not the pair's and try to get at it, before and during the measured part. */
@EnabledOnOs(OS.LINUX)
class StrangerJobIT extends RunningJobs {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration OFTEN = Duration.ofMillis(5);

    /** Long enough for a busy machine to have strangers come in the middle of it. */
    private static final String DURATION = "8s";

    /** More than a server hears at a time. */
    private static final int CROWD = 80;

    /** Well formed, and one that keeps a server waiting that has begun to read it. */
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: stranger\r\n\r\n";

    private static final String HALF_A_REQUEST = "POST /message HTTP/1.1\r\nHost: str";

    private static final int GARBAGE_BYTES = 1 << 16;
    private static final int DATAGRAMS = 1000;
    private static final int MAX_DATAGRAM = 1500;

    /** Half a token, as one side shows it to the other. */
    private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{%d,}".formatted(2 * Token.PROOF_BYTES));

    private final Random garbage = new Random(1);

    static List<String> ids() {
        return Turns.today()
                .share(
                        5,
                        List.of(
                                "udp",
                                "tcp",
                                "uds",
                                "uds-junix",
                                "uds-abstract",
                                "uds-pair",
                                "http",
                                "http-uds",
                                "netty-uds",
                                "netty-uring",
                                "zmq-ipc",
                                "zmq",
                                "grpc-uds",
                                "grpc-tcp"));
    }

    /** A fifth of them by turns. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("ids")
    void strangersAreRefusedAndDisturbNobody(String id) throws Exception {
        assumeThat(TransportRegistry.load().named(id).availability()).isInstanceOf(Availability.Available.class);
        Job job = start(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "1",
                "-t",
                id,
                "--duration",
                DURATION,
                "--warmup",
                "1ms",
                "--verbose");
        long client = heldBack(job);
        List<NamedSocket> listening = awaitListening(job);
        assertThat(listening).allMatch(NamedSocket::loopback, "is on the loopback interface");
        List<SocketChannel> waiting = new ArrayList<>();
        try (Closeable all = () -> closeAll(waiting)) {
            for (NamedSocket socket : listening) {
                if (socket.takesDatagrams()) {
                    sendDatagrams(socket);
                } else {
                    for (int i = 0; i < CROWD; i++) {
                        waiting.add(connect(socket));
                    }
                    for (String words : List.of(REQUEST, HALF_A_REQUEST)) {
                        SocketChannel stranger = connect(socket);
                        stranger.write(ByteBuffer.wrap(words.getBytes(StandardCharsets.US_ASCII)));
                        waiting.add(stranger);
                    }
                    talk(socket);
                }
            }
            Job.kill("CONT", Long.toString(client));

            job.awaitMeasuring(1, Role.SERVER);
            await().atMost(SOON)
                    .pollInterval(OFTEN)
                    .untilAsserted(() -> assertThat(NamedSocket.of(processes(job)))
                            .as("sockets that let others in")
                            .noneMatch(NamedSocket::listening));
            for (Role role : List.of(Role.CLIENT, Role.SERVER)) {
                assertThat(job.peer(role)).as("the %s, still measuring", role).isPresent();
            }
            for (SocketChannel stranger : waiting) {
                assertTurnedAway(stranger);
            }
            for (NamedSocket socket : listening) {
                if (!socket.takesDatagrams()) {
                    assertThatIOException().isThrownBy(() -> connect(socket));
                }
            }
            for (NamedSocket socket : NamedSocket.of(processes(job))) {
                if (socket.kind().isUdp()) {
                    sendDatagrams(socket);
                }
            }
        }

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table()).singleElement().satisfies(row -> assertUndisturbed(id, row));
        site.assertNothingLeft();
    }

    /** Only UDP sockets take what strangers send, and then the verdict tells. */
    private static void assertUndisturbed(String id, Map<String, String> row) {
        assertThat(row).containsEntry("Status", "measured").containsEntry("Corrupt", "0");
        if (id.equals("udp")) {
            assertThat(row.get("Verdict")).isEqualTo("suspect");
            assertThat(row.get("Reason")).contains("messages of strangers that came in between: ");
        } else {
            assertThat(row).containsEntry("Lost", "0");
            assertThat(row.get("Reason")).doesNotContain("strangers");
        }
    }

    @Tag("full")
    @ByTurns(day = 0)
    @Test
    void tokenIsNowhereToBeSeen() throws Exception {
        assertThat(secretsIn("0 " + Token.random().hex() + " 0"))
                .as("what is looked for")
                .hasSize(1);
        Set<String> known = secretsIn(System.getenv().toString());
        Job job = start(
                "throughput",
                "--placement",
                "unpinned",
                "-i",
                "2",
                "-t",
                "tcp",
                "--duration",
                "4s",
                "--warmup",
                "1ms",
                "--verbose");
        ProcessHandle server = job.awaitMeasuring(1, Role.SERVER);
        Set<String> shown = new TreeSet<>();
        for (ProcessHandle process : processes(job)) {
            Path entry = Path.of("/proc", Long.toString(process.pid()));
            shown.addAll(secretsIn(read(entry.resolve("cmdline"))));
            shown.addAll(secretsIn(read(entry.resolve("environ"))));
        }
        shown.addAll(secretsInFiles());
        server.destroyForcibly(); // so that failures are told, too

        assertThat(job.exitCode()).isEqualTo(1);
        shown.addAll(secretsInFiles());
        shown.removeAll(known);
        assertThat(shown).isEmpty();
        assertThat(site.log()).as("a failure and a measurement").hasSize(2);
    }

    /** Waits for the client's process and stops it before it has connected. */
    private static long heldBack(Job job) throws IOException, InterruptedException {
        long client = job.awaitPeer(Role.CLIENT).pid();
        Job.kill("STOP", Long.toString(client));
        return client;
    }

    /** Waits until the server can be got at, and returns how. */
    private static List<NamedSocket> awaitListening(Job job) {
        List<NamedSocket> found = new ArrayList<>();
        await().atMost(SOON).pollInterval(OFTEN).until(() -> {
            found.clear();
            for (NamedSocket socket :
                    NamedSocket.of(job.peer(Role.SERVER).stream().toList())) {
                if (socket.listening() || socket.takesDatagrams()) {
                    found.add(socket);
                }
            }
            return !found.isEmpty();
        });
        return found;
    }

    /** The launcher and its peers. */
    private static List<ProcessHandle> processes(Job job) {
        return Stream.concat(
                        Stream.of(ProcessHandle.of(job.pid()).orElseThrow()),
                        Stream.of(Role.values()).flatMap(role -> job.peer(role).stream()))
                .toList();
    }

    /** The JDK knows neither abstract names nor datagrams of Unix sockets. */
    private static SocketChannel connect(NamedSocket socket) throws IOException {
        if (socket.isAbstract()) {
            return AFUNIXSocketChannel.open(
                    AFUNIXSocketAddress.inAbstractNamespace(socket.path().substring(1)));
        }
        return SocketChannel.open(
                socket.kind() == NamedSocket.Kind.UNIX
                        ? UnixDomainSocketAddress.of(socket.path())
                        : new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.port()));
    }

    /** Says what no protocol has, and hangs up. */
    private void talk(NamedSocket socket) throws IOException {
        byte[] bytes = new byte[GARBAGE_BYTES];
        garbage.nextBytes(bytes);
        try (SocketChannel stranger = connect(socket)) {
            stranger.configureBlocking(false);
            stranger.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*");
        }
    }

    private void sendDatagrams(NamedSocket socket) throws IOException {
        boolean unix = socket.kind() == NamedSocket.Kind.UNIX;
        SocketAddress address = unix
                ? AFUNIXSocketAddress.of(Path.of(socket.path()))
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.port());
        byte[] bytes = new byte[MAX_DATAGRAM];
        garbage.nextBytes(bytes);
        try (DatagramChannel stranger = unix ? AFUNIXDatagramChannel.open() : DatagramChannel.open()) {
            for (int i = 0; i < DATAGRAMS; i++) {
                stranger.send(ByteBuffer.wrap(bytes, 0, garbage.nextInt(MAX_DATAGRAM)), address);
            }
        }
    }

    /** One that has said nothing is not kept waiting either. */
    private static void assertTurnedAway(SocketChannel stranger) throws IOException {
        stranger.configureBlocking(false);
        ByteBuffer heard = ByteBuffer.allocate(1000);
        await().atMost(SOON).pollInterval(OFTEN).until(() -> isClosed(stranger, heard.clear()));
    }

    /** A protocol's greeting may come before the end. */
    private static boolean isClosed(SocketChannel stranger, ByteBuffer heard) {
        try {
            return stranger.read(heard) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static void closeAll(List<SocketChannel> channels) throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }

    /** In all that the job has made so far, its output and its scratch directories included. */
    private Set<String> secretsInFiles() throws IOException {
        Set<String> secrets = new TreeSet<>();
        try (Stream<Path> files = Files.walk(site.root())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                secrets.addAll(secretsIn(read(file)));
            }
        }
        return secrets;
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return ""; // removed since it was listed
        }
    }

    private static Set<String> secretsIn(String text) {
        return SECRET.matcher(text)
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
