package org.ipcbench.transports.agrona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.FanOut.WhenFull;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.MultiplexedPair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgronaRingTransportTest extends InScratchDirectory {
    private final AgronaRingTransport transport = new AgronaRingTransport();

    @BeforeEach
    void skipWhatThisMachineLacks() {
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void messageIsSeenWhereItWasWritten() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            var written = pair.client().claim(2);
            written.put((byte) 1);
            pair.client().commit();
            var read = pair.server().receive(2);
            written.put((byte) 2); // as nobody should
            assertThat(read.get()).isEqualTo((byte) 1);
            assertThat(read.get()).isEqualTo((byte) 2);
        }
    }

    /** The buffer of a publisher is all that its subscribers take, however many there are. */
    @Test
    void subscribersShareOneBuffer() throws Exception {
        FanOut fanOut = transport.fanOut().orElseThrow();
        try (FanOut.Publication publication = fanOut.publish(session, WhenFull.of(WhenFull.Policy.DROP_OLDEST))) {
            long bytes = Files.size(Path.of(publication.address()));

            assertThat(fanOut.needs(session.maxMessageBytes(), 0, 1)).isEqualTo(Needs.ofSharedMemory(bytes, 1));
            assertThat(fanOut.needs(session.maxMessageBytes(), 0, 64)).isEqualTo(Needs.ofSharedMemory(bytes, 1));
        }
    }

    @Test
    void messageThatWasClaimedAndGivenUpIsPassedOver() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            pair.client().claim(1).put((byte) 1);
            ConnectedPair.send(pair.client(), 1, 2);
            pair.client().claim(1).put((byte) 3);
            pair.client().close();
            assertThat(pair.server().receive(1).get()).isEqualTo((byte) 2);
            assertThatIOException().isThrownBy(() -> pair.server().receive(1)).isInstanceOf(EOFException.class);
        }
    }

    /** A client that died between claim and commit looks like one that is slow: whoever waits for it can be told to stop. */
    @Test
    void messageThatAClientNeverEndsHoldsUpAllOthersUntilTheThreadIsInterrupted() throws Exception {
        try (MultiplexedPair pair = new MultiplexedPair(transport, session.withConnections(2))) {
            var unended = pair.client(0).claim(1);
            ConnectedPair.send(pair.client(1), 1, 2);
            Thread.currentThread().interrupt();
            assertThatIOException().isThrownBy(() -> pair.server().next(1)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            pair.client(0).commit();
            assertThat(pair.server().next(1)).isZero();
            assertThat(pair.server().next(1)).isEqualTo(1);
            assertThat(unended.capacity()).isPositive();
        }
    }

    @Test
    void messageThatOneOfSeveralClientsGaveUpIsPassedOver() throws Exception {
        try (MultiplexedPair pair = new MultiplexedPair(transport, session.withConnections(2))) {
            pair.client(0).claim(1).put((byte) 1);
            ConnectedPair.send(pair.client(1), 1, 2);
            pair.client(0).close();
            assertThat(pair.server().next(1)).isEqualTo(1);
            assertThat(pair.server().channels().get(1).receive(1).get()).isEqualTo((byte) 2);
            assertThat(pair.server().next(1)).isZero();
            assertThatIOException()
                    .isThrownBy(() -> pair.server().channels().get(0).receive(1))
                    .isInstanceOf(EOFException.class);
        }
    }

    /** As long as a message is looked at, its place is the reader's; then it is free for any client. */
    @Test
    void clientsShareTheRoomOfOneRing() throws Exception {
        Session shared = ContractSession.withBuffer(session, 512).withConnections(2);
        try (MultiplexedPair pair = new MultiplexedPair(transport, shared)) {
            for (int message = 0; message < 7; message++) {
                ConnectedPair.send(pair.client(message % 2), 64, message);
            }
            Thread.currentThread().interrupt();
            assertThatIOException()
                    .isThrownBy(() -> pair.client(1).claim(64))
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            for (int message = 0; message < 7; message++) {
                assertThat(pair.server().next(64)).isEqualTo(message % 2);
                assertThat(pair.server().channels().get(message % 2).receive(64).get())
                        .isEqualTo((byte) message);
            }
            ConnectedPair.send(pair.client(1), 64, 8);
            assertThat(pair.server().next(64)).isEqualTo(1);
        }
    }

    /** Several sessions may fill the file system before the next garbage collection. */
    @Test
    void memoryOfSeveralClientsIsFreeOnceAllHaveClosed() throws Exception {
        Set<String> files = filesOfSeveralClients();

        assertThat(MappedFiles.ofThisProcess().residentKibibytes(files))
                .as("the page for authentication of either client, which both sides have mapped")
                .isLessThanOrEqualTo(2 * 2 * 4);
        assertNothingLeft(files);
    }

    /** In a method of its own, so that the collector finds what it leaves. */
    private Set<String> filesOfSeveralClients() throws Exception {
        try (MultiplexedPair pair = new MultiplexedPair(transport, session.withConnections(2))) {
            Set<String> files = files(pair);
            for (int client = 0; client < 2; client++) {
                ConnectedPair.send(pair.client(client), 64, client);
                assertThat(pair.server().next(64)).isEqualTo(client);
            }
            assertThat(MappedFiles.ofThisProcess().residentKibibytes(files)).isGreaterThan(100);
            for (int client = 0; client < 2; client++) {
                pair.client(client).close();
                assertThat(pair.server().next(64)).isEqualTo(client);
            }
            pair.server().close();
            return files;
        }
    }

    /** Without its memory the client would end with SIGBUS. */
    @Test
    void memoryThatAClientStillLooksAtStaysUntilTheCollectorFindsIt() throws Exception {
        assertNothingLeft(filesOfAClientThatClosesLast());
    }

    private Set<String> filesOfAClientThatClosesLast() throws Exception {
        try (MultiplexedPair pair = new MultiplexedPair(transport, session.withConnections(2))) {
            Set<String> files = files(pair);
            var claimed = pair.client(1).claim(64);
            pair.client(0).close();
            pair.server().close();
            claimed.put(0, (byte) 1);
            assertThat(claimed.get(0)).isEqualTo((byte) 1);
            return files;
        }
    }

    /** The ring of all clients, and the file of each. */
    private static Set<String> files(MultiplexedPair pair) throws IOException {
        Set<String> files = new HashSet<>();
        for (String address : pair.addresses()) {
            MultiplexedRing.Address client =
                    MultiplexedRing.Address.parse(address).orElseThrow();
            files.add(Files.readSymbolicLink(Path.of(client.own())).toString());
            files.add(Files.readSymbolicLink(Path.of(client.shared())).toString());
        }
        assertThat(files).hasSize(3).allMatch(file -> file.endsWith(MappedFiles.UNLINKED));
        return files;
    }

    private void assertNothingLeft(Set<String> files) throws IOException {
        assertThat(directory).isEmptyDirectory();
        assertThat(files)
                .allSatisfy(file -> assertThat(
                                Path.of(file.substring(0, file.length() - MappedFiles.UNLINKED.length())))
                        .doesNotExist());
        assertThat(MappedFiles.openInThisProcess()).doesNotContainAnyElementsOf(files);
        await().untilAsserted(() -> {
            System.gc();
            assertThat(MappedFiles.ofThisProcess().names()).doesNotContainAnyElementsOf(files);
        });
    }

    @Test
    void messageOfAnotherLengthIsAnError() throws Exception {
        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            ConnectedPair.send(pair.client(), 2, 1);
            assertThatIOException().isThrownBy(() -> pair.server().receive(1)).isInstanceOf(WrongLengthException.class);
        }
    }

    @Test
    void versionOfTheLibraryIsKnown() {
        assertThat(transport.info().library().nameAndVersion()).matches("Agrona \\d+\\.\\d+\\.\\d+");
    }
}
