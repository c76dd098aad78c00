package org.ipcbench.transports.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GrpcTransportTest extends InScratchDirectory {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final int CROWD = 20;
    private static final int LARGE_BYTES = 64 << 10;

    /** More than gRPC's largest window and all buffers on the way hold. */
    private static final int MANY = 512;

    private static final Duration AT_REST = Duration.ofMillis(300);

    private final GrpcTcpTransport tcp = new GrpcTcpTransport();

    static Stream<Transport> transports() {
        return Stream.of(new GrpcTcpTransport(), new GrpcUdsTransport())
                .filter(transport -> transport.availability() instanceof Availability.Available);
    }

    @Test
    void strangersAreTurnedAwayOnceTheClientHasCome() throws Exception {
        assumeThat(tcp.availability()).isInstanceOf(Availability.Available.class);
        List<Socket> strangers = new ArrayList<>();
        try (AcceptingServer server = new AcceptingServer(tcp, session)) {
            for (int i = 0; i < CROWD; i++) {
                strangers.add(socketTo(server));
            }
            strangers.get(0).getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            try (Channel client = tcp.connect(session, server.address());
                    Channel accepted = server.channel()) {
                for (Socket stranger : strangers) {
                    assertTurnedAway(stranger);
                }
                assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> socketTo(server));
                ConnectedPair.send(client, 1, 42);
                assertThat(accepted.receive(1).get()).isEqualTo((byte) 42);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void senderWaitsForItsReceiver(Transport transport) throws Exception {
        Session large = ContractSession.in(directory, LARGE_BYTES);
        try (ConnectedPair pair = new ConnectedPair(transport, large)) {
            AtomicInteger sent = new AtomicInteger();
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendMany(pair.client(), sent));
            await().atMost(SOON).pollInterval(AT_REST).until(() -> hasStopped(sent));

            assertThat(sent).hasValueLessThan(MANY);
            for (int i = 0; i < MANY; i++) {
                assertThat(pair.server().receive(LARGE_BYTES).get()).isEqualTo((byte) i);
            }
            sender.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void messageOfAnotherLengthIsAnError(Transport transport) throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 8, 42);
            assertThatExceptionOfType(WrongLengthException.class)
                    .isThrownBy(() -> pair.server().receive(7))
                    .withMessage("peer sent a message of 8 bytes, expected 7");
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void callIsAnsweredByTheNextMessage(Transport transport) throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ((RequestChannel) pair.client()).sendRequests();
            for (int i = 0; i < 3; i++) {
                pair.exchange(i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void answerArrivesThoughTheServerClosesAtOnce(Transport transport) throws Exception {
        int bytes = 4 * LARGE_BYTES; // more than a call's first window
        try (ConnectedPair pair = new ConnectedPair(transport, ContractSession.in(directory, bytes))) {
            ((RequestChannel) pair.client()).sendRequests();
            ConnectedPair.send(pair.client(), 8, 42);
            pair.server().receive(8);
            ConnectedPair.send(pair.server(), bytes, 43);
            pair.server().close();

            assertThat(pair.client().receive(bytes).get()).isEqualTo((byte) 43);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void callEndsWhenTheServerCloses(Transport transport) throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ((RequestChannel) pair.client()).sendRequests();
            ConnectedPair.send(pair.client(), 8, 42);
            pair.server().receive(8);
            pair.server().close();

            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> pair.client().receive(8));
            assertThatIOException().isThrownBy(() -> pair.client().claim(8));
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void noThreadOutlivesItsChannel(Transport transport) throws Exception {
        new ConnectedPair(transport, session).close();
        transport.listen(session).close();

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("grpc-")));
    }

    private static boolean hasStopped(AtomicInteger sent) throws InterruptedException {
        int before = sent.get();
        Thread.sleep(AT_REST.toMillis());
        return before > 0 && sent.get() == before;
    }

    private static void sendMany(Channel channel, AtomicInteger sent) {
        try {
            for (int i = 0; i < MANY; i++) {
                ConnectedPair.send(channel, LARGE_BYTES, i);
                sent.incrementAndGet();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Socket socketTo(AcceptingServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(server.address()));
    }

    /** A protocol's greeting may come before the end. */
    private static void assertTurnedAway(Socket stranger) throws IOException {
        stranger.setSoTimeout((int) SOON.toMillis());
        try (stranger) {
            stranger.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException reset) {
            // what it had said was not read
        }
    }
}
