package org.ipcbench.transports.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.EOFException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernel's message queues have in common. */
@ParameterizedClass
@ValueSource(strings = {"sysv-mq", "posix-mq"})
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class QueueTransportsTest extends InScratchDirectory {
    private final Transport transport;

    QueueTransportsTest(String id) {
        transport = TransportRegistry.load().named(id);
    }

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void messageOfAnotherLengthFails() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 9, 1);
            assertThatIOException()
                    .isThrownBy(() -> pair.server().receive(10))
                    .withMessage("peer sent a message of 9 bytes, expected 10");
            ConnectedPair.send(pair.client(), 9, 1);
            assertThatIOException()
                    .isThrownBy(() -> pair.server().receive(8))
                    .withMessageContaining("bytes, expected 8");
        }
    }

    @Test
    void everyReceiveAfterTheEndReportsIt() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            pair.client().close();
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(EOFException.class)
                        .isThrownBy(() -> pair.server().receive(1));
            }
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> pair.client().receive(1));
        }
    }

    @Test
    void bothSidesClosedLeavesNothing() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 1, 1);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void lateStrangersAreIgnored() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(withTimeout(Duration.ofMillis(1)), pair.address()));
            ConnectedPair.send(pair.client(), 5, 7);
            assertThat(pair.server().receive(5).get()).isEqualTo((byte) 7);
        }
    }

    @Test
    void tooSmallBufferIsRefusedWithTheLeastSize() {
        assertThatIOException()
                .isThrownBy(() -> transport.needs(session.maxMessageBytes(), session.maxMessageBytes() - 1, 1))
                .withMessage("--buffer 63 holds no message of 64 bytes; give at least 64");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void closesAFullQueueWhoseReaderHasClosed() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, withBuffer(session.maxMessageBytes()))) {
            ConnectedPair.send(pair.client(), session.maxMessageBytes(), 1);
            Channel server = pair.server();
            server.close();
            pair.client().close();
        }
        assertThat(directory).isEmptyDirectory();
    }
}
