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
 * What one side tells the other of the memory that holds its messages, by way of the shared memory.
 *
 * @param process whose memory it is
 * @param address of the first slot, in that process
 * @param slots how many
 * @param strideBytes from one slot to the next
 */
record LentMemory(long process, long address, int slots, int strideBytes) {
    /** The shared memory, of which one slot takes the note. */
    static final RingGeometry NOTE = new RingGeometry(1, 64);

    private static final int PROCESS_AT = 0;
    private static final int ADDRESS_AT = 8;
    private static final int SLOTS_AT = 16;
    private static final int STRIDE_AT = 20;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Tells the other side; what it reads afterwards is complete. */
    void tell(Ring outgoing) {
        ByteBuffer note = outgoing.slotMemory();
        note.putLong(ADDRESS_AT, address);
        note.putInt(SLOTS_AT, slots);
        note.putInt(STRIDE_AT, strideBytes);
        LONGS.setRelease(note, PROCESS_AT, process); // last: no process has the number 0
    }

    /** Waits until the other side has told. */
    static LentMemory await(Ring incoming, Polling polling) throws IOException {
        ByteBuffer note = incoming.slotMemory();
        while ((long) LONGS.getAcquire(note, PROCESS_AT) == 0) {
            polling.rest("where the other side's messages are");
        }
        return new LentMemory(
                note.getLong(PROCESS_AT), note.getLong(ADDRESS_AT), note.getInt(SLOTS_AT), note.getInt(STRIDE_AT));
    }

    RingGeometry geometry() {
        return new RingGeometry(slots, strideBytes);
    }
}
