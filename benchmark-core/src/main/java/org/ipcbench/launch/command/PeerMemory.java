package org.ipcbench.launch.command;

import org.ipcbench.transport.Traits;

/**
 * The fixed memory of one peer.
 *
 * @param heapBytes initial and maximum heap
 * @param directBytes limit of direct buffers
 */
public record PeerMemory(long heapBytes, long directBytes) {
    private static final long MIB = 1 << 20;

    /** A peer's heap besides messages: twice the measured need of class loading, histograms and JSON. */
    private static final long BASE_HEAP_BYTES = 128 * MIB;

    private static final long BASE_DIRECT_BYTES = 64 * MIB;

    /** Metaspace, code cache, stacks and the collector's own tables, as seen in the resident size of peers. */
    private static final long JVM_BYTES = 80 * MIB;

    /** Addresses that every peer reserves unless it is told otherwise: its heap, and 1 GiB for classes. */
    public static final long MIN_ADDRESS_BYTES = BASE_HEAP_BYTES + (1 << 30);

    /** What a further connection takes besides messages: two histograms of 0.4 MB, and a library's own buffers. */
    private static final long CONNECTION_BYTES = 2 * MIB;

    /** One buffer to send from, one to receive into, one that a JDK call may need in between. */
    private static final int DIRECT_COPIES = 3;

    /** Of a peer with one connection. */
    public static PeerMemory forMessages(Traits traits, int messageSizeBytes) {
        return forMessages(traits, messageSizeBytes, 1);
    }

    /** The memory of a peer with this number of connections at once. */
    public static PeerMemory forMessages(Traits traits, int messageSizeBytes, int connections) {
        long heap = (long) traits.queuedCopies() * messageSizeBytes;
        long direct = (long) (DIRECT_COPIES + traits.queuedCopies()) * messageSizeBytes;
        return new PeerMemory(
                roundUp(BASE_HEAP_BYTES + connections * heap + (connections - 1) * CONNECTION_BYTES),
                roundUp(BASE_DIRECT_BYTES + connections * direct + (connections - 1) * CONNECTION_BYTES));
    }

    /** The most a peer can take, in bytes. */
    public long totalBytes() {
        return heapBytes + directBytes + JVM_BYTES;
    }

    private static long roundUp(long bytes) {
        return (bytes + MIB - 1) / MIB * MIB;
    }
}
