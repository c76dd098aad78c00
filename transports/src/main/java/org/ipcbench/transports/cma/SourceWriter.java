package org.ipcbench.transports.cma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.mapped.RingWriter;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.InPlaceWriter;
import org.ipcbench.transports.shared.RingGeometry;

/** The writing end: a ring whose slots are in this process's private memory; only its cursors are shared. */
final class SourceWriter implements InPlaceWriter {
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
                ProcessHandle.current().pid(), CLibrary.addressOf(memory), geometry.slots(), geometry.strideBytes());
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
