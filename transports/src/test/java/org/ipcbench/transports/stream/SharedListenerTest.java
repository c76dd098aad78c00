package org.ipcbench.transports.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.EOFException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.socket.TcpTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class SharedListenerTest extends InScratchDirectory {
    /** More than are heard at the same time. */
    private static final int CROWD = 70;

    private static final int TIME_TAKEN_MILLIS = 300;

    private final TcpTransport transport = new TcpTransport();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CloseOnFailure open = new CloseOnFailure();
    private Session shared;
    private List<Listener> listeners;

    @BeforeEach
    void listen() throws Exception {
        shared = session.withConnections(2).meetingInQueue(2 * CROWD);
        listeners = transport.listenTogether(shared);
        listeners.forEach(open::add);
    }

    @AfterEach
    void close() throws Exception {
        open.close();
        threads.shutdownNow();
    }

    @Test
    void slowClientIsHeardThoughManyStrangersCameAfterIt() throws Exception {
        Future<Channel> first = accepted(0);
        Future<Channel> second = accepted(1);
        Socket slow = socket();
        Socket stranger = socket();
        for (int i = 1; i < CROWD; i++) {
            socket();
        }
        Thread.sleep(TIME_TAKEN_MILLIS);
        slow.getOutputStream()
                .write(ByteBuffer.allocate(Token.PROOF_BYTES + Integer.BYTES)
                        .put(shared.token().clientProof())
                        .putInt(0)
                        .array());

        assertThat(slow.getInputStream().readNBytes(Token.PROOF_BYTES))
                .isEqualTo(shared.token().serverProof());
        open.add(first.get());
        open.add(transport.connect(shared.connection(1), listeners.get(1).address()));
        open.add(second.get());
        assertThat(stranger.getInputStream().read()).as("end of stream").isNegative();
    }

    @Test
    void clientWhoseListenerHasBeenClosedIsTurnedAway() throws Exception {
        Future<Channel> second = accepted(1);
        listeners.get(0).close();
        Channel late = transport.connect(shared.connection(0), listeners.get(0).address());
        open.add(late);

        assertThatIOException().isThrownBy(() -> late.receive(1)).isInstanceOf(EOFException.class);
        Channel client =
                transport.connect(shared.connection(1), listeners.get(1).address());
        open.add(client);
        open.add(second.get());
        ConnectedPair.send(client, 1, 42);
        assertThat(second.get().receive(1).get()).isEqualTo((byte) 42);
    }

    @Test
    void clientThatNobodyTookIsTurnedAwayWhenItsListenerIsClosed() throws Exception {
        Future<Channel> second = accepted(1);
        Channel first = transport.connect(shared.connection(0), listeners.get(0).address());
        open.add(first);
        open.add(transport.connect(shared.connection(1), listeners.get(1).address()));
        open.add(second.get());
        listeners.get(0).close();

        assertThatIOException().isThrownBy(() -> first.receive(1)).isInstanceOf(EOFException.class);
    }

    private Future<Channel> accepted(int connection) {
        return threads.submit(() -> listeners.get(connection).accept());
    }

    private Socket socket() throws Exception {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(listeners.get(0).address()));
        open.add(socket);
        return socket;
    }
}
