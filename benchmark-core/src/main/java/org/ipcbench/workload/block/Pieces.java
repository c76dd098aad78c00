package org.ipcbench.workload.block;

import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** How a block is divided into messages: all have the largest size, except the last one, which has the rest. */
final class Pieces {
    private final int blockBytes;
    private final long count;
    private final int maxMessageBytes;
    private final int lastBytes;
    private final MessageLayout largest;
    private final MessageLayout last;

    /**
     * Divides a block.
     *
     * @param blockBytes size of the block, at least 1 byte
     * @param maxMessageBytes the largest message, in bytes
     * @param payload how much of a message is written and read
     */
    Pieces(int blockBytes, int maxMessageBytes, Payload payload) {
        this.blockBytes = blockBytes;
        count = ((long) blockBytes + maxMessageBytes - 1) / maxMessageBytes;
        this.maxMessageBytes = maxMessageBytes;
        lastBytes = (int) (blockBytes - (count - 1) * maxMessageBytes);
        largest = MessageLayout.ofSize(maxMessageBytes, payload);
        last = MessageLayout.ofSize(lastBytes, payload);
    }

    int blockBytes() {
        return blockBytes;
    }

    long count() {
        return count;
    }

    int lengthOf(long piece) {
        return piece < count - 1 ? maxMessageBytes : lastBytes;
    }

    MessageLayout layoutOf(long piece) {
        return piece < count - 1 ? largest : last;
    }
}
