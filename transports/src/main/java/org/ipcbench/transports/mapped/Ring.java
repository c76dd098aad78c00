package org.ipcbench.transports.mapped;

import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * One direction: memory for messages from one writing process to one reading process.
 *
 * @param memory the whole memory, mapped from the start of a page; memory of zeros is an empty ring
 * @param geometry the division of the memory
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

    /**
     * The slots one after the other, in a separate buffer; of a concrete type, whose position and limit are set without a
     * virtual call.
     */
    public MappedByteBuffer slotMemory() {
        MappedByteBuffer slots = memory.slice(RingGeometry.HEADER_BYTES, memory.capacity() - RingGeometry.HEADER_BYTES);
        slots.order(ByteOrder.nativeOrder());
        return slots;
    }
}
