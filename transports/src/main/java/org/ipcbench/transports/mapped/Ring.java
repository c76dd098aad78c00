package org.ipcbench.transports.mapped;

import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * One direction: memory for messages between one process that writes and one that reads.
 *
 * @param memory all of it, mapped from the start of a page; untouched it is an empty ring
 * @param geometry how it is divided
 */
public record Ring(MappedByteBuffer memory, RingGeometry geometry) {

    /** Moved by the writing side. */
    public Cursor head() {
        return new Cursor(memory.slice(0, Cursor.BYTES));
    }

    /** Moved by the reading side. */
    public Cursor tail() {
        return new Cursor(memory.slice(Cursor.BYTES, Cursor.BYTES));
    }

    /** The slots one after the other, in a buffer of its own; of a type whose position and limit are set without a call. */
    public MappedByteBuffer slotMemory() {
        MappedByteBuffer slots = memory.slice(RingGeometry.HEADER_BYTES, memory.capacity() - RingGeometry.HEADER_BYTES);
        slots.order(ByteOrder.nativeOrder());
        return slots;
    }
}
