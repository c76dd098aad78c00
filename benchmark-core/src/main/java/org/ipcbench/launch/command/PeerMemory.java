package org.ipcbench.launch.command;

import org.ipcbench.transport.Traits;

/**
 * The fixed memory of one peer.
 *
 * @param heapBytes initial and maximum heap, in bytes
 * @param directBytes limit of direct buffers, in bytes
 */
public record PeerMemory(long heapBytes, long directBytes) {
    private static final long MIB = 1 << 20;

    /** A peer's heap without messages: twice the measured need of class loading, histograms and JSON. */
    private static final long BASE_HEAP_BYTES = 128 * MIB;

    private static final long BASE_DIRECT_BYTES = 64 * MIB;

    /** Metaspace, code cache, stacks and the collector's own tables, measured by the resident size of peers. */
    private static final long JVM_BYTES = 80 * MIB;

    /** Address space that every peer reserves by default: its heap, and 1 GiB for classes. */
    public static final long MIN_ADDRESS_BYTES = BASE_HEAP_BYTES + (1 << 30);

    /** Memory of a further connection without messages: two histograms of 0.4 MB, and a library's own buffers. */
    private static final long CONNECTION_BYTES = 2 * MIB;

    /** An idle connection has its objects, and buffers to send from and to read into, 64 KiB at a time, at a page's boundary. */
    private static final long IDLE_HEAP_BYTES = 8 << 10;

    private static final long IDLE_DIRECT_BYTES = 80 << 10;

    /** One buffer to send from, one to receive into, and one that a JDK call may need in between. */
    private static final int DIRECT_COPIES = 3;

    /** The memory of a peer with one connection. */
    public static PeerMemory forMessages(Traits traits, int maxMessageBytes) {
        return forMessages(traits, maxMessageBytes, 1);
    }

    /** The memory of a peer with this number of simultaneous connections. */
    public static PeerMemory forMessages(Traits traits, int maxMessageBytes, int connections) {
        long heap = (long) traits.queuedCopies() * maxMessageBytes;
        long direct = (long) (DIRECT_COPIES + traits.queuedCopies()) * maxMessageBytes;
        return new PeerMemory(
                roundUp(BASE_HEAP_BYTES + connections * heap + (connections - 1) * CONNECTION_BYTES),
                roundUp(BASE_DIRECT_BYTES + connections * direct + (connections - 1) * CONNECTION_BYTES));
    }

    /** Returns a copy for a peer that also has this number of connections that say nothing. */
    public PeerMemory plusIdle(int connections) {
        return new PeerMemory(
                roundUp(heapBytes + connections * IDLE_HEAP_BYTES),
                roundUp(directBytes + connections * IDLE_DIRECT_BYTES));
    }

    /** Returns a copy with this much more heap, in bytes. */
    PeerMemory plusHeap(long bytes) {
        return new PeerMemory(roundUp(heapBytes + bytes), directBytes);
    }

    /** The most memory that a peer can take, in bytes. */
    public long totalBytes() {
        return heapBytes + directBytes + JVM_BYTES;
    }

    private static long roundUp(long bytes) {
        return (bytes + MIB - 1) / MIB * MIB;
    }
}
