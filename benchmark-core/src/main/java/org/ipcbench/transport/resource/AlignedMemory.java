package org.ipcbench.transport.resource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Page-aligned memory for messages that the kernel copies, as a C program would allocate it. The JDK's own direct
 * buffers begin 16 bytes after a page boundary or anywhere else, and the cost of copying then depends on the address.
 */
public final class AlignedMemory {
    private static final int PAGE_BYTES = 4096;

    private AlignedMemory() {}

    /** Returns a direct buffer of this capacity, in the machine's byte order. */
    public static ByteBuffer allocate(int capacityBytes) {
        ByteBuffer pages = ByteBuffer.allocateDirect(capacityBytes + PAGE_BYTES);
        int start = PAGE_BYTES - pages.alignmentOffset(0, PAGE_BYTES);
        return pages.slice(start, capacityBytes).order(ByteOrder.nativeOrder());
    }
}
