package org.ipcbench.workload.message;

import java.nio.ByteBuffer;
import org.ipcbench.transport.LossyChannel;
import org.jspecify.annotations.Nullable;

/**
 * The message that ends a batch on a lossy channel. The client repeats it until the server has answered with the same
 * content; then the client confirms the answer once. The length distinguishes this message from those of the batch.
 *
 * @param batch number of the batch on this connection, from 1
 * @param messages number of messages sent; 0 if the client has received the answer
 * @param startNanos the client's clock just before the first claim, in nanoseconds
 */
public record BatchEndMessage(long batch, long messages, long startNanos) {
    /** A lossy channel carries {@value LossyChannel#MIN_BYTES} bytes, so some lengths above this one are free as well. */
    private static final int CONTENT_BYTES = 5 * Long.BYTES;

    /** Content of the first long; with the sum in the last long it shows whether the message is damaged. */
    private static final long MARK = 0x656e64_6f66_6261L;

    /** Length of the end message of a batch with messages of these two sizes, all in bytes: it differs from both. */
    static int lengthBesides(int requestBytes, int answerBytes) {
        int lengthBytes = CONTENT_BYTES;
        while (lengthBytes == requestBytes || lengthBytes == answerBytes) {
            lengthBytes++;
        }
        return lengthBytes;
    }

    /** Reads the end message between position and limit; null if it is damaged. */
    static @Nullable BatchEndMessage read(ByteBuffer message) {
        int start = message.position();
        BatchEndMessage end = new BatchEndMessage(
                message.getLong(start + Long.BYTES),
                message.getLong(start + 2 * Long.BYTES),
                message.getLong(start + 3 * Long.BYTES));
        boolean sound = message.getLong(start) == MARK && message.getLong(start + 4 * Long.BYTES) == end.sum();
        return sound ? end : null;
    }

    /** Returns the client's last message of a batch, which confirms the answer. */
    BatchEndMessage heard() {
        return new BatchEndMessage(batch, 0, startNanos);
    }

    boolean isHeard() {
        return messages == 0;
    }

    void write(ByteBuffer message) {
        int start = message.position();
        message.putLong(start, MARK);
        message.putLong(start + Long.BYTES, batch);
        message.putLong(start + 2 * Long.BYTES, messages);
        message.putLong(start + 3 * Long.BYTES, startNanos);
        message.putLong(start + 4 * Long.BYTES, sum());
    }

    private long sum() {
        return MARK + batch + messages + startNanos;
    }
}
