package org.ipcbench.transports.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.KilledServer;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.shared.RingGeometry;
import org.ipcbench.transports.sysv.SysvShmTransport.SegmentLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the C library ignores interrupts
class SysvShmTransportTest extends InScratchDirectory {
    private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");
    private static final int ID_COLUMN = 1;
    private static final int MODE_COLUMN = 2;
    private static final int COUNTS = 20_000_000;
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** To be removed with its last user (01000), and for this user alone. */
    private static final String MARKED = "1600";

    private final SysvShmTransport transport = new SysvShmTransport();

    @BeforeEach
    void skipWhereThereIsNoSharedMemory() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    /** The other side may take a lock, whose first byte is a page's, while this one has the pages mapped. */
    @Test
    void touchingPagesChangesNothingInThem() throws Exception {
        RingGeometry geometry = new RingGeometry(4, 4096);
        try (Segment server = Segment.create(session, geometry);
                Segment client = Segment.attach(server.id())) {
            ByteBuffer counter = CLibrary.memoryAt(server.address() + RingGeometry.FIRST_RING_AT, Integer.BYTES);
            Thread counting = new Thread(() -> {
                for (int count = 0; count < COUNTS; count++) {
                    INTS.getAndAdd(counter, 0, 1);
                }
            });
            counting.start();
            while (counting.isAlive()) {
                client.touch(geometry);
            }

            assertThat((int) INTS.getVolatile(counter, 0)).isEqualTo(COUNTS);
        }
    }

    @Test
    void segmentIsMarkedForRemovalFromItsStartAndGoneWithItsLastUser() throws Exception {
        String id;
        try (Listener listener = transport.listen(session)) {
            id = listener.address();
            assertThat(modes(id)).containsExactly(MARKED);
            assertThat(directory).isEmptyDirectory();
        }
        assertThat(modes(id)).isEmpty();
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            id = pair.address();
            pair.client().close();
            assertThat(modes(id)).containsExactly(MARKED);
        }
        assertThat(modes(id)).isEmpty();
    }

    @Test
    void killedServerLeavesNoSegment() throws IOException, InterruptedException {
        String id = KilledServer.listenAndDie(transport.id(), directory);
        assertThat(modes(id)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nextServerRemovesASegmentThatAKilledMakerDidNotMark() throws IOException {
        SysvObject object = SysvObject.create(ObjectKind.SHARED_MEMORY, directory, 1);
        String id = Integer.toString(object.id());
        assertThat(modes(id)).containsExactly("600");
        transport.removeLeftOvers(directory);
        assertThat(modes(id)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void processThatDiesWithTheMutexFailsTheOtherSide() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            try (SegmentUser user = SegmentUser.holdingTheMutex(pair.address())) {
                user.awaitUse();
            }
            pair.client().claim(1);
            assertThatIOException()
                    .isThrownBy(() -> pair.client().commit())
                    .withMessageContaining("died while it held")
                    .withMessageContaining("EOWNERDEAD");
            assertThatIOException().isThrownBy(() -> pair.server().receive(1)).withMessageContaining("ENOTRECOVERABLE");
            assertThatIOException().isThrownBy(() -> pair.client().close());
            assertThatIOException().isThrownBy(() -> pair.server().close());
            assertThat(modes(pair.address())).isEmpty();
        }
    }

    @Test
    void processThatDiesWithTheMutexIsNamedToTheWaitingSide() throws Exception {
        ExecutorService waiting = Executors.newSingleThreadExecutor();
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            Future<?> received = waiting.submit(() -> pair.server().receive(1));
            try (SegmentUser user = SegmentUser.holdingTheMutex(pair.address())) { // a JVM's start later
                user.awaitUse();
            }
            assertThatThrownBy(received::get)
                    .cause()
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("died while it held")
                    .hasMessageContaining("pthread_cond_timedwait failed: EOWNERDEAD");
            assertThatIOException().isThrownBy(() -> pair.client().close());
            assertThatIOException().isThrownBy(() -> pair.server().close());
        } finally {
            waiting.shutdown();
        }
    }

    @Test
    void deathOfAProcessEndsTheOtherSidesWait() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                SegmentUser client = SegmentUser.connectedTo(server.address(), session)) {
            try (Channel channel = server.channel()) {
                client.awaitUse();
                client.close();
                assertThatIOException()
                        .isThrownBy(() -> channel.receive(1))
                        .isNotInstanceOf(EOFException.class)
                        .withMessageContaining("gone without having closed");
            }
        }
    }

    @Test
    void handsOutTheMemoryItself() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ByteBuffer claimed = pair.client().claim(1).put(0, (byte) 1);
            pair.client().commit();
            ByteBuffer received = pair.server().receive(1);
            claimed.put(claimed.position(), (byte) 2);
            assertThat(received.get()).isEqualTo((byte) 2);
        }
    }

    @Test
    void touchesNoMemoryOnceClosed() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            pair.close();
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> pair.client().claim(1));
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> pair.client().commit());
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> pair.server().receive(1));
        }
    }

    @Test
    void failsToMakeRoomOnceTheReaderHasClosed() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, withBuffer(session.maxMessageBytes()))) {
            ConnectedPair.send(pair.client(), 1, 1);
            pair.server().close();
            assertThatIOException()
                    .isThrownBy(() -> pair.client().claim(1))
                    .withMessageContaining("the other side has closed");
        }
    }

    @Test
    void tooSmallBufferIsRefusedWithTheLeastSize() {
        assertThatIOException()
                .isThrownBy(() -> transport.listen(withBuffer(session.maxMessageBytes() - 1)))
                .withMessage("--buffer 63 holds no message of 64 bytes; give at least 64");
    }

    @Test
    void limitsAreReportedWithTheirValuesAndARemedy() {
        assertThat(SegmentLimits.remedy(Errno.ENOSPC))
                .containsPattern("kernel.shmmax = \\d+, kernel.shmall = \\d+ .*kernel.shmmni = \\d+: .*sysctl -w ");
        assertThat(SegmentLimits.remedy(Errno.ENOMEM))
                .containsPattern("vm.overcommit_memory = \\d+, .*--buffer.*sysctl -w vm.overcommit_memory=1");
        assertThat(SegmentLimits.remedy(Errno.EACCES)).doesNotContain("--buffer");
    }

    @Test
    void messageMustFitOnceInEachDirection() {
        SizeLimit limit = new SegmentLimits(1 << 20, Long.MAX_VALUE, 4096).sizeLimit();
        assertThat(limit.maximumBytes()).isLessThan(1 << 19).isGreaterThan(1 << 18);
        assertThat(limit.remedy()).startsWith("sysctl -w kernel.shmmax=");
        assertThat(new SegmentLimits(Long.MAX_VALUE, 256, 4096).sizeLimit()).isEqualTo(limit);
        assertThat(new SegmentLimits(Long.MAX_VALUE, 16, 65_536).sizeLimit()).isEqualTo(limit);
        assertThat(new SegmentLimits(Long.MAX_VALUE, Long.MAX_VALUE, 65_536).sizeLimit())
                .isEqualTo(SizeLimit.NONE);
    }

    @Test
    void sizeOfAPageIsTheKernels() throws Exception {
        Process getconf = new ProcessBuilder("getconf", "PAGESIZE").start();
        String told = new String(getconf.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();

        assertThat(Long.toString(SegmentLimits.ofRunningKernel().pageBytes())).isEqualTo(told);
    }

    private static List<String> modes(String id) throws IOException {
        return Files.readAllLines(SEGMENTS).stream()
                .map(line -> line.strip().split(" +"))
                .filter(columns -> columns[ID_COLUMN].equals(id))
                .map(columns -> columns[MODE_COLUMN])
                .toList();
    }
}
