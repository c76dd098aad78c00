package org.ipcbench.transports.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class SocketBuffersTest extends InScratchDirectory {
    /** More than a kernel grants. */
    private static final int ENORMOUS = 1 << 30;

    private static final int USUAL = 8 << 10;

    @Test
    void smallerBufferThanAskedForIsRefused() throws IOException {
        try (SocketChannel socket = SocketChannel.open()) {
            assertThatIOException()
                    .isThrownBy(() -> SocketBuffers.set(socket, ContractSession.withBuffer(session, ENORMOUS)))
                    .withMessageContainingAll("--buffer 1073741824", "SO_SNDBUF", "net.core.wmem_max=1073741824");
        }
    }

    @Test
    void sendAndReceiveBuffersAreSet() throws IOException {
        try (SocketChannel socket = SocketChannel.open()) {
            SocketBuffers.set(socket, ContractSession.withBuffer(session, USUAL));

            assertThat(socket.getOption(StandardSocketOptions.SO_SNDBUF)).isEqualTo(USUAL);
            assertThat(socket.getOption(StandardSocketOptions.SO_RCVBUF)).isEqualTo(USUAL);
        }
    }
}
