package org.ipcbench.transports.sysv;

import java.io.Closeable;
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
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

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
}
