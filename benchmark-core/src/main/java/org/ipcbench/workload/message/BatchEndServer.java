package org.ipcbench.workload.message;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.ipcbench.transport.LossyChannel;
import org.jspecify.annotations.Nullable;

/** Ends a batch on a lossy channel for the server: answers every end message, including repeated ones. */
public final class BatchEndServer {
    /** A client that has not received the answer asks several times within this time. */
    private static final long SILENCE_NANOS = Duration.ofMillis(100).toNanos();

    private final LossyChannel channel;
    private final int lengthBytes;
    private long ended;
    /** Whether the client has received the answer to the end of the last batch. */
    private boolean heard;

    /** Creates the server's end for batches of requests and answers of these sizes, in bytes. */
    public BatchEndServer(LossyChannel channel, int requestBytes, int answerBytes) {
        this.channel = channel;
        this.lengthBytes = BatchEndMessage.lengthBesides(requestBytes, answerBytes);
    }

    /** Waits for the next message without a deadline: the launcher ends a server that waits in vain. */
    public ByteBuffer next() throws IOException {
        while (true) {
            ByteBuffer message = channel.receiveWithin(LossyChannel.PATIENCE_NANOS);
            if (message != null) {
                return message;
            }
        }
    }

    /** Whether a message is the end of any batch. */
    public boolean isEnd(ByteBuffer message) {
        return message.remaining() == lengthBytes;
    }

    /**
     * Answers the end of any batch until the client has received the answer. Returns the end of the current batch, or
     * null if the message ends another batch or is damaged.
     */
    @Nullable
    public BatchEndMessage answer(ByteBuffer message) throws IOException {
        BatchEndMessage end = BatchEndMessage.read(message);
        if (end == null || end.batch() > ended + 1) {
            return null; // the client repeats the end message
        }
        if (end.isHeard()) {
            heard |= end.batch() == ended;
            return null;
        }
        end.write(channel.claim(lengthBytes));
        channel.commit();
        if (end.batch() <= ended) {
            return null;
        }
        ended = end.batch();
        heard = false;
        return end;
    }

    /** After the last batch: continues to answer until the client confirms the answer or is silent. */
    public void linger() throws IOException {
        try {
            while (!heard) {
                ByteBuffer message = channel.receiveWithin(SILENCE_NANOS);
                if (message == null) {
                    return;
                }
                if (isEnd(message)) {
                    answer(message);
                }
            }
        } catch (EOFException e) {
            heard = true; // the client has closed its side
        }
    }
}
