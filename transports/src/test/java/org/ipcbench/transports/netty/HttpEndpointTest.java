package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointProtocol.Caller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An HTTP server of the user's, at a port and at a Unix socket. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpEndpointTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CLOSED = "the server closed the connection before its answer was complete";

    @TempDir
    private Path directory;

    private final HttpEndpoint http = new HttpEndpoint();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Thread> servers = new ArrayList<>();

    @BeforeEach
    void needNettysCode() {
        assumeThat(http.availability()).isInstanceOf(Availability.Available.class);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void serverOfTheJdkIsCalledAgainAndAgain() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        opened.add(() -> server.stop(0));
        List<String> asked = new ArrayList<>();
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] answer = "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, exchange.getRequestURI().getPath().equals("/chunks") ? 0 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();

        try (Caller caller = caller("http://127.0.0.1:%d/a?b=c".formatted(port));
                Caller chunked = caller("http://localhost:%d/chunks".formatted(port))) {
            caller.call();
            caller.call();
            chunked.call();
            chunked.call();
        }
        assertThat(asked).containsExactly("GET /a?b=c", "GET /a?b=c", "GET /chunks", "GET /chunks");
    }

    @Test
    void unixSocketIsCalledAgainAndAgain() throws IOException {
        String address = served(OK, OK, OK);
        try (Caller caller = caller(address)) {
            caller.call();
            caller.call();
            caller.call();
        }
    }

    @Test
    void otherThreadMayCall() throws Exception {
        try (Caller caller = caller(served(OK), served(OK, OK))) {
            CompletableFuture.runAsync(() -> {
                        try {
                            caller.call();
                            caller.call();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .get(20, TimeUnit.SECONDS);
        }
    }

    /** As nginx does after a thousand requests. */
    @Test
    void connectionThatTheServerEndsIsOpenedAgain() throws IOException {
        try (Caller caller =
                caller(served("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"), served(OK, OK))) {
            caller.call();
            caller.call();
            caller.call();
        }
    }

    @Test
    void connectionThatTheServerEndsWhileNobodyAsksIsOpenedAgain() throws Exception {
        try (Caller caller = caller(served(OK), served(OK, OK))) {
            caller.call();
            servers.get(0).join();
            Thread.sleep(150);
            caller.call();
            caller.call();
        }
    }

    @Test
    void earlyHintsAreNoAnswer() throws IOException {
        String early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
        try (Caller caller =
                caller(served(early + OK, early + "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))) {
            caller.call();
            assertThatThrownBy(caller::call).hasMessage("the server answered '404 Not Found'");
        }
    }

    /** A redirection is one, too: it leads to a server that nobody has asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"503 Come back later", "302 Found"})
    void errorIsTheServersWords(String status) throws IOException {
        String answer = "HTTP/1.1 %s\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n".formatted(status);
        try (Caller caller = caller(served(answer))) {
            assertThatThrownBy(caller::call)
                    .isInstanceOf(IOException.class)
                    .hasMessage("the server answered '%s'", status);
        }
    }

    @Test
    void halfAnAnswerIsAFailure() throws IOException {
        try (Caller caller = caller(served("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"))) {
            assertThatThrownBy(caller::call).hasMessage(CLOSED);
        }
    }

    /** What closes with a request unread resets the connection. */
    @Test
    void serverThatDoesNotReadIsAFailure() throws Exception {
        Path path = directory.resolve("unread");
        ServerSocketChannel listening =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        opened.add(listening);
        CompletableFuture<Integer> taken = CompletableFuture.supplyAsync(() -> {
            try (SocketChannel client = listening.accept()) {
                return client.read(ByteBuffer.allocate(1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (Caller caller = caller("http+unix:%s:/".formatted(path))) {
            assertThatThrownBy(caller::call).hasMessage(CLOSED);
        }
        assertThat(taken.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void somethingElseIsNotHttp() throws IOException {
        try (Caller caller = caller(served("SSH-2.0-OpenSSH_9.2\r\n\r\n"))) {
            assertThatThrownBy(caller::call).hasMessageStartingWith("the answer is not HTTP: ");
        }
    }

    @Test
    void missingServerIsNamed() {
        assertThatThrownBy(() -> caller("http+unix:%s/none.sock:/".formatted(directory)))
                .hasMessage("cannot connect: there is no such socket");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/a b",
                "http://127.0.0.1?x",
                "http+unix:/run/app.sock",
                "http+unix:/run/app.sock:x"
            })
    void pathIsOneOfARequestLine(String address) {
        assertThatThrownBy(() -> http.endpoint(address)).hasMessageContaining("a path begins with /");
    }

    /** The address of a server for one connection, which it closes after these answers. */
    private String served(String... answers) throws IOException {
        Path path = directory.resolve("s" + opened.size());
        SocketAddress address = UnixDomainSocketAddress.of(path);
        ServerSocketChannel listening =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
        opened.add(listening);
        Thread thread = new Thread(() -> serve(listening, answers), "server");
        thread.setDaemon(true);
        thread.start();
        servers.add(thread);
        return "http+unix:%s:/".formatted(path);
    }

    private static void serve(ServerSocketChannel listening, String... answers) {
        try (SocketChannel client = listening.accept()) {
            for (String answer : answers) {
                Optional<String> request = request(client);
                if (request.isEmpty()) {
                    return;
                }
                assertThat(request.get()).startsWith("GET / HTTP/1.1\r\nHost: localhost\r\n");
                client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }

    private static Optional<String> request(SocketChannel client) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            ByteBuffer bytes = ByteBuffer.allocate(1 << 10);
            if (client.read(bytes) < 0) {
                return Optional.empty();
            }
            text.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
        }
        return Optional.of(text.toString());
    }

    private Caller caller(String address) throws IOException {
        return http.connect(
                EndpointAddress.parse(address, http.usualPort()),
                new Session(directory, Token.random(), 1, 0, Duration.ofSeconds(5)));
    }

    /** A caller that reaches a second server at the place of the first one. */
    private Caller caller(String first, String next) throws IOException {
        Caller caller = caller(first);
        Path from = Path.of(EndpointAddress.parse(next, 1).path());
        Path to = Path.of(EndpointAddress.parse(first, 1).path());
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        return caller;
    }
}
