package org.ipcbench.transports.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.queue.FilledQueue;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.MessageQueue.QueueIsGoneException;
import org.ipcbench.transports.queue.QueueTransport.QueueListener;
import org.ipcbench.transports.queue.QueueTransport.QueueMaker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SysvMqTransportTest extends InScratchDirectory {
    private final SysvMqTransport transport = new SysvMqTransport();

    @BeforeEach
    void skipWhereThereAreNoQueues() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void smallerOfBothLimitsCounts() {
        String remedy = "sysctl -w kernel.msgmax=1048576 kernel.msgmnb=1048576 raises it to 1048576 bytes";
        assertThat(SysvQueues.sizeLimit(8192, 16384)).isEqualTo(new SizeLimit(8192, remedy));
        assertThat(SysvQueues.sizeLimit(16384, 8192)).isEqualTo(new SizeLimit(8192, remedy));
        assertThat(SysvQueues.sizeLimit(2 << 20, 4 << 20).remedy()).endsWith("raises it to 1073741824 bytes");
        assertThat(SysvQueues.sizeLimit(Integer.MAX_VALUE, Integer.MAX_VALUE)).isEqualTo(SizeLimit.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENOSPC", "EAGAIN"})
    void tooManyQueuesAreReportedWithTheLimitAndARemedy(Errno errno) {
        assertThat(SysvQueues.remedy(errno, 100))
                .isEqualTo("kernel.msgmni = 100 queues; remove some (ipcs -q, ipcrm), "
                        + "or raise it by sysctl -w kernel.msgmni=200");
        assertThat(SysvQueues.remedy(errno, 32000)).endsWith("sysctl -w kernel.msgmni=32768");
        assertThat(SysvQueues.remedy(errno, 32768)).doesNotContain("sysctl");
    }

    @Test
    void missingMemoryIsReportedWithTheQueuesLimits() {
        assertThat(SysvQueues.remedy(Errno.ENOMEM, 100))
                .contains("no memory", "kernel.msgmni = 100", "kernel.msgmnb = ", "ipcrm");
    }

    @Test
    void bufferSetsTheBytesInAQueue() throws IOException {
        int bytes = session.maxMessageBytes();
        Session three = new Session(directory, session.token(), bytes, 3 * bytes, session.connectTimeout());
        try (Listener listener = transport.listen(three);
                MessageQueue queue = new SysvQueues().open(listener.address())) {
            assertThat(FilledQueue.roomOf(queue, bytes)).isEqualTo(3);
        }
    }

    @Test
    void removedQueueIsSaidToBeClosed() throws IOException {
        Message message = FilledQueue.message(session.maxMessageBytes());
        MessageQueue queue;
        try (Listener listener = transport.listen(session)) {
            queue = new SysvQueues().open(listener.address());
        }
        assertThatExceptionOfType(QueueIsGoneException.class)
                .isThrownBy(() -> queue.send(message, 1))
                .withMessage("the other side has closed the queue: msgsnd failed: EINVAL (Invalid argument)");
        assertThatExceptionOfType(QueueIsGoneException.class)
                .isThrownBy(() -> queue.receive(message, 1))
                .withMessage("the other side has closed the queue: msgrcv failed: EINVAL (Invalid argument)");
    }

    @Test
    void unopenableClientQueueIsReportedWithTheCause() throws IOException {
        try (Listener listener = new QueueListener(new CannotOpen(), session)) {
            Session impatient = ContractSession.impatient(session);
            assertThatIOException().isThrownBy(() -> transport.connect(impatient, listener.address()));
            assertThatIOException()
                    .isThrownBy(listener::accept)
                    .withMessageMatching("cannot answer the client at the queue \\d+: msgctl failed: EACCES .*");
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** A server that may not open a client's queue; tests may run as root, and the kernel refuses root nothing. */
    private static final class CannotOpen implements QueueMaker {
        private static final int EACCES = 13;

        @Override
        public MessageQueue create(Session session) throws IOException {
            return new SysvQueues().create(session);
        }

        @Override
        public MessageQueue join(String address) throws IOException {
            return open(address);
        }

        @Override
        public MessageQueue open(String address) throws IOException {
            throw FailedCallException.returned("msgctl", EACCES);
        }
    }
}
