package org.ipcbench.transports.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.DescriptorInbox;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.Polling;

/**
 * Sealed memory files ({@code memfd_create(2)}), whose descriptors go over a pair of Unix sockets ({@code SCM_RIGHTS}): a new file for each
 * message, or several for its parts. The receiver checks the seals, so that nobody can change a message that it has.
 */
public final class MemfdTransport implements Transport {
    /** All messages under way are memory of both peers' control group. */
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    private static final SystemCall MEMFD_CREATE = new SystemCall("memfd_create", 319, 279);

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "memfd",
                "sealed memory files, handed over a Unix socket",
                "Memory file (memfd)",
                Set.of("shared-memory"),
                168,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DATAGRAM,
                        Trait.DETECTS_CLOSE,
                        Trait.MANY_CLIENTS,
                        Trait.DUPLEX,
                        Trait.PARTS)
                .withSizeLimit(new SizeLimit(MAX_MESSAGE_BYTES, ""));
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(() -> CallFilter.ofThisProcess().permits(MEMFD_CREATE));
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.ofConnections(connections, 2);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new PairListener(session, DescriptorInbox.in(session.scratchDirectory()));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            int[] pair = SocketPair.make(SocketPair.SEQUENCED_PACKETS);
            Descriptor own = Descriptor.of(pair[0]);
            opened.add(own);
            try (Descriptor theirs = Descriptor.of(pair[1])) {
                DescriptorInbox.send(Path.of(address), session.token().clientProof(), pair[1]);
            }
            SocketPair.requireServersProof(pair[0], session);
            Channel channel = new MemfdChannel(own, pair[0], session);
            opened.release();
            return channel;
        }
    }

    /** The server's end before the client has sent an end of its pair. */
    private record PairListener(Session session, DescriptorInbox inbox) implements Listener {
        @Override
        public String address() {
            return inbox.path().toString();
        }

        @Override
        public Channel accept() throws IOException {
            int socket = inbox.receive(session.token().clientProof(), 1, new Polling(session.connectTimeout()))[0];
            try (CloseOnFailure opened = new CloseOnFailure()) {
                Descriptor own = Descriptor.of(socket);
                opened.add(own);
                SocketPair.show(own, session.token().serverProof());
                Channel channel = new MemfdChannel(own, socket, session);
                opened.release();
                return channel;
            }
        }

        @Override
        public void close() throws IOException {
            inbox.close();
        }
    }

    /** Sends each message as descriptors of sealed files, with its length. */
    private static final class MemfdChannel implements DuplexChannel {
        private static final int MFD_CLOEXEC = 1;
        private static final int MFD_ALLOW_SEALING = 2;
        private static final int F_ADD_SEALS = 1033;
        private static final int F_GET_SEALS = 1034;

        /** No further seals, no smaller and no larger file, and no writing. */
        private static final int SEALS = 0xf;

        private static final SystemCall FCNTL = new SystemCall("fcntl", 72, 25);
        private static final byte[] NAME = {'i', 'p', 'c', 'b', 'e', 'n', 'c', 'h', 0};

        /** Room for about a dozen messages, which are as many files in memory, or more. */
        private static final int SEND_BUFFER_BYTES = 9_216;

        /** A user may have as many descriptors under way as a process has open. */
        private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

        private final LibC libc = CLibrary.calls();
        private final Descriptor own;
        private final int socket;
        private final int parts;
        private final ByteBuffer name = AlignedMemory.allocate(NAME.length).put(0, NAME);
        private final long nameAddress = CLibrary.addressOf(name);
        private final ByteBuffer outgoing;
        private final long outgoingAddress;
        private final ByteBuffer incoming;
        private final long incomingAddress;
        private final Envelope sent = new Envelope();
        private final Envelope received = new Envelope();
        private final int[] made = new int[ChannelOptions.MAX_PARTS];
        private int claimed;
        private boolean closed;

        /** Takes the socket over. */
        MemfdChannel(Descriptor own, int socket, Session session) throws FailedCallException {
            this.own = own;
            this.socket = socket;
            parts = session.channel().parts();
            outgoing = AlignedMemory.allocate(session.maxMessageBytes());
            outgoingAddress = CLibrary.addressOf(outgoing);
            incoming = AlignedMemory.allocate(session.maxMessageBytes());
            incomingAddress = CLibrary.addressOf(incoming);
            SocketPair.setOption(socket, SocketPair.SO_SNDBUF, SEND_BUFFER_BYTES / 2);
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            requireOpen();
            claimed = length;
            return outgoing.limit(length).position(0);
        }

        @Override
        public void commit() throws IOException {
            requireOpen();
            int files = Math.min(parts, claimed);
            int open = 0;
            try {
                while (open < files) {
                    int from = partBegin(open, files, claimed);
                    made[open] = (int) CLibrary.check(
                            "memfd_create",
                            libc.syscall(MEMFD_CREATE.number(), nameAddress, MFD_CLOEXEC | MFD_ALLOW_SEALING, 0, 0));
                    open++;
                    fill(made[open - 1], from, partBegin(open, files, claimed) - from);
                }
                send(sent.of(claimed, made, files));
            } finally {
                for (int i = 0; i < open; i++) {
                    libc.close(made[i]);
                }
            }
        }

        private static int partBegin(int part, int files, int length) {
            return (int) ((long) length * part / files);
        }

        private void fill(int file, int from, int length) throws IOException {
            int written = 0;
            while (written < length) {
                long count = libc.pwrite(file, outgoingAddress + from + written, length - written, written);
                if (count < 0) {
                    FailedCallException.unlessInterrupted("pwrite to a memory file");
                } else {
                    written += (int) count;
                }
            }
            CLibrary.check("fcntl(F_ADD_SEALS)", libc.syscall(FCNTL.number(), file, F_ADD_SEALS, SEALS, 0));
        }

        private void send(long header) throws FailedCallException {
            while (libc.sendmsg(socket, header, Envelope.MSG_NOSIGNAL) < 0) {
                switch (Errno.last()) {
                    case EINTR -> {}
                    case ETOOMANYREFS -> LockSupport.parkNanos(REST_NANOS);
                    default -> throw FailedCallException.last("sendmsg");
                }
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            requireOpen();
            long count = libc.recvmsg(socket, received.empty(), Envelope.MSG_CMSG_CLOEXEC);
            while (count < 0) {
                switch (Errno.last()) {
                    case EINTR,
                            ECONNRESET -> {} // the latter once, before the messages of a side that has left some unread
                    default -> throw FailedCallException.last("recvmsg");
                }
                count = libc.recvmsg(socket, received.empty(), Envelope.MSG_CMSG_CLOEXEC);
            }
            if (count == 0) {
                throw new EOFException("the other side has closed the connection");
            }
            int files = received.files();
            try {
                int sentBytes = received.messageBytes();
                if (sentBytes != length) {
                    throw new WrongLengthException(sentBytes, length);
                }
                for (int i = 0; i < files; i++) {
                    int from = partBegin(i, files, length);
                    read(received.file(i), from, partBegin(i + 1, files, length) - from);
                }
            } finally {
                for (int i = 0; i < files; i++) {
                    libc.close(received.file(i));
                }
            }
            if (files == 0) {
                throw new IOException("a message came without its file; raise the limit of descriptors: ulimit -n");
            }
            return incoming.limit(length).position(0);
        }

        private void read(int file, int from, int length) throws IOException {
            long seals = CLibrary.check("fcntl(F_GET_SEALS)", libc.syscall(FCNTL.number(), file, F_GET_SEALS, 0, 0));
            if (seals != SEALS) {
                throw new IOException("a memory file has the seals %d, not %d".formatted(seals, SEALS));
            }
            int done = 0;
            while (done < length) {
                long count = libc.read(file, incomingAddress + from + done, length - done);
                if (count == 0) {
                    throw new IOException("a memory file has %d bytes, expected %d".formatted(done, length));
                }
                if (count < 0) {
                    FailedCallException.unlessInterrupted("read of a memory file");
                } else {
                    done += (int) count;
                }
            }
        }

        private void requireOpen() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                own.close();
            }
        }
    }

    /** The memory for {@code sendmsg(2)} or {@code recvmsg(2)}: a message's length, and the descriptors of its files. */
    private static final class Envelope {
        static final int MSG_NOSIGNAL = 0x4000;
        static final int MSG_CMSG_CLOEXEC = 0x40000000;
        private static final int SOL_SOCKET = 1;
        private static final int SCM_RIGHTS = 1;

        /** {@code msghdr} on 64-bit Linux. */
        private static final int HEADER_BYTES = 56;

        private static final int VECTOR_AT = HEADER_BYTES;
        private static final int CONTROL_LENGTH_AT = 40;
        private static final int LENGTH_AT = VECTOR_AT + 16;
        private static final int CONTROL_AT = LENGTH_AT + 8;

        /** {@code cmsghdr}: its length, level and type; the descriptors follow. */
        private static final int CONTROL_HEADER_BYTES = 16;

        private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + ChannelOptions.MAX_PARTS * Integer.BYTES;

        private final ByteBuffer memory = AlignedMemory.allocate(CONTROL_AT + CONTROL_BYTES);
        private final long address = CLibrary.addressOf(memory);

        Envelope() {
            memory.putLong(16, address + VECTOR_AT);
            memory.putLong(24, 1);
            memory.putLong(32, address + CONTROL_AT);
            memory.putLong(VECTOR_AT, address + LENGTH_AT);
            memory.putLong(VECTOR_AT + 8, Integer.BYTES);
            memory.putInt(CONTROL_AT + 8, SOL_SOCKET);
            memory.putInt(CONTROL_AT + 12, SCM_RIGHTS);
        }

        /** Returns the address of a message of these files. */
        long of(int messageBytes, int[] files, int number) {
            memory.putInt(LENGTH_AT, messageBytes);
            int controlBytes = CONTROL_HEADER_BYTES + number * Integer.BYTES;
            memory.putLong(CONTROL_AT, controlBytes);
            memory.putLong(CONTROL_LENGTH_AT, controlBytes);
            for (int i = 0; i < number; i++) {
                memory.putInt(CONTROL_AT + CONTROL_HEADER_BYTES + i * Integer.BYTES, files[i]);
            }
            return address;
        }

        /** Returns the address for the next message. */
        long empty() {
            memory.putLong(CONTROL_LENGTH_AT, CONTROL_BYTES);
            return address;
        }

        int messageBytes() {
            return memory.getInt(LENGTH_AT);
        }

        /** Number of files that came with the message. */
        int files() {
            return memory.getLong(CONTROL_LENGTH_AT) < CONTROL_HEADER_BYTES
                    ? 0
                    : (int) (memory.getLong(CONTROL_AT) - CONTROL_HEADER_BYTES) / Integer.BYTES;
        }

        int file(int number) {
            return memory.getInt(CONTROL_AT + CONTROL_HEADER_BYTES + number * Integer.BYTES);
        }
    }
}
