package org.ipcbench.transports.zmq;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.contract.Script;
import org.ipcbench.transports.contract.ServerPeer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ZmqTransportIT {
    private static final int DEATH_SECONDS = 10;

    /** Twice the time a closing side lets its messages leave. */
    private static final Duration LINGER_IS_OVER = Duration.ofSeconds(20);

    @Tag("full")
    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void closeDoesNotWaitForeverForADeadPeer() throws Exception {
        Transport transport = new ZmqTransport();
        try (ServerPeer server = ServerPeer.start(transport, 64)) {
            Session session = server.session(64);
            Channel channel = server.connect(session, server.listen(session, Script.EXCHANGE));
            ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
            process.destroyForcibly();
            process.onExit().get(DEATH_SECONDS, TimeUnit.SECONDS);
            channel.claim(64);
            channel.commit(); // nobody is left to take it
            assertTimeoutPreemptively(LINGER_IS_OVER, channel::close);
        }
    }
}
