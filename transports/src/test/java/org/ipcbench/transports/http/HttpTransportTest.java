package org.ipcbench.transports.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpTransportTest extends InScratchDirectory {
    private static final int PATIENCE_SECONDS = 15;
    private static final int MANY = 50;

    /** What the kernel's tables write for a connection that is open. */
    private static final String ESTABLISHED = "01";

    private final HttpTransport transport = new HttpTransport();

    @EnabledOnOs(OS.LINUX)
    @Test
    void roundTripsKeepTheirConnections() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ((RequestChannel) pair.client()).sendRequests();
            List<String> before = connectionsTo(pair.address());
            for (int i = 0; i < MANY; i++) {
                pair.exchange(i);
            }

            assertThat(before).hasSize(HttpProtocol.connections(8));
            assertThat(connectionsTo(pair.address())).containsExactlyInAnyOrderElementsOf(before);
        }
    }

    /** The pair has one thread: nobody is in the server's channel when the client asks. */
    @Test
    void committedMessageReachesAClientThatAsksLater() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            for (int i = 0; i < MANY; i++) {
                pair.exchange(i);
            }
        }
    }

    @Test
    void messageReachesAClientThatAsksFirst() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            CompletableFuture<Byte> received = CompletableFuture.supplyAsync(() -> receive(pair.client()));
            TimeUnit.MILLISECONDS.sleep(100); // its request is there
            ConnectedPair.send(pair.server(), 8, 42);

            assertThat(received.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo((byte) 42);
        }
    }

    @Test
    void serverFarAheadNoticesThatTheClientHasClosed() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            for (int i = 0; i < PendingRequests.MAX_UNASKED; i++) {
                ConnectedPair.send(pair.server(), 8, i);
            }
            pair.client().close();

            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> pair.server().claim(8));
        }
    }

    @EnabledOnOs(OS.LINUX)
    @Test
    void streamKeepsItsConnections() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            List<String> before = connectionsTo(pair.address());
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendMany(pair.client()));
            for (int i = 0; i < MANY; i++) {
                assertThat(pair.server().receive(8).get()).isEqualTo((byte) i);
            }
            sender.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

            assertThat(connectionsTo(pair.address())).containsExactlyInAnyOrderElementsOf(before);
        }
    }

    @Test
    void strangerFindsNobodyOnceTheClientIsIn() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            assertThat(isTurnedAway(pair.address())).isTrue();
        }
    }

    @Test
    void strangersWhoCameFirstAreTurnedAwayWhenTheClientComes() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Socket half = halfARequestTo(server.address());
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(server.address()));
                Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            assertThat(half.getInputStream().read()).isEqualTo(-1);
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            ConnectedPair.send(client, 8, 42);
            assertThat(accepted.receive(8).get()).isEqualTo((byte) 42);
        }
    }

    @Test
    void wellFormedRequestOfAStrangerIsRefused() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            URI message = URI.create("http://127.0.0.1:%s%s".formatted(server.address(), HttpProtocol.MESSAGE));
            HttpResponse<Void> refused = HttpClient.newHttpClient()
                    .sendAsync(
                            HttpRequest.newBuilder(message)
                                    .header(HttpProtocol.NUMBER, "0")
                                    .POST(BodyPublishers.ofByteArray(new byte[8]))
                                    .build(),
                            BodyHandlers.discarding())
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);

            assertThat(refused.statusCode()).isEqualTo(HttpProtocol.FORBIDDEN);
            try (Channel client = transport.connect(session, server.address());
                    Channel accepted = server.channel()) {
                ConnectedPair.send(client, 8, 42);
                assertThat(accepted.receive(8).get()).isEqualTo((byte) 42);
            }
        }
    }

    @Test
    void messageOfAnotherLengthIsAnError() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 8, 42);
            assertThatExceptionOfType(WrongLengthException.class)
                    .isThrownBy(() -> pair.server().receive(7))
                    .withMessage("peer sent a message of 8 bytes, expected 7");
        }
    }

    @Test
    void callEndsWhenTheServerCloses() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            pair.server().close();
            ((RequestChannel) pair.client()).sendRequests();
            ConnectedPair.send(pair.client(), 8, 42);

            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> pair.client().receive(8));
        }
    }

    private static void sendMany(Channel channel) {
        try {
            for (int i = 0; i < MANY; i++) {
                ConnectedPair.send(channel, 8, i);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte receive(Channel channel) {
        try {
            return channel.receive(8).get();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isTurnedAway(String port) throws IOException {
        try (Socket stranger = halfARequestTo(port)) {
            return stranger.getInputStream().read() == -1;
        } catch (SocketException e) { // refused, or reset if it came while the listener was being closed
            return true;
        }
    }

    private static Socket halfARequestTo(String port) throws IOException {
        Socket stranger = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        stranger.getOutputStream().write("POST /mess".getBytes(US_ASCII));
        return stranger;
    }

    /**
     * The other ends of all open connections to a port of this machine.
     *
     * <p>The kernel writes its tables piece by piece; where other sockets come and go meanwhile, a line may be written
     * twice.
     */
    private static List<String> connectionsTo(String port) throws IOException {
        String local = ":%04X".formatted(Integer.parseInt(port));
        return Stream.concat(lines("/proc/net/tcp"), lines("/proc/net/tcp6"))
                .map(line -> line.strip().split(" +", -1))
                .filter(columns -> columns[1].endsWith(local) && columns[3].equals(ESTABLISHED))
                .map(columns -> columns[2])
                .distinct()
                .toList();
    }

    private static Stream<String> lines(String table) throws IOException {
        Path file = Path.of(table);
        return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.empty();
    }
}
