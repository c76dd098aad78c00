package org.ipcbench.transports.pipe;

import java.io.IOException;
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
import org.ipcbench.transport.Transport;
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
        return new StandardStreams(session, DescriptorInbox.in(session.scratchDirectory()));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
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
            Channel channel = channel(source, sink, pair[0], session);
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
                SocketPair.show(sink, session.token().serverProof());
                Channel channel = channel(source, sink, STANDARD_INPUT, session);
                opened.release();
                return channel;
            }
        }

        @Override
        public void close() throws IOException {
            inbox.close();
        }
    }

    /** Takes both descriptors of the socket over. */
    private static Channel channel(Descriptor source, Descriptor sink, int socket, Session session)
            throws FailedCallException {
        long accountedBytes = SocketPair.bufferBytes(socket, SocketPair.SO_SNDBUF);
        Room.Source room = messageBytes -> SocketBuffers.room(messageBytes, accountedBytes);
        return SpinLoop.isAsked(session)
                ? NativePipeChannel.Spinning.overSocket(source, sink, session, room)
                : new NativePipeChannel(source, sink, session, room);
    }
}
