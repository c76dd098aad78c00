package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.SocketBuffers;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/**
 * Unix domain sockets of type SOCK_DGRAM, each connected to the other. On Linux the sender waits if the receiver does not
 * keep up, so nothing is lost. But a side learns that the other one has closed only by sending to it.
 */
public final class UdsDgramTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-dgram",
                "Unix domain datagram socket (junixsocket)",
                "Unix Domain Socket (datagram)",
                Set.of("sockets", "standard"),
                32,
                new SocketsAndCalls());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.HIDES_DEATH,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(MessageLimit.ofRunningKernel());
    }

    @Override
    public JunixSocket socket() {
        return new DatagramSocket();
    }

    /** Sockets of type SOCK_DGRAM. */
    private static final class DatagramSocket implements JunixSocket {

        @Override
        public Listener listen(Session session, String id) throws IOException {
            return DatagramListener.bind(session, id, DatagramMessages::over);
        }

        @Override
        public Channel connect(Session session, String address) throws IOException {
            return UdsDgramTransport.connect(session, address, DatagramMessages::over);
        }
    }

    /**
     * Connects. The client's socket also has a name, as long as the server needs it to answer.
     *
     * @param proven makes the channel
     */
    static Channel connect(Session session, String address, AuthenticatedSocket<AFUNIXDatagramChannel> proven)
            throws IOException {
        String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path path = session.scratchDirectory().resolve("dgram-" + unique);
        AFUNIXDatagramChannel socket = DatagramListener.bind(path);
        try {
            socket.connect(AFUNIXSocketAddress.of(Path.of(address)));
            return AuthenticatedSocket.proveToServer(socket, address, session, proven);
        } catch (IOException e) {
            socket.close();
            throw e;
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** The server's datagram socket before a client has connected. */
    static final class DatagramListener implements Listener {
        private final Session session;
        private final Path path;
        private final AFUNIXDatagramChannel socket;
        private final AuthenticatedSocket<AFUNIXDatagramChannel> proven;
        private boolean accepted;

        private DatagramListener(
                Session session,
                Path path,
                AFUNIXDatagramChannel socket,
                AuthenticatedSocket<AFUNIXDatagramChannel> proven) {
            this.session = session;
            this.path = path;
            this.socket = socket;
            this.proven = proven;
        }

        /**
         * Binds a socket to a name of the session's.
         *
         * @param id the transport's
         * @param proven makes the channel
         */
        static DatagramListener bind(Session session, String id, AuthenticatedSocket<AFUNIXDatagramChannel> proven)
                throws IOException {
            Path path = session.scratchDirectory().resolve(session.nameOf(id) + ".socket");
            return new DatagramListener(session, path, bind(path), proven);
        }

        /** A new socket with this name; the caller removes the name. */
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
                new DatagramAuthentication(socket, session.token()).verifyClient();
                Channel channel = proven.channel(socket, session);
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
    }

    /**
     * Authentication of a client without a connection. The client itself authenticates as over a stream, because its socket
     * is connected from the start. The caller sets the deadline.
     */
    private static final class DatagramAuthentication {
        private final AFUNIXDatagramChannel socket;
        private final Token token;

        DatagramAuthentication(AFUNIXDatagramChannel socket, Token token) {
            this.socket = socket;
            this.token = token;
        }

        /**
         * The server's side: waits for the client's proof and connects the socket to the client. From then on the kernel lets
         * no other process send to the socket.
         */
        void verifyClient() throws IOException {
            socket.connect(awaitProof());
            discardWhatStrangersSent();
            socket.write(ByteBuffer.wrap(token.serverProof()));
        }

        private AFUNIXSocketAddress awaitProof() throws IOException {
            byte[] proof = token.clientProof();
            ByteBuffer datagram = ByteBuffer.allocate(Token.PROOF_BYTES + 1);
            while (true) {
                AFUNIXSocketAddress sender = socket.receive(datagram.clear());
                byte[] shown = Arrays.copyOf(datagram.array(), datagram.position());
                if (sender != null && sender.hasFilename() && Token.matches(proof, shown)) {
                    return sender;
                }
            }
        }

        /**
         * Discards everything received so far: it is from strangers, because the client sends nothing before it has the
         * server's answer.
         */
        private void discardWhatStrangersSent() throws IOException {
            ByteBuffer datagram = ByteBuffer.allocate(1);
            socket.configureBlocking(false);
            while (socket.read(datagram.clear()) != 0) {
                // 0 says that there are no more; an empty datagram looks like an end of stream
            }
            socket.configureBlocking(true);
        }
    }
}
