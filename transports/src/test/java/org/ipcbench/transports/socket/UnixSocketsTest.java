package org.ipcbench.transports.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transports.AcceptingServer;
import org.ipcbench.transports.InScratchDirectory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Unix domain sockets of all families: real ones, with a file in the scratch directory until both sides are connected. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class UnixSocketsTest extends InScratchDirectory {
    private static final int FILE_TYPE_MASK = 0170000;
    private static final int FILE_TYPE_SOCKET = 0140000;

    static List<String> withFiles() {
        return List.of(
                "uds",
                "uds-junix",
                "uds-dgram",
                "uds-seqpacket",
                "zmq-ipc",
                "netty-uds",
                "netty-uring",
                "grpc-uds",
                "http-uds");
    }

    @ParameterizedTest
    @MethodSource("withFiles")
    void listensAtASocketInTheScratchDirectory(String id) throws IOException {
        try (Listener listener = TransportRegistry.load().named(id).listen(session)) {
            Path socket = Path.of(listener.address().replace("ipc://", ""));
            assertThat(socket).hasParent(directory);
            int mode = (int) Files.getAttribute(socket, "unix:mode");
            assertThat(mode & FILE_TYPE_MASK).isEqualTo(FILE_TYPE_SOCKET);
            assertThat(Files.readString(Path.of("/proc/net/unix"))).contains(socket.toString());
        }
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @MethodSource("withFiles")
    void needsNoFileOnceConnected(String id) throws Exception {
        Transport transport = TransportRegistry.load().named(id);
        AcceptingServer server = new AcceptingServer(transport, session);
        try (Channel client = transport.connect(session, server.address());
                Channel accepted = server.channel()) {
            server.close();
            assertThat(directory).isEmptyDirectory();
            client.claim(1).put((byte) 42);
            client.commit();
            assertThat(accepted.receive(1).get()).isEqualTo((byte) 42);
        }
        assertThat(unpackedLibraries()).isEmpty();
    }

    private static List<Path> unpackedLibraries() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file ->
                            file.getFileName().toString().matches("libtmp.*junixsocket.*|libnetty.*|libio_grpc.*"))
                    .toList();
        }
    }
}
