package org.ipcbench.transports.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UdsTransportTest extends InScratchDirectory {
    private static final int FILE_TYPE_MASK = 0170000;
    private static final int FILE_TYPE_SOCKET = 0140000;

    private final UdsTransport transport = new UdsTransport();

    @Test
    void listensAtASocketInTheScratchDirectory() throws IOException {
        try (Listener listener = transport.listen(session)) {
            Path socket = Path.of(listener.address());
            assertThat(socket).hasParent(directory);
            int mode = (int) Files.getAttribute(socket, "unix:mode");
            assertThat(mode & FILE_TYPE_MASK).isEqualTo(FILE_TYPE_SOCKET);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void needsNoFileOnceConnected() throws Exception {
        AcceptingServer server = new AcceptingServer(transport, session);
        try (Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            server.close();
            assertThat(directory).isEmptyDirectory();
            client.claim(1).put((byte) 42);
            client.commit();
            assertThat(accepted.receive(1).get()).isEqualTo((byte) 42);
        }
    }
}
