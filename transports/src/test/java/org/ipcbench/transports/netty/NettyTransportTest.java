package org.ipcbench.transports.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.netty.NettyTransport.NettyServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
@ParameterizedClass(name = "{0}")
@MethodSource("transports")
class NettyTransportTest {
    /** Far more than the kernel buffers. */
    private static final int LARGE_BYTES = 4 << 20;

    private static final int PATIENCE_SECONDS = 10;

    private final NettyTransport transport;

    @TempDir
    Path directory;

    NettyTransportTest(NettyTransport transport) {
        this.transport = transport;
    }

    static Stream<Named<NettyTransport>> transports() {
        return Stream.of(new NettyUdsTransport(), new NettyUringTransport())
                .map(transport -> Named.of(transport.id(), transport));
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
                NettySocket client = NettySocket.connect(path)) {
            NettySocket accepted = server.accept();
            accepted.goOnBy(transport.io());
            CompletableFuture<Integer> received = CompletableFuture.supplyAsync(() -> read(accepted));
            TimeUnit.MILLISECONDS.sleep(100); // it may be waiting by now, or not yet: both have to end
            accepted.close();
            assertThatThrownBy(() -> received.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(AsynchronousCloseException.class);
            assertThat(client.isOpen()).isTrue();
        }
    }

    @Test
    void bytesBeforeTheOtherSideClosedOutliveAChangeOfThreads() throws Exception {
        transport.io().loadBy(directory);
        Path path = directory.resolve("socket");
        try (NettyServer server = listening(path);
                NettySocket client = NettySocket.connect(path)) {
            NettySocket accepted = server.accept();
            accepted.write(ByteBuffer.wrap(new byte[] {1, 2}));
            accepted.close();
            assertThat(client.read(ByteBuffer.allocateDirect(1))).isOne(); // hears of the end, too

            try (Channel channel = client.channel(ContractSession.in(directory, 1), transport.io())) {
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

    /** The sender waits for room by then, and nobody reads. */
    @Test
    void sendingFailsWhenTheOtherSideClosesMeanwhile() throws Exception {
        Session session = ContractSession.in(directory, LARGE_BYTES);
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Channel client = transport.connect(session, server.address())) {
            Channel accepted = server.channel();
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendThenReceive(client));
            assertThat(accepted.receive(8).limit()).isPositive(); // the rest does not fit
            accepted.close();
            assertThatThrownBy(() -> sender.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(IOException.class);
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
        NettyServer server = new NettyServer();
        server.bind(path);
        return server;
    }
}
