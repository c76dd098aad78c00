package org.ipcbench.workload.message;

import java.io.IOException;
import org.ipcbench.transport.Channel;

/** The message of one byte that answers the last message of a batch, or of a block: a sealed header with its number and the last bit. */
public final class Acknowledgement {
    public static final int BYTES = 1;
    private static final MessageLayout LAYOUT = MessageLayout.sealed(BYTES);

    private Acknowledgement() {}

    public static void send(Channel channel, long sequence) throws IOException {
        LAYOUT.write(channel.claim(BYTES), sequence, MessageLayout.LAST, 0);
        channel.commit();
    }

    /** Waits for the acknowledgement of the message with this number. */
    public static void await(Channel channel, long sequence) throws IOException {
        if (!LAYOUT.check(channel.receive(BYTES), sequence)) {
            throw new CorruptMessageException(
                    "the acknowledgement of message %d is corrupt: it lacks the last bit".formatted(sequence));
        }
    }
}
