package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.stream.Deadline;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/**
 * The server's datagram socket. It connects itself to whoever shows the client's proof; from then on the kernel lets
 * nobody else send to it.
 */
final class DatagramListener implements Listener {
    private static final String SOCKET_NAME = "uds-dgram.socket";

    private final Session session;
    private final Path path;
    private final AFUNIXDatagramChannel socket;
    private boolean accepted;

    private DatagramListener(Session session, Path path, AFUNIXDatagramChannel socket) {
        this.session = session;
        this.path = path;
        this.socket = socket;
    }

    static DatagramListener bind(Session session) throws IOException {
        Path path = session.scratchDirectory().resolve(SOCKET_NAME);
        return new DatagramListener(session, path, bind(path));
    }

    /** A new socket with this name, which whoever asked has to remove. */
    static AFUNIXDatagramChannel bind(Path path) throws IOException {
        AFUNIXDatagramChannel socket = AFUNIXDatagramChannel.open();
        try {
            socket.setDeleteOnClose(false);
            socket.bind(AFUNIXSocketAddress.of(path));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return path.toString();
    }

    @Override
    public Channel accept() throws IOException {
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            socket.connect(awaitClient());
            discardWhatStrangersSent();
            socket.write(ByteBuffer.wrap(session.token().serverProof()));
            Channel channel = DatagramMessages.over(socket, session);
            accepted = true;
            return channel;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (!accepted) {
                socket.close();
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private AFUNIXSocketAddress awaitClient() throws IOException {
        byte[] proof = session.token().clientProof();
        ByteBuffer datagram = ByteBuffer.allocate(Token.PROOF_BYTES + 1);
        while (true) {
            AFUNIXSocketAddress sender = socket.receive(datagram.clear());
            byte[] shown = Arrays.copyOf(datagram.array(), datagram.position());
            if (sender != null && sender.hasFilename() && Token.matches(proof, shown)) {
                return sender;
            }
        }
    }

    /** The client itself sends nothing before it has the server's answer. */
    private void discardWhatStrangersSent() throws IOException {
        ByteBuffer datagram = ByteBuffer.allocate(1);
        socket.configureBlocking(false);
        while (socket.read(datagram.clear()) != 0) {
            // 0 says that there are no more; an empty datagram looks like an end of stream
        }
        socket.configureBlocking(true);
    }
}
