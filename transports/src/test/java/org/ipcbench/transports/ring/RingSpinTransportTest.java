package org.ipcbench.transports.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.ipcbench.scratch.ForeignOwner;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.shared.OwnerRecord;
import org.ipcbench.transports.shared.RingAuthentication;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingSpinTransportTest extends InScratchDirectory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final int FILE_FOR_THIS_USER_ALONE = 0100600;

    private final RingSpinTransport transport = new RingSpinTransport();

    @BeforeEach
    void skipWhereThereIsNoSharedMemory() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void memoryIsAFileWithoutNameForThisUserOnly() throws IOException {
        try (Listener listener = transport.listen(session)) {
            Path address = Path.of(listener.address());
            assertThat(Files.readSymbolicLink(address))
                    .asString()
                    .startsWith("/dev/shm/")
                    .endsWith(" (deleted)");
            assertThat(Files.getAttribute(address, "unix:mode")).isEqualTo(FILE_FOR_THIS_USER_ALONE);
            assertThat(Files.getAttribute(address, "unix:nlink")).isEqualTo(0);
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void nextServerRemovesTheFileOfAKilledServerOnly() throws IOException {
        Path recorded = OwnerRecord.choose(directory, "ring").pathIn(SHARED_MEMORY);
        Path neighbour = SHARED_MEMORY.resolve(directory.getFileName() + ".ring");
        try {
            Files.createFile(recorded);
            Files.createFile(neighbour);
            transport.removeLeftOvers(directory);
            assertThat(recorded).doesNotExist();
            assertThat(neighbour).exists();
            assertThat(directory).isEmptyDirectory();
            transport.removeLeftOvers(directory); // somebody else has been faster
        } finally {
            Files.deleteIfExists(recorded);
            Files.deleteIfExists(neighbour);
        }
    }

    @Test
    void anotherUsersFileIsKeptAndDoesNotStopTheStart() throws IOException {
        Path foreign = OwnerRecord.choose(directory, "ring").pathIn(SHARED_MEMORY);
        try {
            Files.createFile(foreign);
            ForeignOwner.give(foreign);
            transport.removeLeftOvers(directory);
            assertThat(foreign).exists();
        } finally {
            Files.deleteIfExists(foreign);
        }
    }

    @Test
    void refusesToConnectThroughAFileThatIsNotARing() throws IOException {
        byte[] content = "somebody's letter".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        Path shortFile = Files.write(directory.resolve("short"), new byte[] {1});
        Path longFile = Files.write(directory.resolve("long"), content);
        assertThatIOException()
                .isThrownBy(() -> transport.connect(session, shortFile.toString()))
                .withMessageContaining("not a ring of this suite");
        assertThatIOException()
                .isThrownBy(() -> transport.connect(session, longFile.toString()))
                .withMessageContaining("not a ring of this suite");
        assertThat(shortFile).hasSize(1);
        assertThat(longFile).hasBinaryContent(content);
    }

    @Test
    void connectingWithoutAListenerMakesNoFile() {
        Path nowhere = directory.resolve("nowhere");
        assertThatIOException()
                .isThrownBy(() -> transport.connect(session, nowhere.toString()))
                .withMessageContaining(nowhere.toString());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void hasOneClientOnly() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            assertThatIOException()
                    .isThrownBy(() -> transport.connect(session, server.address()))
                    .withMessageContaining("has its client already");
        }
    }

    @Test
    void waitsForAnotherClientsAttemptToEnd() throws Exception {
        try (AcceptingServer server = new AcceptingServer(transport, session);
                FileChannel other = FileChannel.open(
                        Path.of(server.address()), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            try (FileLock attempt = other.lock()) {
                assertThat(attempt.isValid()).isTrue();
                assertThatIOException()
                        .isThrownBy(() -> transport.connect(withTimeout(Duration.ofMillis(1)), server.address()))
                        .withMessageContaining("another client's attempt");
            }
            transport.connect(session, server.address()).close();
            server.channel().close();
        }
    }

    @Test
    void handsOutTheMemoryItself() throws Exception {
        try (Pair pair = new Pair(session)) {
            ByteBuffer claimed = pair.client.claim(1).put(0, (byte) 1);
            pair.client.commit();
            ByteBuffer received = pair.server.receive(1);
            claimed.put(claimed.position(), (byte) 2);
            assertThat(received.get()).isEqualTo((byte) 2);
        }
    }

    @Test
    void receivedMessageIsUnchangedUntilTheNextReceiveOrClaim() throws Exception {
        try (Pair pair = new Pair(withSlots(1))) {
            send(pair.client, 1);
            assertThat(pair.server.receive(1).get()).isEqualTo((byte) 1);
            assertThat(isThereRoom(pair.client)).isFalse();
            pair.server.claim(1);
            send(pair.client, 2);
            assertThat(pair.server.receive(1).get()).isEqualTo((byte) 2);
            assertThat(isThereRoom(pair.client)).isFalse();
            pair.server.close();
            assertThat(isThereRoom(pair.client)).isTrue();
        }
    }

    @Test
    void holdsAsManyMessagesAsTheBufferHasSlots() throws Exception {
        try (Pair pair = new Pair(withSlots(4))) {
            for (int i = 0; i < 4; i++) {
                send(pair.client, i);
            }
            assertThat(isThereRoom(pair.client)).isFalse();
            for (int i = 0; i < 4; i++) {
                assertThat(pair.server.receive(1).get()).isEqualTo((byte) i);
            }
            assertThat(isThereRoom(pair.client)).isTrue();
        }
    }

    @Test
    void failsToMakeRoomOnceTheReaderHasClosed() throws Exception {
        try (Pair pair = new Pair(withSlots(1))) {
            send(pair.client, 1);
            pair.server.close();
            assertThatIOException()
                    .isThrownBy(() -> pair.client.claim(1))
                    .withMessageContaining("the other side has closed");
        }
    }

    @Test
    void touchesNoMemoryOnceClosed() throws Exception {
        try (Pair pair = new Pair(session)) {
            send(pair.client, 1);
            send(pair.server, 1);
            pair.client.close();
            pair.server.close();
            assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> pair.client.claim(1));
            assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> pair.client.receive(1));
        }
    }

    @Test
    void givesItsMemoryBackOnceBothSidesHaveClosed() throws Exception {
        try (Pair pair = new Pair(session);
                FileChannel file = FileChannel.open(Path.of(pair.address))) {
            long whole = file.size();
            pair.client.close();
            assertThat(file.size()).isEqualTo(whole);
            pair.server.close();
            assertThat(file.size()).isEqualTo(RingAuthentication.BYTES);
        }
    }

    /** Both ends, in this process and on one thread: what one waits for, the other has to have done before. */
    private final class Pair implements AutoCloseable {
        private final String address;
        private final Channel client;
        private final Channel server;

        Pair(Session both) throws Exception {
            try (AcceptingServer accepting = new AcceptingServer(transport, both)) {
                address = accepting.address();
                client = transport.connect(both, address);
                server = accepting.channel();
            }
        }

        @Override
        public void close() throws IOException {
            try (client) {
                server.close();
            }
        }
    }

    /** Whether a claim succeeds at once: it does so even where the thread has been interrupted, but it does not wait. */
    private static boolean isThereRoom(Channel channel) throws IOException {
        Thread.currentThread().interrupt();
        try {
            channel.claim(1);
            return true;
        } catch (InterruptedIOException e) {
            return false;
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static void send(Channel channel, int content) throws IOException {
        channel.claim(1).put((byte) content);
        channel.commit();
    }

    private Session withSlots(int slots) {
        return withBuffer(slots * session.maxMessageBytes());
    }
}
