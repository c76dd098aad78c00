package org.ipcbench.transports.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.KilledServer;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.posix.PosixQueues.QueueLimit;
import org.ipcbench.transports.queue.FilledQueue;
import org.ipcbench.transports.queue.MessageQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PosixMqTransportTest extends InScratchDirectory {
    private static final int TOO_MANY_BYTES = 1 << 30;

    private final PosixMqTransport transport = new PosixMqTransport();

    @BeforeEach
    void skipWhereThereAreNoQueues() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void limitIsTheKernelsAndTheRemedyRaisesIt() {
        assertThat(PosixQueues.sizeLimit(8192).maximumBytes()).isEqualTo(8192);
        assertThat(PosixQueues.sizeLimit(8192).remedy()).startsWith("sysctl -w fs.mqueue.msgsize_max=16777216 ");
        assertThat(PosixQueues.sizeLimit(16 << 20)).isEqualTo(new SizeLimit(16 << 20, ""));
    }

    /** What the kernel grants is tried by making such queues. */
    @Test
    void userWhoMayHaveNoQueuesGetsTheReasonBeforehand() {
        assertThat(new QueueLimit(0).availability())
                .isEqualTo(Availability.unavailable(
                        "Max msgqueue size is 0 bytes (/proc/self/limits), less than two queues take",
                        "ulimit -q unlimited raises it"));
        assertThat(new QueueLimit(2 * (64 + 96)).availability()).isEqualTo(Availability.available());
        assertThat(new QueueLimit(Long.MAX_VALUE).availability()).isEqualTo(Availability.available());
    }

    @Test
    void limitOfAUsersQueuesBoundsTheSizeOfAMessage() {
        SizeLimit kernels = new SizeLimit(8192, "sysctl");

        assertThat(new QueueLimit(2 * (8192 + 96)).and(kernels)).isEqualTo(kernels);
        assertThat(new QueueLimit(2 * (8191 + 96)).and(kernels))
                .isEqualTo(new SizeLimit(8191, "Max msgqueue size is 16574 bytes, ulimit -q unlimited raises it"));
        assertThat(new QueueLimit(0).and(kernels).allows(2)).isFalse();
    }

    @Test
    void queueHasNoNameOnceBothSidesHaveOpenedIt() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            assertThatIOException()
                    .isThrownBy(() -> new PosixQueues().open(pair.address()))
                    .withMessageContaining("ENOENT");
            assertThat(directory).isEmptyDirectory();
            ConnectedPair.send(pair.client(), 1, 5);
            assertThat(pair.server().receive(1).get()).isEqualTo((byte) 5);
        }
    }

    @Test
    void nextServerRemovesTheQueueOfAKilledServer() throws IOException, InterruptedException {
        String name = KilledServer.listenAndDie(transport.id(), directory);
        new PosixQueues().open(name).close();
        transport.removeLeftOvers(directory);
        assertThatIOException().isThrownBy(() -> new PosixQueues().open(name)).withMessageContaining("ENOENT");
        assertThat(directory).isEmptyDirectory();
        transport.removeLeftOvers(directory); // somebody else has been faster
    }

    @Test
    void recordWithoutQueueIsDeleted() throws IOException {
        QueueName name = QueueName.choose(directory); // its maker was killed before it made the queue
        assertThat(directory).isNotEmptyDirectory();
        transport.removeLeftOvers(directory);
        assertThat(directory).isEmptyDirectory();
        name.unlink();
    }

    @Test
    void queueWhoseRecordIsGoneIsRemovedAtOnce() throws IOException {
        QueueName name = QueueName.choose(directory);
        transport.removeLeftOvers(directory); // by the other peer, which sees the launcher dead

        assertThatIOException()
                .isThrownBy(() -> PosixQueues.make(name, 1, session.maxMessageBytes()))
                .withMessageContaining("scratch directory removed during");
        assertThatIOException()
                .isThrownBy(() -> new PosixQueues().open(name.text()))
                .withMessageContaining("ENOENT");
    }

    @Test
    void tooLargeQueueIsRefusedWithTheRemedy() {
        Session greedy = new Session(
                directory, session.token(), session.maxMessageBytes(), TOO_MANY_BYTES, session.connectTimeout());
        assertThatIOException()
                .isThrownBy(() -> transport.listen(greedy))
                .withMessageMatching(
                        "mq_open failed: (EINVAL|EMFILE) .*(fs.mqueue.msg_max|Max msgqueue size).*--buffer.*");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void remedyIsASettingThatTheKernelAccepts() {
        assertThat(PosixQueues.remedyOfMaking(Errno.EINVAL, 65536, 8))
                .contains("fs.mqueue.msg_max = ")
                .endsWith("sysctl -w fs.mqueue.msg_max=65536");
        assertThat(PosixQueues.remedyOfMaking(Errno.EINVAL, 65537, 8))
                .contains("no kernel takes more than 65536: give a --buffer of at most 524288")
                .endsWith("sysctl -w fs.mqueue.msg_max=65536");
    }

    @Test
    void bothPossibleLimitsAreNamedWithTheirValues() {
        assertThat(PosixQueues.remedyOfMaking(Errno.EMFILE, 10, 8))
                .containsPattern("Max msgqueue size (\\d+|unlimited) .*ulimit -q")
                .containsPattern("Max open files is \\d+ .*ulimit -n");
        assertThat(PosixQueues.remedyOfOpening(Errno.EMFILE))
                .containsPattern("Max open files is \\d+ .*ulimit -n")
                .doesNotContain("msgqueue"); // opening a queue makes none
    }

    @ParameterizedTest
    @EnumSource(names = {"ENOMEM", "ENFILE", "EACCES"})
    void systemsRefusalIsNotBlamedOnAnotherProcess(Errno errno) {
        assertThat(PosixQueues.remedyOfMaking(errno, 10, 8)).startsWith("; ").doesNotContain("another process");
        assertThat(PosixQueues.remedyOfOpening(errno)).startsWith("; ");
    }

    @Test
    void bufferSetsTheNumberOfMessagesInAQueue() throws Exception {
        int bytes = session.maxMessageBytes();
        Session three = new Session(directory, session.token(), bytes, 3 * bytes, session.connectTimeout());
        try (Listener listener = transport.listen(three);
                MessageQueue queue = new PosixQueues().open(listener.address())) {
            assertThat(FilledQueue.roomOf(queue, bytes)).isEqualTo(3);
        }
    }
}
