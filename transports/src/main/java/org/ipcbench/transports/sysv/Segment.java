package org.ipcbench.transports.sysv;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceReader;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * An attached System V segment: a page for authentication, then both rings. The segment is marked for removal as soon as
 * its maker has attached it, so that the kernel removes it after the last process has detached it; until then other
 * processes attach it by its id.
 */
final class Segment implements Closeable {
    /** Offset of the mutex, in the half of the page that authentication does not use. */
    private static final int CLIENTS_MUTEX_AT = RingAuthentication.BYTES / 2;

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int PAGE_BYTES = 4096;
    private static final int ANYWHERE = 0;

    private final int id;
    private final long address;
    private final Status status;
    private boolean attached = true;

    private Segment(int id, long address) throws FailedCallException {
        this.id = id;
        this.address = address;
        status = Status.of(ObjectKind.SHARED_MEMORY, id);
    }

    /** Makes a segment. */
    static Segment create(Session session, RingGeometry geometry) throws IOException {
        SysvObject object =
                SysvObject.create(ObjectKind.SHARED_MEMORY, session.scratchDirectory(), geometry.totalBytes());
        Segment segment;
        try {
            segment = attach(object.id());
        } finally {
            object.remove(); // marks it, if it has been attached
        }
        segment.touch(geometry); // slow, so only after the mark: this process may be killed meanwhile
        return segment;
    }

    /** Attaches a segment of another process. */
    static Segment attach(int id) throws FailedCallException {
        return new Segment(id, CLibrary.check("shmat", CLibrary.calls().shmat(id, ANYWHERE, 0)));
    }

    int id() {
        return id;
    }

    long address() {
        return address;
    }

    ByteBuffer authenticationMemory() {
        return CLibrary.memoryAt(address, RingAuthentication.BYTES);
    }

    /** The mutex that is held by the client that shows its proof. */
    SharedMutex clientsMutex() {
        return new SharedMutex(address + CLIENTS_MUTEX_AT);
    }

    GuardedRing toServer(RingGeometry geometry) {
        return new GuardedRing(this, RingGeometry.FIRST_RING_AT, geometry);
    }

    GuardedRing toClient(RingGeometry geometry) {
        return new GuardedRing(this, geometry.secondRingAt(), geometry);
    }

    /** A channel over both rings, which closes the segment. */
    Channel channel(GuardedRing outgoing, GuardedRing incoming, Session session) {
        GuardedReader reader = GuardedReader.of(incoming, session);
        return new InPlaceChannel(
                new GuardedWriter(outgoing, reader),
                reader,
                this,
                outgoing.geometry().room());
    }

    /**
     * Makes the kernel map all pages now, because page faults belong to connecting. Only reads, because the other side may
     * already hold a lock in them.
     */
    void touch(RingGeometry geometry) {
        touch(RingGeometry.FIRST_RING_AT, geometry.ringBytes());
        touch(geometry.secondRingAt(), geometry.ringBytes());
    }

    /** Whether both sides still have the segment. */
    boolean isAttachedTwice() throws FailedCallException {
        status.update();
        return status.attachments() > 1;
    }

    /** Detaches the segment; its memory must not be touched any more. */
    @Override
    public void close() throws FailedCallException {
        if (attached) {
            attached = false;
            CLibrary.check("shmdt", CLibrary.calls().shmdt(address));
        }
    }

    private void touch(long offset, int bytes) {
        ByteBuffer memory = CLibrary.memoryAt(address + offset, bytes);
        for (int page = 0; page < bytes; page += PAGE_BYTES) {
            var unused = (int) INTS.getVolatile(memory, page); // is not optimized away
        }
    }

    /** The writing end of a ring; messages are written directly in the segment. The mutex is taken once per message. */
    private static final class GuardedWriter implements InPlaceWriter {
        private final GuardedRing ring;
        private final GuardedReader incoming;
        private long sent;
        /** Number of slots that the reader had returned when it was last read. */
        private long seenTaken;

        /** @param incoming this side's reading end, which returns its slot before this end waits */
        GuardedWriter(GuardedRing ring, GuardedReader incoming) {
            this.ring = ring;
            this.incoming = incoming;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            if (isFull()) {
                incoming.giveBack(); // otherwise each side might wait for the other's slot
                awaitRoom();
            }
            return ring.slot(sent, length);
        }

        @Override
        public void commit() throws IOException {
            boolean readerWaits;
            ring.lock();
            try {
                readerWaits = ring.setSent(++sent);
                seenTaken = ring.taken();
            } finally {
                ring.unlock();
            }
            if (readerWaits) {
                ring.wakeReader(); // after unlocking, so that the reader does not have to wait for the mutex
            }
        }

        private boolean isFull() {
            return sent - seenTaken == ring.slots();
        }

        private void awaitRoom() throws IOException {
            ring.lock();
            try {
                seenTaken = ring.taken();
                while (isFull() && !ring.isClosed()) {
                    ring.awaitReader();
                    seenTaken = ring.taken();
                }
            } finally {
                ring.unlock();
            }
            if (isFull()) {
                throw new IOException("the other side has closed the segment and will make no more room");
            }
        }

        @Override
        public void close() throws IOException {
            ring.close();
        }
    }

    /** The reading end of a ring; messages are read directly in the segment. The mutex is taken once per message. */
    private static class GuardedReader implements InPlaceReader {
        private final GuardedRing ring;
        private long received;

        GuardedReader(GuardedRing ring) {
            this.ring = ring;
        }

        /** The reader of a session: it sleeps at once, unless the session asks for a spin. */
        static GuardedReader of(GuardedRing ring, Session session) {
            return SpinLoop.isAsked(session) ? new Spinning(ring, new SpinLoop(session)) : new GuardedReader(ring);
        }

        /** Whether there is nothing to receive, as far as can be seen without the mutex. */
        boolean seemsEmpty() {
            return ring.peekSent() == received && !ring.peekClosed();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            boolean writerWaits;
            ring.lock();
            try {
                writerWaits = ring.setTaken(received);
                if (writerWaits && ring.sent() == received) {
                    writerWaits = false;
                    ring.wakeWriter();
                }
                while (ring.sent() == received) {
                    if (ring.isClosed()) {
                        throw new EOFException("the other side has closed the segment");
                    }
                    ring.awaitWriter();
                }
            } finally {
                ring.unlock();
            }
            if (writerWaits) {
                ring.wakeWriter(); // after unlocking, so that the writer does not have to wait for the mutex
            }
            return ring.slot(received++, length);
        }

        /**
         * Does nothing: the slot is returned by {@link #giveBack} or with the next message, because returning it takes the
         * mutex.
         */
        @Override
        public void release() {}

        /** Returns the slot of the last message to the writer. */
        void giveBack() throws IOException {
            boolean writerWaits;
            ring.lock();
            try {
                writerWaits = ring.setTaken(received);
            } finally {
                ring.unlock();
            }
            if (writerWaits) {
                ring.wakeWriter();
            }
        }

        @Override
        public void close() throws IOException {
            ring.close();
        }

        /**
         * A reader that looks at the writer's count for some time, without the mutex, before it receives as usual. What it sees
         * there only ends the spin; only the mutex makes a message the reader's.
         */
        private static final class Spinning extends GuardedReader {
            private final SpinLoop spin;

            Spinning(GuardedRing ring, SpinLoop spin) {
                super(ring);
                this.spin = spin;
            }

            @Override
            public ByteBuffer receive(int length) throws IOException {
                if (seemsEmpty()) {
                    giveBack(); // the writer may be waiting for the slot
                    spin.begin();
                    while (seemsEmpty() && spin.lasts()) {
                        Thread.onSpinWait();
                    }
                }
                return super.receive(length);
            }
        }
    }
}
