package org.ipcbench.transports.cma;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * A note in the shared memory in which one side describes the memory of its messages.
 *
 * @param process id of the process that has the memory
 * @param address of the first slot, in that process
 * @param slots number of slots
 * @param strideBytes from one slot to the next
 */
record SourceBuffer(long process, long address, int slots, int strideBytes) {
    /** The geometry of the shared memory: one slot for the note. */
    static final RingGeometry NOTE = new RingGeometry(1, 64);

    private static final int PROCESS_AT = 0;
    private static final int ADDRESS_AT = 8;
    private static final int SLOTS_AT = 16;
    private static final int STRIDE_AT = 20;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Writes the note; the other side sees it only when it is complete. */
    void tell(Ring outgoing) {
        ByteBuffer note = outgoing.slotMemory();
        note.putLong(ADDRESS_AT, address);
        note.putInt(SLOTS_AT, slots);
        note.putInt(STRIDE_AT, strideBytes);
        LONGS.setRelease(note, PROCESS_AT, process); // last: no process has the number 0
    }

    /** Waits for the other side's note. */
    static SourceBuffer await(Ring incoming, Polling polling) throws IOException {
        ByteBuffer note = incoming.slotMemory();
        while ((long) LONGS.getAcquire(note, PROCESS_AT) == 0) {
            polling.rest("where the other side's messages are");
        }
        return new SourceBuffer(
                note.getLong(PROCESS_AT), note.getLong(ADDRESS_AT), note.getInt(SLOTS_AT), note.getInt(STRIDE_AT));
    }

    RingGeometry geometry() {
        return new RingGeometry(slots, strideBytes);
    }
}
