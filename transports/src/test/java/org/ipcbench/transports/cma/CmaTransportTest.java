package org.ipcbench.transports.cma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.cma.CmaTransport.SourceWriter;
import org.ipcbench.transports.shared.RingGeometry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CmaTransportTest extends InScratchDirectory {
    private static final int MESSAGES = 5;
    private static final int GIB = 1 << 30;

    private final CmaTransport transport = new CmaTransport();

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    /** Nobody else has a copy of them. */
    @Test
    void unreadMessagesOutliveTheirSendersChannelAndNoLonger() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            for (int i = 0; i < MESSAGES; i++) {
                ConnectedPair.send(pair.client(), 1, i);
            }
            pair.client().close();
            assertThat(isLingering()).isTrue();
            System.gc(); // takes what nobody holds
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(pair.server().receive(1).get()).isEqualTo((byte) i);
            }
            assertThatIOException().isThrownBy(() -> pair.server().receive(1));
            await().until(() -> !isLingering());
        }
        assertThat(ringFiles()).as("memory that is still there").isZero();
    }

    @Test
    void memoryIsGivenBackWhereTheReaderClosesFirst() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 1, 1);
            pair.server().close();
            pair.client().close();
        }
        assertThat(isLingering()).isFalse();
        assertThat(ringFiles()).as("memory that is still there").isZero();
    }

    @Test
    void memoryOfOneSideFitsIntoAPeer() throws IOException {
        assertThat(bytes(SourceWriter.geometry(64, 0))).isEqualTo(1 << 20);
        assertThat(bytes(SourceWriter.geometry(16 << 20, 0))).isEqualTo(SourceWriter.MAX_BYTES);
        assertThat(SourceWriter.geometry(GIB, 0)).isEqualTo(new RingGeometry(1, GIB));
    }

    @Test
    void bufferBeyondAPeersMemoryIsRefusedWithItsBound() {
        Session session = ContractSession.withBuffer(this.session, GIB);
        assertThatIOException()
                .isThrownBy(() -> transport.listen(session))
                .withMessageContaining("--buffer 1073741824 exceeds the 33554432 bytes");
        assertThat(directory).isEmptyDirectory();
    }

    private static long bytes(RingGeometry geometry) {
        return (long) geometry.slots() * geometry.strideBytes();
    }

    private static boolean isLingering() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("lingering-messages"));
    }

    private static long ringFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(CmaTransportTest::isRingFile).count();
        }
    }

    private static boolean isRingFile(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().endsWith(".ring (deleted)");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
