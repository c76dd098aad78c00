package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.DescriptorInbox;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.pipe.PipeEnds.NativePipeChannel;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * One pair of connected sockets ({@code socketpair(2)}), an end of which is the server's standard input and output, in the place of two
 * pipes. The client makes the pair, as a parent process does, and hands an end over.
 */
public final class SocketPairTransport implements StandardStreams {
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
                        Trait.BOUNDED_SPIN,
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
        return listen(session, SocketPairTransport::messages);
    }

    @Override
    public Listener listen(Session session, AuthenticatedStream stream) throws IOException {
        return listen(session, bytes(stream));
    }

    private static Listener listen(Session session, Carrying carrying) throws IOException {
        return new OwnStreams(session, DescriptorInbox.in(session.scratchDirectory()), carrying);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return connect(session, address, SocketPairTransport::messages);
    }

    @Override
    public Channel connect(Session session, String address, AuthenticatedStream stream) throws IOException {
        return connect(session, address, bytes(stream));
    }

    private static Channel connect(Session session, String address, Carrying carrying) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            int[] pair = SocketPair.make(SocketPair.STREAM);
            Descriptor source = Descriptor.of(pair[0]);
            opened.add(source);
            try (Descriptor theirs = Descriptor.of(pair[1])) {
                SocketPair.setBuffers(pair[0], session);
                SocketPair.setBuffers(pair[1], session);
                DescriptorInbox.send(Path.of(address), session.token().clientProof(), pair[1]);
            }
            Descriptor sink = source.copy();
            opened.add(sink);
            SocketPair.requireServersProof(pair[0], session);
            Channel channel = carrying.channel(source, sink, pair[0], session);
            opened.release();
            return channel;
        }
    }

    /** The server's standard streams, before the client has sent an end of its pair. */
    private record OwnStreams(Session session, DescriptorInbox inbox, Carrying carrying) implements Listener {
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
                SocketPair.show(sink, session.token().serverProof());
                Channel channel = carrying.channel(source, sink, STANDARD_INPUT, session);
                opened.release();
                return channel;
            }
        }

        @Override
        public void close() throws IOException {
            inbox.close();
        }
    }

    /** Makes a channel of both descriptors of a socket, which belong to it. */
    private interface Carrying {
        Channel channel(Descriptor source, Descriptor sink, int socket, Session session) throws IOException;
    }

    /** What somebody else makes of the bytes. */
    private static Carrying bytes(AuthenticatedStream stream) {
        return (source, sink, socket, session) -> stream.channel(new Incoming(source), new Outgoing(sink), session);
    }

    /** Reads into direct buffers. */
    private record Incoming(Descriptor source) implements ReadableByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            long read = source.read(CLibrary.addressOf(target) + target.position(), target.remaining());
            if (read == 0) {
                return -1;
            }
            target.position(target.position() + (int) read);
            return (int) read;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** Writes from direct buffers. */
    private record Outgoing(Descriptor sink) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            long written = sink.write(CLibrary.addressOf(bytes) + bytes.position(), bytes.remaining());
            bytes.position(bytes.position() + (int) written);
            return (int) written;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }

    private static Channel messages(Descriptor source, Descriptor sink, int socket, Session session)
            throws FailedCallException {
        long accountedBytes = SocketPair.bufferBytes(socket, SocketPair.SO_SNDBUF);
        Room.Source room = messageBytes -> SocketBuffers.room(messageBytes, accountedBytes);
        return SpinLoop.isAsked(session)
                ? NativePipeChannel.Spinning.overSocket(source, sink, session, room)
                : new NativePipeChannel(source, sink, session, room);
    }
}
