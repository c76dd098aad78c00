package org.ipcbench.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Listener.ServerStarter;
import org.ipcbench.transport.Listener.ServerStarter.Usage;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of users: their addresses, their calls, and what their processes use. */
class EndpointTransportTest {
    private static final int PORT = 7;

    @TempDir
    private Path directory;

    private final Echo echo = new Echo();

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            echo://127.0.0.1:80/path?a=b#pid=12 | 127.0.0.1 | 80 | -             | /path?a=b | 12
            echo://localhost                    | localhost | 7  | -             | -         | 0
            echo://[::1]:81?GET key             | ::1       | 81 | -             | ?GET key  | 0
            echo+unix:/run/app.sock:/path       | -         | 0  | /run/app.sock | /path     | 0
            echo+unix:/run/db/mail?SELECT 1     | -         | 0  | /run/db/mail  | ?SELECT 1 | 0
            echo+unix:/run/app.sock#pid=7       | -         | 0  | /run/app.sock | -         | 7
            """, delimiter = '|')
    void addressesHaveAPlaceAndAQuestion(String text, String host, int port, String path, String asked, long pid) {
        EndpointAddress address = EndpointAddress.parse(text, PORT);

        assertThat(address.host()).isEqualTo(host == null ? "" : host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.path()).isEqualTo(path == null ? "" : path);
        assertThat(address.asked()).isEqualTo(asked == null ? "" : asked);
        assertThat(address.pid().orElse(0)).isEqualTo(pid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo:",
                "echo:/a",
                "echo://",
                "echo://host:0",
                "echo://host:65536",
                "echo://a b:x",
                "echo://h/#pid=x",
                "echo://h/#pid=1#pid=2",
                "echo+unix:a"
            })
    void everythingElseIsRefused(String text) {
        assertThatThrownBy(() -> EndpointAddress.parse(text, PORT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo://me:secret@127.0.0.1/",
                "echo://secret@127.0.0.1",
                "echo:/me:secret@h",
                "echo+unix:/me:secret@h"
            })
    void credentialsAreRefusedAndNotRepeated(String text) {
        assertThatThrownBy(() -> EndpointAddress.parse(text, PORT))
                .hasMessageContaining("environment")
                .hasMessageNotContaining("secret");
    }

    @Test
    void addressIsOneLine() {
        assertThatThrownBy(() -> EndpointAddress.parse("echo://127.0.0.1/?SELECT\n1", PORT))
                .hasMessage("an address is one line, without control characters");
    }

    @ParameterizedTest
    @CsvSource({
        "echo://127.0.0.1/, true",
        "echo://localhost/, true",
        "echo://[::1]/, true",
        "echo+unix:/run/app.sock, true",
        "echo://192.0.2.1/, false", // for documentation
    })
    void addressesOfThisMachineAreKnown(String text, boolean isHere) {
        assertThat(EndpointAddress.parse(text, PORT).isOfThisMachine()).isEqualTo(isHere);
    }

    /** The peer must not resolve the name again: it could find another machine than the one that was checked. */
    @Test
    void peerGetsTheAddressThatWasFoundHere() {
        EndpointTransport server = (EndpointTransport) echo.endpoint("echo://localhost:9/a#pid=007");

        String found = server.address().target();
        assertThat(server.id()).isEqualTo("echo://localhost:9/a#pid=007");
        assertThat(server.idForPeers()).isEqualTo("echo://localhost:9/a#at=%s#pid=007", found);
        EndpointAddress ofPeer = ((EndpointTransport) echo.endpoint(server.idForPeers())).address();
        assertThat(ofPeer.host()).isEqualTo("localhost");
        assertThat(ofPeer.target()).isEqualTo(found);
        assertThat(EndpointAddress.parse("echo://localhost/#at=192.0.2.1", PORT).isOfThisMachine())
                .isFalse();
        assertThat(EndpointAddress.parse("echo://is.invalid/#at=::1", PORT).isOfThisMachine())
                .isTrue();
    }

    @Test
    void homeIsNotNamed() {
        String home = System.getProperty("user.home");
        assumeThat(home).hasSizeGreaterThan(1);
        Transport server = echo.endpoint("echo+unix:%s/app.sock:/a".formatted(home));

        assertThat(server.id()).isEqualTo("echo+unix:~/app.sock:/a");
        assertThat(echo.endpoint(server.id()).idForPeers()).isEqualTo("echo+unix:%s/app.sock:/a", home);
    }

    @ParameterizedTest
    @CsvSource({
        "echo+unix:/s:/a, echo://h/a, true",
        "echo+unix:/s:/a, echo://h/b, false",
        "echo+unix:/dir/db?SELECT 2, echo://h/db?SELECT 2, true",
        "echo+unix:/dir/db?SELECT 2, echo://h/db, false",
        "echo+unix:/dir/db, echo://h/other, false",
        "echo+unix:/s:/, echo://h, true",
        "echo+unix:/s, echo://h, true",
        "echo+unix:/s?GET a, echo://h?GET a, true",
    })
    void socketsAndPortsAreAskedTheSameIfTheirQuestionsAre(String socket, String port, boolean same) {
        assertThat(EndpointAddress.parse(socket, PORT).asksTheSameAs(EndpointAddress.parse(port, PORT)))
                .isEqualTo(same);
    }

    @Test
    void registryKnowsSchemes() {
        TransportRegistry registry = new TransportRegistry(List.of(), List.of(echo));

        assertThat(registry.named("echo://127.0.0.1:9/").id()).isEqualTo("echo://127.0.0.1:9/");
        assertThat(registry.all()).isEmpty();
        assertThatThrownBy(() -> registry.endpoint("gopher://me:secret@127.0.0.1/"))
                .hasMessage("'gopher:' begins with none of echo:, echo+unix:; further ones come by --plugin");
    }

    @Test
    void everyAnswerIsACall() throws IOException {
        Transport server = echo.endpoint("echo://127.0.0.1:9/");
        try (Channel channel = server.connect(session(), "")) {
            for (byte i = 0; i < 3; i++) {
                channel.claim(1).put(i);
                channel.commit();
                ByteBuffer answer = channel.receive(1);
                assertThat(answer.get(answer.position())).isEqualTo(i);
            }
        }
        assertThat(echo.calls).isEqualTo(3);
    }

    @Test
    void failedCallHasTheServersWords() throws IOException {
        echo.failure = "go away";
        try (Channel channel = echo.endpoint("echo://127.0.0.1:9/").connect(session(), "")) {
            channel.claim(1).put((byte) 0);
            channel.commit();
            assertThatThrownBy(() -> channel.receive(1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("go away");
        }
    }

    /** Nobody is asked: what is slow is this side. */
    @Test
    void serverElsewhereGetsNoMoreThanAThousandCallsASecond() throws IOException {
        try (Channel channel =
                echo.endpoint("echo://192.0.2.1/").connect(session().withConnections(2), "")) {
            long start = System.nanoTime();
            for (int i = 0; i <= 40; i++) {
                channel.claim(1).put((byte) 0);
                channel.commit();
                channel.receive(1);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(40));
        }
    }

    @Test
    void processesOfAServerAreFoundByItsPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertSeesThisProcess("echo://127.0.0.1:%d/".formatted(socket.getLocalPort()));
        }
        try (ServerSocket socket = new ServerSocket(0)) {
            assertSeesThisProcess("echo://127.0.0.1:%d/".formatted(socket.getLocalPort()));
        }
    }

    @Test
    void processesOfAServerAreFoundByItsSocket() throws IOException {
        Path path = directory.resolve("app.sock");
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(path));
            assertSeesThisProcess("echo+unix:%s:/".formatted(path));
            Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
            assertSeesThisProcess("echo+unix:%s:/".formatted(link.resolve("app.sock")));
        } finally {
            Files.deleteIfExists(path);
        }
    }

    @Test
    void processMayBeGiven() throws IOException {
        assertSeesThisProcess(
                "echo://127.0.0.1:9/#pid=" + ProcessHandle.current().pid());
        assertThatThrownBy(
                        () -> echo.endpoint("echo://127.0.0.1:9/#pid=999999999").listen(session()))
                .hasMessage("there is no process 999999999");
    }

    @Test
    void unknownProcessUsesNothing() throws IOException {
        assertThat(starter("echo+unix:%s/none:/".formatted(directory)).usage().userNanos())
                .isZero();
    }

    private void assertSeesThisProcess(String address) throws IOException {
        try (ServerStarter starter = starter(address)) {
            Usage before = starter.usage();
            // asking costs this process time, which the kernel may count by the tick
            await().pollInterval(Duration.ZERO).untilAsserted(() -> {
                Usage used = starter.usage().since(before);
                assertThat(used.userNanos() + used.systemNanos()).isPositive();
            });
        }
    }

    private ServerStarter starter(String address) throws IOException {
        return (ServerStarter) echo.endpoint(address).listen(session());
    }

    private Session session() {
        return new Session(directory, Token.random(), 1, 0, Duration.ofSeconds(5));
    }

    /** Counts calls, and reaches nobody. */
    private static final class Echo implements EndpointProtocol {
        private int calls;
        private String failure = "";

        @Override
        public String scheme() {
            return "echo";
        }

        @Override
        public String title() {
            return "echo";
        }

        @Override
        public Library library() {
            return Library.JDK;
        }

        @Override
        public int usualPort() {
            return PORT;
        }

        @Override
        public Caller connect(EndpointAddress address, Session session) {
            return new Caller() {
                @Override
                public void call() throws IOException {
                    calls++;
                    if (!failure.isEmpty()) {
                        throw new IOException(failure);
                    }
                }

                @Override
                public void close() {
                    // there is nothing
                }
            };
        }
    }
}
