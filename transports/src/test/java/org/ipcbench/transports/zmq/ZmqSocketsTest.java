package org.ipcbench.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZmqSocketsTest {
    private static final int NEVER = 0;

    @TempDir
    Path directory;

    /** Connections that exist stay. */
    @Test
    void nobodyIsLetInOnceBothSidesAre() throws Exception {
        Session session = ContractSession.in(directory, 64);
        try (ZmqSockets server = ZmqSockets.ofServer(session, ZmqProtocol.TCP);
                ZmqSockets client = ZmqSockets.ofClient(session, ZmqProtocol.TCP)) {
            client.connectTo(server.endpoint());
            client.sayHello();
            server.connectTo(server.awaitHello());
            server.sayHello();
            client.awaitHello();

            do {
                exchange(client, server); // a socket is closed when its thread has something to do
                exchange(server, client);
            } while (listens(server) || listens(client));
            exchange(client, server);
            exchange(server, client);
        }
    }

    private static void exchange(ZmqSockets sender, ZmqSockets receiver) {
        assertThat(sender.outbound().send("message")).isTrue();
        assertThat(receiver.inbound().recvStr()).isEqualTo("message");
    }

    private static boolean listens(ZmqSockets side) throws IOException {
        int port = Integer.parseInt(side.endpoint().substring(side.endpoint().lastIndexOf(':') + 1));
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return stranger.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }

    /** The library drops the queue of a connection whose proof was refused, and waited for another one without end. */
    @Test
    void strangerRefusedBeforeItsHelloGivesUp() throws Exception {
        Session session = ContractSession.in(directory, 64);
        try (ZmqSockets server = ZmqSockets.ofServer(session, ZmqProtocol.TCP);
                ZmqSockets stranger = ZmqSockets.ofClient(ContractSession.ofStrangerTo(session), ZmqProtocol.TCP)) {
            stranger.connectTo(server.endpoint());

            assertThatIOException()
                    .isThrownBy(() -> sayHelloAgainAndAgain(stranger))
                    .withMessageContaining("token");
        }
    }

    /** The refusal may still be on its way, so that the first hellos are queued; never more than the queue holds. */
    private static void sayHelloAgainAndAgain(ZmqSockets stranger) throws IOException {
        for (int hello = 0; hello <= ZmqSockets.mostQueued(64); hello++) {
            stranger.sayHello();
        }
    }

    /** Where the library had to give up a connection and make another one, connecting took half a second. */
    @RepeatedTest(5)
    void firstConnectionToAUnixSocketIsTheOneThatServes() throws Exception {
        Session session = ContractSession.in(directory, 64);
        try (ZmqSockets server = ZmqSockets.ofServer(session, ZmqProtocol.IPC);
                ZmqSockets client = ZmqSockets.ofClient(session, ZmqProtocol.IPC)) {
            server.outbound().setHandshakeIvl(NEVER); // gives up
            client.outbound().setHandshakeIvl(NEVER);

            client.connectTo(server.endpoint());
            client.sayHello();
            server.connectTo(server.awaitHello());
            server.sayHello();

            assertThat(client.awaitHello()).isEqualTo(server.endpoint());
        }
    }
}
