package org.ipcbench.transports.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.ConnectedPair;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A direction takes the number of messages that the connection promises while nobody receives: several requests in flight would wait
 * forever otherwise. Unnamed pipes need two processes, Aeron a driver.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
final class RoomTest {
    /** More would take long, and prove nothing more. */
    private static final long MOST = 2_500;

    @TempDir
    private Path directory;

    static Stream<Arguments> promises() {
        return Stream.of(
                        "tcp",
                        "uds",
                        "uds-junix",
                        "uds-abstract",
                        "uds-dgram",
                        "uds-seqpacket",
                        "netty-uds",
                        "fifo",
                        "sysv-mq",
                        "posix-mq",
                        "sysv-shm",
                        "ring-futex",
                        "ring-semaphore",
                        "ring-signal",
                        "mmap-file",
                        "agrona-ring",
                        "cma",
                        "zmq")
                .flatMap(id -> List.of(64, 700, 3_000, 5_000, 6_145, 8_192, 65_536).stream()
                        .map(bytes -> Arguments.of(id, bytes)));
    }

    @ParameterizedTest
    @MethodSource("promises")
    void directionTakesWhatItPromises(String id, int messageBytes) throws Exception {
        assertKept(id, messageBytes, 0);
    }

    static Stream<Arguments> buffers() {
        return Stream.of("tcp", "uds", "uds-junix", "uds-dgram", "uds-seqpacket", "netty-uds")
                .flatMap(id -> Stream.of(Arguments.of(id, 700, 8_192), Arguments.of(id, 8_192, 200_000)));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void bufferOfTheUsersSizeTakesWhatItPromises(String id, int messageBytes, int bufferBytes) throws Exception {
        assertKept(id, messageBytes, bufferBytes);
    }

    private void assertKept(String id, int messageBytes, int bufferBytes) throws Exception {
        Transport transport = TransportRegistry.load().named(id);
        assumeThat(transport.availability()).isInstanceOf(Availability.Available.class);
        assumeThat(transport.traits().sizeLimit().allows(messageBytes)).isTrue();
        Session session = ContractSession.withBuffer(ContractSession.in(directory, messageBytes), bufferBytes);
        long there;

        try (ConnectedPair pair = new ConnectedPair(transport, session)) {
            Room room = pair.client().room(messageBytes);
            there = room.there();
            assertTaken(pair.client(), pair.server(), messageBytes, Math.min(MOST, there));
            assertTaken(pair.server(), pair.client(), messageBytes, Math.min(MOST, room.back()));
        }
        assertThat(there).isPositive();
    }

    /** The first message keeps its place until its receiver has looked at it. */
    private static void assertTaken(Channel from, Channel to, int messageBytes, long room) throws IOException {
        for (int i = 0; i < room; i++) {
            ConnectedPair.send(from, messageBytes, i);
        }
        for (int i = 0; i < room; i++) {
            assertThat(to.receive(messageBytes).get()).isEqualTo((byte) i);
            if (i > 0) {
                ConnectedPair.send(from, messageBytes, (int) room + i);
            }
        }
        for (int i = 1; i < room; i++) {
            assertThat(to.receive(messageBytes).get()).isEqualTo((byte) (room + i));
        }
    }
}
