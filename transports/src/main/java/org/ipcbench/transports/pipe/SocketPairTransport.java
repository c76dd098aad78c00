package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.DescriptorInbox;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.pipe.PipeEnds.NativePipeChannel;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * One pair of connected sockets ({@code socketpair(2)}), an end of which is the server's standard input and output, in the place of two
 * pipes. The client makes the pair, as a parent process does, and hands an end over.
 */
public final class SocketPairTransport implements Transport {
    private static final int STANDARD_INPUT = 0;
    private static final int STANDARD_OUTPUT = 1;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-pair",
                "socketpair: the server's standard input and output, by native calls",
                "Unix Domain Socket (socketpair)",
                Set.of("sockets"),
                42,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.OWNS_STANDARD_STREAMS,
                        Trait.REPLACES_STANDARD_STREAMS,
                        Trait.DUPLEX,
                        Trait.SPLIT_WRITES)
                .withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return SocketBuffers.room(messageBytes, bufferBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, 2);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new StandardStreams(session, DescriptorInbox.in(session.scratchDirectory()));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        LibC libc = CLibrary.calls();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            int[] pair = EndOfPair.pair();
            Descriptor source = Descriptor.of(pair[0]);
            opened.add(source);
            try (Descriptor theirs = Descriptor.of(pair[1])) {
                EndOfPair.setBuffers(pair[0], session);
                EndOfPair.setBuffers(pair[1], session);
                DescriptorInbox.send(Path.of(address), session.token().clientProof(), pair[1]);
            }
            Descriptor sink = Descriptor.of((int) CLibrary.check("dup", libc.dup(pair[0])));
            opened.add(sink);
            EndOfPair.requireServersProof(pair[0], session);
            Channel channel = EndOfPair.channel(source, sink, pair[0], session);
            opened.release();
            return channel;
        }
    }

    /** The server's standard streams, before the client has sent an end of its pair. */
    private record StandardStreams(Session session, DescriptorInbox inbox) implements Listener {
        @Override
        public String address() {
            return inbox.path().toString();
        }

        @Override
        public Channel accept() throws IOException {
            Polling polling = new Polling(session.connectTimeout());
            try (Descriptor received =
                            Descriptor.of(inbox.receive(session.token().clientProof(), 1, polling)[0]);
                    CloseOnFailure opened = new CloseOnFailure()) {
                Descriptor source = received.inPlaceOf(STANDARD_INPUT);
                opened.add(source);
                Descriptor sink = received.inPlaceOf(STANDARD_OUTPUT);
                opened.add(sink);
                EndOfPair.show(sink, session.token().serverProof());
                Channel channel = EndOfPair.channel(source, sink, STANDARD_INPUT, session);
                opened.release();
                return channel;
            }
        }

        @Override
        public void close() throws IOException {
            inbox.close();
        }
    }

    /** What is done with an end of a pair of sockets before it carries messages. */
    private static final class EndOfPair {
        private static final int AF_UNIX = 1;
        private static final int SOCK_STREAM = 1;
        private static final int SOCK_CLOEXEC = 02000000;
        private static final int SOL_SOCKET = 1;
        private static final int SO_SNDBUF = 7;
        private static final int SO_RCVBUF = 8;
        private static final int MSG_DONTWAIT = 0x40;

        private EndOfPair() {}

        /** Both ends of a new pair. */
        static int[] pair() throws FailedCallException {
            ByteBuffer ends = AlignedMemory.allocate(2 * Integer.BYTES);
            CLibrary.check(
                    "socketpair",
                    CLibrary.calls().socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, CLibrary.addressOf(ends)));
            return new int[] {ends.getInt(0), ends.getInt(Integer.BYTES)};
        }

        /** Sets both buffers to the session's size, or leaves the kernel's defaults. */
        static void setBuffers(int socket, Session session) throws IOException {
            if (session.bufferSizeBytes() > 0) {
                setBuffer(socket, SO_SNDBUF, "SO_SNDBUF", session.bufferSizeBytes());
                setBuffer(socket, SO_RCVBUF, "SO_RCVBUF", session.bufferSizeBytes());
            }
        }

        private static void setBuffer(int socket, int option, String name, int bytes) throws IOException {
            ByteBuffer value = AlignedMemory.allocate(Integer.BYTES).putInt(0, bytes);
            try {
                long address = CLibrary.addressOf(value);
                int result = CLibrary.calls().setsockopt(socket, SOL_SOCKET, option, address, Integer.BYTES);
                CLibrary.check("setsockopt", result);
            } finally {
                Reference.reachabilityFence(value);
            }
            SocketBuffers.requireGranted(name, bytes, bufferBytes(socket, option) / SocketBuffers.AS_THE_KERNEL_TELLS);
        }

        private static int bufferBytes(int socket, int option) throws FailedCallException {
            ByteBuffer value = AlignedMemory.allocate(2 * Integer.BYTES).putInt(Integer.BYTES, Integer.BYTES);
            long address = CLibrary.addressOf(value);
            int result = CLibrary.calls().getsockopt(socket, SOL_SOCKET, option, address, address + Integer.BYTES);
            CLibrary.check("getsockopt", result);
            return value.getInt(0);
        }

        static void show(Descriptor sink, byte[] proof) throws FailedCallException {
            ByteBuffer shown = AlignedMemory.allocate(proof.length).put(0, proof);
            try {
                var unused = sink.write(CLibrary.addressOf(shown), proof.length); // so few bytes go at once
            } finally {
                Reference.reachabilityFence(shown);
            }
        }

        /** The client's side: the server has proved nothing yet, because anyone of this user may read its inbox. */
        static void requireServersProof(int socket, Session session) throws IOException {
            ByteBuffer received = AlignedMemory.allocate(Token.PROOF_BYTES);
            long address = CLibrary.addressOf(received);
            Polling polling = new Polling(session.connectTimeout());
            long length = CLibrary.calls().recv(socket, address, Token.PROOF_BYTES, MSG_DONTWAIT);
            while (length < 0) {
                switch (Errno.last()) {
                    case EAGAIN, EINTR -> polling.rest("the server's proof");
                    default -> throw FailedCallException.last("recv");
                }
                length = CLibrary.calls().recv(socket, address, Token.PROOF_BYTES, MSG_DONTWAIT);
            }
            byte[] shown = new byte[(int) length];
            received.get(0, shown);
            if (!Token.matches(session.token().serverProof(), shown)) {
                throw new IOException("peer failed authentication");
            }
        }

        /** Takes both descriptors of the socket over. */
        static Channel channel(Descriptor source, Descriptor sink, int socket, Session session)
                throws FailedCallException {
            long accountedBytes = bufferBytes(socket, SO_SNDBUF);
            return new NativePipeChannel(
                    source, sink, session, messageBytes -> SocketBuffers.room(messageBytes, accountedBytes));
        }
    }
}
