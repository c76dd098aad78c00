package org.ipcbench.transports.zmq;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // ZeroMQ ignores interrupts while it closes
class ZmqTransportTest {
    private static final int REFUSED_MILLIS = 10_000;

    /** JeroMQ may forget a new connection of the intruder too, see {@link PolledConnection}. */
    private static final int HANDSHAKE_MILLIS = 500;

    private static final int CLOSE_SECONDS = 15;
    private static final String MONITOR = "inproc://monitor";

    private final ZmqTransport transport = new ZmqTransport();

    @TempDir
    Path directory;

    @Test
    void messagesWithoutPasswordAreIgnored() throws Exception {
        verifyNothingTakenFrom(Intruder.WITHOUT_PASSWORD);
    }

    @Test
    void messagesWithAnotherSessionsPasswordAreIgnored() throws Exception {
        verifyNothingTakenFrom(Intruder.WITH_WRONG_PASSWORD);
    }

    @Test
    void committedMessagesArriveThoughTheyAreReadLate() throws Exception {
        int count = 200;
        Session session = ContractSession.in(directory, 1 << 16);
        try (AcceptingServer server = new AcceptingServer(transport, session)) {
            Channel client = transport.connect(session, server.address());
            try (Channel accepted = server.channel()) {
                CompletableFuture<Void> committed = new CompletableFuture<>();
                Thread sender = new Thread(() -> {
                    try (client) {
                        for (int i = 0; i < count; i++) {
                            client.claim(session.maxMessageBytes()).putLong(i);
                            client.commit();
                        }
                        committed.complete(null);
                    } catch (Exception e) {
                        committed.completeExceptionally(e);
                    }
                });
                sender.start();
                committed.get(CLOSE_SECONDS, TimeUnit.SECONDS);
                for (int i = 0; i < count; i++) {
                    assertThat(accepted.receive(session.maxMessageBytes()).getLong())
                            .isEqualTo(i);
                }
                sender.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
                assertThat(sender.isAlive()).as("close still waits").isFalse();
            }
        }
    }

    /** Somebody else on this machine who has found the server's port. */
    private enum Intruder {
        WITHOUT_PASSWORD {
            @Override
            void prepare(ZMQ.Socket socket) {
                // a plain ZeroMQ socket, as anybody would open it
            }
        },
        WITH_WRONG_PASSWORD {
            @Override
            void prepare(ZMQ.Socket socket) {
                socket.setPlainUsername("ipcbench");
                socket.setPlainPassword(
                        HexFormat.of().formatHex(Token.random().clientProof()).getBytes(US_ASCII));
            }
        };

        abstract void prepare(ZMQ.Socket socket);
    }

    private void verifyNothingTakenFrom(Intruder intruder) throws Exception {
        Session session = ContractSession.in(directory, 64);
        try (AcceptingServer server = new AcceptingServer(transport, session);
                ZMQ.Context context = ZMQ.context(1);
                ZMQ.Socket socket = context.socket(SocketType.PUSH);
                ZMQ.Socket monitor = context.socket(SocketType.PAIR)) {
            socket.setLinger(0);
            socket.setHandshakeIvl(HANDSHAKE_MILLIS);
            intruder.prepare(socket);
            socket.monitor(MONITOR, ZMQ.EVENT_DISCONNECTED | ZMQ.HANDSHAKE_FAILED_AUTH);
            monitor.connect(MONITOR);
            monitor.setReceiveTimeOut(REFUSED_MILLIS);
            socket.connect(server.address());
            assertThat(socket.send("tcp://127.0.0.1:1")).isTrue(); // would be taken for a client's hello
            assertThat(monitor.recv()).as("the server's refusal").isNotNull();
            try (Channel client = transport.connect(session, server.address());
                    Channel accepted = server.channel()) {
                client.claim(8).putLong(42);
                client.commit();
                assertThat(accepted.receive(8).getLong()).isEqualTo(42);
            }
        }
    }
}
