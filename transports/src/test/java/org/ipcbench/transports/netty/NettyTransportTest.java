package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
class NettyTransportTest {
    /** Far more than the kernel buffers. */
    private static final int LARGE_BYTES = 4 << 20;

    private static final int PATIENCE_SECONDS = 10;

    /** In some of them the stranger is the first. */
    private static final int ROUNDS = 300;

    private final NettyTransport transport;

    @TempDir
    Path directory;

    NettyTransportTest(NettyTransport transport) {
        this.transport = transport;
    }

    static Stream<Named<NettyTransport>> transports() {
        return Stream.of(new NettyUdsTransport()).map(transport -> Named.of(transport.id(), transport));
    }

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void messagesThatArriveWhileSendingIsBlockedAreKept() throws Exception {
        Session session = ContractSession.in(directory, LARGE_BYTES);
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendThenReceive(client));
            for (long i = 0; i < 2; i++) {
                accepted.claim(8).putLong(i);
                accepted.commit();
            }
            assertThat(accepted.receive(LARGE_BYTES).get(LARGE_BYTES - 1)).isEqualTo((byte) 42);
            sender.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void closingEndsAReceiveThatWaitsInAnotherThread() throws Exception {
        transport.io().loadBy(directory);
        Path path = directory.resolve("socket");
        try (NettyServer server = listening(path);
                NettySocket client = NettySocket.connect(transport.io(), path)) {
            NettySocket accepted = server.accept();
            CompletableFuture<Integer> received = CompletableFuture.supplyAsync(() -> read(accepted));
            TimeUnit.MILLISECONDS.sleep(100); // it may be waiting by now, or not yet: both have to end
            accepted.close();
            assertThatThrownBy(() -> received.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(AsynchronousCloseException.class);
            assertThat(client.isOpen()).isTrue();
        }
    }

    /** The server connects to itself before anybody knows its path; a stranger may be faster. */
    @Test
    void silentStrangerDoesNotHoldTheListenerUp() throws Exception {
        transport.io().loadBy(directory);
        Path path = directory.resolve("socket");
        Process stranger = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stranger.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            stranger.getInputStream().read(); // it tries now
            for (int round = 0; round < ROUNDS; round++) {
                listening(path).close();
                Files.deleteIfExists(path);
            }
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    /** Connects to a path whenever there is a socket, and says nothing. */
    static final class Stranger {
        private static final List<SocketChannel> SILENT = new ArrayList<>();

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("ready");
            while (true) {
                try {
                    SILENT.add(SocketChannel.open(UnixDomainSocketAddress.of(arguments[0])));
                    Thread.sleep(1); // others want to come in, too
                } catch (IOException e) {
                    Thread.onSpinWait(); // not yet
                }
            }
        }
    }

    @Test
    void bytesBeforeTheOtherSideClosedOutliveAChangeOfThreads() throws Exception {
        transport.io().loadBy(directory);
        Path path = directory.resolve("socket");
        try (NettyServer server = listening(path);
                NettySocket client = NettySocket.connect(transport.io(), path)) {
            NettySocket accepted = server.accept();
            accepted.write(ByteBuffer.wrap(new byte[] {1, 2}));
            accepted.close();
            assertThat(client.read(ByteBuffer.allocateDirect(1))).isOne(); // hears of the end, too

            try (Channel channel = client.channel(ContractSession.in(directory, 1))) {
                assertThat(channel.receive(1).get(0)).isEqualTo((byte) 2);
                assertThatIOException().isThrownBy(() -> channel.receive(1));
            }
        }
    }

    @Test
    void sendingToAClosedConnectionFails() throws Exception {
        Session session = ContractSession.in(directory, LARGE_BYTES);
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Channel client = transport.connect(session, server.address())) {
            server.channel().close();
            client.claim(LARGE_BYTES);
            assertThatIOException().isThrownBy(client::commit);
        }
    }

    private static void sendThenReceive(Channel client) {
        try {
            client.claim(LARGE_BYTES).put(LARGE_BYTES - 1, (byte) 42);
            client.commit();
            for (long i = 0; i < 2; i++) {
                assertThat(client.receive(8).getLong()).isEqualTo(i);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int read(NettySocket socket) {
        try {
            return socket.read(ByteBuffer.allocateDirect(1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private NettyServer listening(Path path) throws IOException {
        NettyServer server = new NettyServer(transport.io());
        server.bind(path);
        return server;
    }
}
