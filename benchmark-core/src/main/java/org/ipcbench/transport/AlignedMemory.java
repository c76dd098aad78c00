package org.ipcbench.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory for messages that the kernel copies: it begins with a page, as a C program's would that asks for it. The JDK's
 * own direct buffers begin 16 bytes behind one or anywhere else, and copying then depends on where.
 */
public final class AlignedMemory {
    private static final int PAGE_BYTES = 4096;

    private AlignedMemory() {}

    /** A direct buffer of this capacity, in the byte order of the machine. */
    public static ByteBuffer allocate(int capacityBytes) {
        ByteBuffer pages = ByteBuffer.allocateDirect(capacityBytes + PAGE_BYTES);
        int start = PAGE_BYTES - pages.alignmentOffset(0, PAGE_BYTES);
        return pages.slice(start, capacityBytes).order(ByteOrder.nativeOrder());
    }
}
