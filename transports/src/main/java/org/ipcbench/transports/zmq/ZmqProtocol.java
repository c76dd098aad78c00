package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.kernel.KernelFile;

/** The protocol below ZeroMQ, and the removal of a bound socket's address. */
enum ZmqProtocol {
    TCP {
        @Override
        String newEndpoint(Path scratchDirectory) {
            return "tcp://127.0.0.1:*";
        }

        @Override
        void verifyBound(String endpoint) {
            // it cannot be anything else
        }

        @Override
        void unlink(String endpoint) {
            // a port is freed with its socket
        }
    },

    /** A Unix domain socket, which JeroMQ 0.7.0 has only in the part of its jar for Java 16 and later. */
    IPC {
        @Override
        String newEndpoint(Path scratchDirectory) {
            String unique =
                    HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            return PREFIX + scratchDirectory.resolve("zmq-" + unique);
        }

        @Override
        void verifyBound(String endpoint) throws IOException {
            Path file = file(endpoint);
            boolean open = new KernelFile(OPEN_SOCKETS)
                    .wholeText()
                    .map(sockets -> sockets.contains(file.toString()))
                    .orElse(true); // a sandbox may hide the table
            if (!isSocket(file) || !open) {
                throw new IOException(
                        "%s is not a Unix domain socket: JeroMQ fell back to TCP, as it does in a jar without Multi-Release: true in its manifest"
                                .formatted(endpoint));
            }
        }

        @Override
        void unlink(String endpoint) throws IOException {
            Files.deleteIfExists(file(endpoint));
        }

        private Path file(String endpoint) throws IOException {
            if (!endpoint.startsWith(PREFIX)) {
                throw new IOException("ZeroMQ bound %s where %s was asked for".formatted(endpoint, PREFIX));
            }
            return Path.of(endpoint.substring(PREFIX.length()));
        }

        private boolean isSocket(Path file) throws IOException {
            try {
                return ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE_MASK) == FILE_TYPE_SOCKET;
            } catch (NoSuchFileException e) {
                return false;
            }
        }
    };

    private static final String PREFIX = "ipc://";
    private static final Path OPEN_SOCKETS = Path.of("/proc/net/unix");
    private static final int FILE_TYPE_MASK = 0170000;
    private static final int FILE_TYPE_SOCKET = 0140000;

    /** A new endpoint for a socket, which no other socket has. */
    abstract String newEndpoint(Path scratchDirectory);

    /** Fails if the socket that was bound is not of this protocol. */
    abstract void verifyBound(String endpoint) throws IOException;

    /** Removes the endpoint's files; connections are kept. A second call does nothing. */
    abstract void unlink(String endpoint) throws IOException;
}
