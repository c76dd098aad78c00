package org.ipcbench.workload.exchange;

import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** How a block is divided into messages: all have the largest size, except the last one, which has the rest. */
public final class Pieces {
    private final int blockBytes;
    private final long count;
    private final int largestBytes;
    private final int lastBytes;
    private final MessageLayout largest;
    private final MessageLayout last;

    /**
     * Divides a block.
     *
     * @param blockBytes size of the block, at least 1 byte
     * @param largestBytes the largest message, in bytes
     * @param payload how much of a message is written and read
     */
    public Pieces(int blockBytes, int largestBytes, Payload payload) {
        this.blockBytes = blockBytes;
        count = ((long) blockBytes + largestBytes - 1) / largestBytes;
        this.largestBytes = largestBytes;
        lastBytes = (int) (blockBytes - (count - 1) * largestBytes);
        largest = MessageLayout.ofSize(largestBytes, payload);
        last = MessageLayout.ofSize(lastBytes, payload);
    }

    int blockBytes() {
        return blockBytes;
    }

    long count() {
        return count;
    }

    int lengthOf(long piece) {
        return piece < count - 1 ? largestBytes : lastBytes;
    }

    MessageLayout layoutOf(long piece) {
        return piece < count - 1 ? largest : last;
    }
}
