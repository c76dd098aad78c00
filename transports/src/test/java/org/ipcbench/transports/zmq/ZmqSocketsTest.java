package org.ipcbench.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZmqSocketsTest {
    private static final int NEVER = 0;

    @TempDir
    Path directory;

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
