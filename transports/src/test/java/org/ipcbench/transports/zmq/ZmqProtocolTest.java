package org.ipcbench.transports.zmq;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZmqProtocolTest {
    @TempDir
    Path directory;

    @Test
    void endpointWithoutFileIsRefused() {
        verifyRefused(ZmqProtocol.IPC.newEndpoint(directory), "Multi-Release");
    }

    @Test
    void endpointThatIsAnotherKindOfFileIsRefused() throws IOException {
        verifyRefused("ipc://" + Files.createFile(directory.resolve("regular")), "Multi-Release");
    }

    @Test
    void socketFileWithoutListenerIsRefused() throws IOException {
        Path file = directory.resolve("abandoned");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(file));
            ZmqProtocol.IPC.verifyBound("ipc://" + file);
        }
        verifyRefused("ipc://" + file, "Multi-Release");
    }

    @Test
    void tcpEndpointIsRefused() {
        verifyRefused("tcp://127.0.0.1:1234", "where ipc:// was asked for");
    }

    private static void verifyRefused(String endpoint, String reason) {
        assertThatIOException()
                .isThrownBy(() -> ZmqProtocol.IPC.verifyBound(endpoint))
                .withMessageContaining(reason);
    }
}
