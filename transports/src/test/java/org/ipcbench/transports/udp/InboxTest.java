package org.ipcbench.transports.udp;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import org.ipcbench.transports.udp.Inbox.Alarm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InboxTest {
    private static final long SOON_NANOS = Duration.ofMillis(20).toNanos();

    @Test
    void waitFailsWhereTheAlarmCannotEndIt() throws Exception {
        InetSocketAddress nobody;
        try (DatagramChannel closed = Loopback.bound()) {
            nobody = Loopback.addressOf(closed);
        }
        DatagramChannel socket = Loopback.bound();
        try (Inbox inbox = new Inbox(socket, new Alarm(nobody, socket))) {
            ByteBuffer into = ByteBuffer.allocateDirect(1);
            for (int i = 0; i < 2; i++) { // and so does every later one
                assertThatIOException()
                        .isThrownBy(() -> inbox.receive(into, SOON_NANOS))
                        .withMessageStartingWith("cannot end a receive whose time is up: ")
                        .withCauseInstanceOf(PortUnreachableException.class);
            }
        }
    }
}
