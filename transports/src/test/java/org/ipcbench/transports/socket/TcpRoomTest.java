package org.ipcbench.transports.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.ipcbench.transports.socket.SocketKind.TcpRoom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TcpRoomTest {
    /** Buffers that the kernel gives a new connection of the loopback, of one with the MTU of an Ethernet, and the smallest. */
    @ParameterizedTest
    @CsvSource({
        "64,    3939840, 65416, 1256",
        "4096,  3939840, 65416, 549",
        "65536, 3939840, 65416, 56",
        "65536, 69120,   1380,  0",
        "64,    69120,   1380,  22",
        "64,    4608,    1380,  1"
    })
    void eachSegmentCountsWithWhatTheKernelAdds(int messageBytes, long bufferBytes, int segmentBytes, long messages) {
        assertThat(TcpRoom.certain(messageBytes, bufferBytes, segmentBytes)).isEqualTo(messages);
    }
}
