package org.ipcbench.transports.cma;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.ProcessMemory;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.FutexSleeping;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.RingReader;
import org.ipcbench.transports.mapped.RingWriter;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.mapped.Waiting.SpinningFirst;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceReader;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * Cross-memory attach: a message stays in the sender's private memory until the receiver copies it by
 * {@code process_vm_readv(2)}. The cursors of a ring in shared memory announce messages, and waiting sides sleep in
 * {@code futex(2)}.
 */
public final class CmaTransport extends MappedTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "cma",
                "cross-memory attach (process_vm_readv), waiting asleep (futex)",
                "Cross-memory attach",
                Set.of("shared-memory"),
                170,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.HIDES_DEATH,
                        Trait.SHARED_MEMORY,
                        Trait.BOUNDED_SPIN,
                        Trait.PROCESS_IDS,
                        Trait.BETWEEN_PROCESSES)
                .withBuffer("the sender's memory for messages in each direction, at most 32 MiB");
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        try {
            return OptionalLong.of(
                    SourceWriter.geometry(messageBytes, bufferBytes).slots());
        } catch (IOException e) {
            return OptionalLong.empty(); // the cell fails with the reason
        }
    }

    @Override
    public Availability availability() {
        return CLibrary.availability()
                .and(() -> PtraceScope.ofThisProcess().availability())
                .and(() -> CallFilter.ofThisProcess().permits(ProcessMemory.CALL))
                .and(super::availability);
    }

    @Override
    protected RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory memory) throws IOException {
        SourceWriter.geometry(messageBytes, bufferBytes); // fails if the buffer is too small
        return SourceBuffer.NOTE;
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return listen(session, (rings, polling) -> channel(rings, session, polling));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return connect(session, address, (rings, polling) -> channel(rings, session, polling));
    }

    /** Makes the channel, after both sides have told each other the addresses of their messages. */
    private static Channel channel(RingPair rings, Session session, Polling polling) throws IOException {
        Waiting waiting = new FutexSleeping();
        SourceWriter outgoing = new SourceWriter(rings.outgoing(), session, waiting);
        ProcessMemory.lendToSiblings();
        outgoing.source().tell(rings.outgoing());
        SourceBuffer source = SourceBuffer.await(rings.incoming(), polling);
        CopyingReader incoming = new CopyingReader(rings.incoming(), source, session, waiting);
        incoming.rehearse();
        return new InPlaceChannel(
                outgoing, incoming, new DeferredFree(outgoing, rings, source.process()), outgoing.room());
    }

    /** The reading end: each message is copied from the other process, and its slot is free at once. */
    private static final class CopyingReader implements InPlaceReader {
        private final ProcessMemory other;
        private final long firstSlot;
        private final RingReader cursors;
        private final MappedByteBuffer message;
        private final long target;

        CopyingReader(Ring ring, SourceBuffer source, Session session, Waiting waiting) {
            other = new ProcessMemory(source.process());
            firstSlot = source.address();
            cursors = new RingReader(ring, source.geometry(), SpinningFirst.asAsked(waiting, session));
            // of a concrete type: position and limit are then set without a virtual call
            message = (MappedByteBuffer) AlignedMemory.allocate(session.maxMessageBytes());
            target = CLibrary.addressOf(message);
        }

        /** Reads one byte, so that connecting fails, and not the first message, if the kernel forbids the call. */
        void rehearse() throws IOException {
            try {
                other.read(firstSlot, target, 1);
            } catch (IOException e) {
                throw new IOException(
                        ("%s; both peers need the same user, a kernel.yama.ptrace_scope of 0 or 1, and no seccomp filter that"
                                        + " forbids the call (docker run --cap-add SYS_PTRACE)")
                                .formatted(e.getMessage()),
                        e);
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            other.read(firstSlot + cursors.nextSlot(), target, length);
            cursors.release();
            return message.limit(length).position(0);
        }

        /** Does nothing, because the slot is free already. */
        @Override
        public void release() {}

        @Override
        public void close() throws IOException {
            cursors.close();
        }
    }

    /** Frees the memory of a closed side when the other side has read every committed message: there is no other copy. */
    private static final class DeferredFree implements Closeable {
        private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

        private final SourceWriter outgoing;
        private final RingPair rings;
        private final long reader;

        /** @param reader the process that is still to read */
        DeferredFree(SourceWriter outgoing, RingPair rings, long reader) {
            this.outgoing = outgoing;
            this.rings = rings;
            this.reader = reader;
        }

        /** Frees the memory now, or in the background: when the other side has read every message, or has ended. */
        @Override
        public void close() throws IOException {
            if (outgoing.isDone()) {
                rings.close();
                return;
            }
            Thread thread = new Thread(this::linger, "lingering-messages");
            thread.setDaemon(true);
            thread.start();
        }

        private void linger() {
            while (!outgoing.isDone() && isAlive()) {
                LockSupport.parkNanos(REST_NANOS);
            }
            try {
                rings.close();
            } catch (IOException e) {
                System.err.println("cannot give back the memory of a closed channel: " + e);
            }
        }

        private boolean isAlive() {
            return ProcessHandle.of(reader).filter(ProcessHandle::isAlive).isPresent();
        }
    }

    /** The writing end: a ring whose slots are in this process's private memory; only its cursors are shared. */
    static final class SourceWriter implements InPlaceWriter {
        /** Maximum memory for the slots of one side, in bytes, unless a single message takes more; every peer has more memory. */
        static final int MAX_BYTES = 32 << 20;

        private final Ring cursors;
        private final MappedByteBuffer memory;
        private final RingGeometry geometry;
        private final RingWriter slots;

        SourceWriter(Ring cursors, Session session, Waiting waiting) throws IOException {
            this.cursors = cursors;
            geometry = geometry(session.maxMessageBytes(), session.bufferSizeBytes());
            // of a concrete type: position and limit are then set without a virtual call
            memory = (MappedByteBuffer) AlignedMemory.allocate(geometry.slots() * geometry.strideBytes());
            slots = new RingWriter(cursors, memory, geometry, waiting);
        }

        /** The geometry of the slots; a buffer of 0 bytes means the usual size. */
        static RingGeometry geometry(int messageBytes, int bufferBytes) throws IOException {
            if (bufferBytes > MAX_BYTES) {
                throw new IOException(
                        "--buffer %d exceeds the %d bytes that a sender has for its messages; give less, or omit it"
                                .formatted(bufferBytes, MAX_BYTES));
            }
            return RingGeometry.of(messageBytes, bufferBytes, RingGeometry.HEADER_BYTES + (long) MAX_BYTES);
        }

        SourceBuffer source() {
            return new SourceBuffer(
                    ProcessHandle.current().pid(),
                    CLibrary.addressOf(memory),
                    geometry.slots(),
                    geometry.strideBytes());
        }

        Room.Source room() {
            return geometry.room();
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            return slots.claim(length);
        }

        @Override
        public void commit() throws IOException {
            slots.commit();
        }

        @Override
        public void close() throws IOException {
            slots.close();
        }

        /** Whether the memory will not be read any more: the other side has every message, or has closed. */
        boolean isDone() {
            Cursor taken = cursors.tail();
            return taken.isClosed() || taken.position() == cursors.head().position();
        }
    }
}
