package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.ipcbench.kernel.PageSize;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.pipe.StandardStreams.AuthenticatedStream;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.HeaderFirst;
import org.ipcbench.transports.stream.StreamAuthentication;
import org.ipcbench.transports.stream.StreamChannel;

/** One side's two ends of a pair of pipes, on the way to becoming a channel. */
final class PipeEnds {
    private final PipeEnd source;
    private final PipeEnd sink;

    private PipeEnds(PipeEnd source, PipeEnd sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Opens the second end; if that fails, the first one is closed. */
    interface SecondEnd {
        PipeEnd open() throws IOException;
    }

    private interface Authentication {
        void authenticate(StreamAuthentication authentication) throws IOException;
    }

    /** Makes a channel of both ends, which belong to it. */
    interface Carrying {
        /** Messages without anything between them. */
        Carrying MESSAGES = PipeEnds::messages;

        Channel channel(PipeEnds ends, Session session) throws IOException;

        /** What somebody else makes of the bytes, which go through the JDK's channels. */
        static Carrying bytes(AuthenticatedStream stream) {
            return (ends, session) -> stream.channel(ends.source.channel(), ends.sink.channel(), session);
        }
    }

    /** The client's side: proves the session's token and demands the server's proof. */
    static Channel proveToServer(PipeEnd source, SecondEnd sink, Session session, Carrying carrying)
            throws IOException {
        return open(source, sink)
                .authenticated(
                        session,
                        authentication -> {
                            for (int i = 0; i < session.all().number(); i++) {
                                authentication.proveToServer();
                            }
                        },
                        carrying);
    }

    /** The server's side: waits for the client's proof, and skips what strangers have written before it. */
    static Channel verifyClient(PipeEnd source, SecondEnd sink, Session session, Carrying carrying) throws IOException {
        return open(source, sink).authenticated(session, StreamAuthentication::verifyClientAfterStrangers, carrying);
    }

    private static PipeEnds open(PipeEnd source, SecondEnd sink) throws IOException {
        try {
            return new PipeEnds(source, sink.open());
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    private Channel authenticated(Session session, Authentication authentication, Carrying carrying)
            throws IOException {
        try {
            setCapacity(session.bufferSizeBytes());
        } catch (IOException e) {
            close();
            throw e;
        }
        try (Deadline deadline = Deadline.closing(this::endAuthentication, session.connectTimeout())) {
            authentication.authenticate(new StreamAuthentication(source.channel(), sink.channel(), session.token()));
        } catch (IOException e) {
            close();
            throw new IOException("authentication failed", e);
        }
        source.keepForMessages();
        sink.keepForMessages();
        try {
            return carrying.channel(this, session);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void setCapacity(int bytes) throws IOException {
        if (bytes > 0) {
            PipeCapacity.requireGrantable(bytes, 1);
            source.setCapacity(bytes);
            sink.setCapacity(bytes);
        }
    }

    /**
     * A channel that reads message by message: a reader that takes everything at once is always directly behind the writer,
     * which costs the writer more than the reader saves.
     */
    private Channel messages(Session session) throws IOException {
        Descriptor from = source.descriptor();
        Descriptor to = sink.descriptor();
        if (from == null || to == null) {
            StreamChannel channel = StreamChannel.messageByMessage(
                            source.channel(), HeaderFirst.of(sink.channel(), session), session.maxMessageBytes())
                    .holding(this::room);
            return session.all().number() == 1 ? channel : channel.forOneOfSeveral();
        }
        return SpinLoop.isAsked(session)
                ? NativePipeChannel.Spinning.over(from, to, session, this::room)
                : new NativePipeChannel(from, to, session, this::room);
    }

    /** What both pipes hold, which depends on their user's other pipes. */
    private Room room(int messageBytes) throws IOException {
        int pageBytes = PageSize.bytes().orElse(0);
        int there = sink.capacityBytes();
        int back = source.capacityBytes();
        return pageBytes == 0 || there == 0 || back == 0 ? Room.UNKNOWN : room(messageBytes, pageBytes, there, back);
    }

    static Room room(int messageBytes, int pageBytes, int thereBytes, int backBytes) {
        return new Room(
                certain(messageBytes, pageBytes, thereBytes),
                certain(messageBytes, pageBytes, backBytes),
                OptionalLong.of(most(messageBytes, pageBytes, thereBytes)));
    }

    /**
     * How many messages a pipe holds, of which at least a part has room: a message smaller than a page is never split over two pages; a
     * larger one begins where the last one ended.
     */
    private static long most(int messageBytes, int pageBytes, int pipeBytes) {
        return messageBytes < pageBytes
                ? (long) (pipeBytes / pageBytes) * (pageBytes / messageBytes)
                : Math.max(1, pipeBytes / messageBytes);
    }

    /**
     * How many messages a pipe certainly takes, whatever was read of it: the kernel frees a page when all of it is read, and
     * does not always fill up a page with the rest of a message that is larger than one.
     */
    private static long certain(int messageBytes, int pageBytes, int pipeBytes) {
        long pages = pipeBytes / pageBytes;
        return messageBytes < pageBytes
                ? (pages - 1) * (pageBytes / messageBytes) + 1
                : pages / ((messageBytes + pageBytes - 1L) / pageBytes);
    }

    /** Safe at any time from any thread, as closing the JDK's channels is. */
    private void endAuthentication() throws IOException {
        try (Closeable channel = source.channel()) {
            sink.channel().close();
        }
    }

    private void close() throws IOException {
        try (source) {
            sink.close();
        }
    }

    /**
     * Messages over two pipes, or a pair of sockets, by native calls: a message takes one {@code write(2)} and one {@code read(2)}
     * if it fits into the kernel's buffer, and nothing is read ahead.
     */
    static sealed class NativePipeChannel implements DuplexChannel {
        private final Descriptor source;
        private final Descriptor sink;
        private final ByteBuffer outgoing;
        private final long outgoingAddress;
        private final ByteBuffer incoming;
        private final long incomingAddress;
        private final Room.Source room;
        private final boolean headerFirst;
        private final boolean isOnlyServer;
        private int claimed;

        /** Takes both ends over; the source of room counts messages of one write. */
        NativePipeChannel(Descriptor source, Descriptor sink, Session session, Room.Source room) {
            int messageSizeBytes = session.maxMessageBytes();
            headerFirst = session.channel().writes() > 1;
            isOnlyServer = session.all().number() == 1;
            this.room = headerFirst ? Room.Source.UNKNOWN : room;
            this.source = source;
            this.sink = sink;
            outgoing = AlignedMemory.allocate(messageSizeBytes);
            outgoingAddress = CLibrary.addressOf(outgoing);
            incoming = AlignedMemory.allocate(messageSizeBytes);
            incomingAddress = CLibrary.addressOf(incoming);
        }

        @Override
        public Room room(int messageBytes) throws IOException {
            return room.of(messageBytes);
        }

        @Override
        public boolean keepsOrder() {
            return isOnlyServer;
        }

        @Override
        public ByteBuffer claim(int length) {
            claimed = length;
            return outgoing.limit(length).position(0);
        }

        @Override
        public void commit() throws IOException {
            long written = sink.write(outgoingAddress, headerFirst ? HeaderFirst.firstBytes(claimed) : claimed);
            while (written < claimed) {
                written += sink.write(outgoingAddress + written, claimed - written);
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            long read = next(incomingAddress, length);
            if (read < length) {
                readRest(read, length);
            }
            return incoming.limit(length).position(0);
        }

        @Override
        public void close() throws IOException {
            try (source) {
                sink.close();
            }
        }

        /** Reads the beginning of the next message, or all of it, at this address; returns the number of bytes. */
        long next(long address, int lengthBytes) throws FailedCallException {
            return source.read(address, lengthBytes);
        }

        private void readRest(long first, int length) throws IOException {
            long last = first;
            long read = first;
            while (last > 0 && read < length) {
                last = source.read(incomingAddress + read, length - read);
                read += last;
            }
            if (read < length) {
                throw new EOFException("the other side has closed the connection");
            }
        }

        /**
         * Reads again and again for some time, without waiting, before it sleeps.
         */
        static final class Spinning extends NativePipeChannel {
            private final Look look;
            private final Closeable lookingAt;
            private final SpinLoop spin;

            /** Reads what is there; {@link Descriptor#NOT_YET} if there is nothing. */
            @FunctionalInterface
            private interface Look {
                long now(long address, long lengthBytes) throws FailedCallException;
            }

            private Spinning(
                    Descriptor source,
                    Descriptor sink,
                    Session session,
                    Room.Source room,
                    Look look,
                    Closeable lookingAt) {
                super(source, sink, session, room);
                this.look = look;
                this.lookingAt = lookingAt;
                spin = new SpinLoop(session);
            }

            /** Takes both ends of pipes over, unless it fails; looks at another end, which does not block. */
            static Spinning over(Descriptor source, Descriptor sink, Session session, Room.Source room)
                    throws FailedCallException {
                Descriptor nonBlocking = source.openNonBlocking();
                return new Spinning(source, sink, session, room, nonBlocking::readNow, nonBlocking);
            }

            /** Takes both descriptors of a socket over. */
            static Spinning overSocket(Descriptor source, Descriptor sink, Session session, Room.Source room) {
                return new Spinning(source, sink, session, room, source::receiveNow, () -> {});
            }

            @Override
            long next(long address, int lengthBytes) throws FailedCallException {
                spin.begin();
                while (spin.lasts()) {
                    long read = look.now(address, lengthBytes);
                    if (read != Descriptor.NOT_YET) {
                        return read;
                    }
                }
                return super.next(address, lengthBytes);
            }

            @Override
            public void close() throws IOException {
                try (lookingAt) {
                    super.close();
                }
            }
        }
    }
}
