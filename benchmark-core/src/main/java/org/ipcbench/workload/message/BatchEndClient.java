package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.transport.LossyChannel;

/** Ends a batch on a lossy channel for the client: repeats the end message until the server has answered it. */
public final class BatchEndClient {
    /** Even a full receive buffer is emptied in a shorter time. */
    private static final long FIRST_WAIT_NANOS = Duration.ofMillis(1).toNanos();

    private static final long MAX_WAIT_NANOS = Duration.ofMillis(20).toNanos();

    /** A server that has not answered by then hangs, or every repetition was lost. */
    public static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final LossyChannel channel;
    private final int lengthBytes;
    private final NanoClock clock;
    private final Consumer<ByteBuffer> others;
    private long batch;

    /**
     * Creates the client's end for batches of requests and answers of these sizes, in bytes.
     *
     * @param others consumer of other messages that arrive during the wait for the answer
     */
    public BatchEndClient(
            LossyChannel channel, int requestBytes, int answerBytes, NanoClock clock, Consumer<ByteBuffer> others) {
        this.channel = channel;
        this.lengthBytes = BatchEndMessage.lengthBesides(requestBytes, answerBytes);
        this.clock = clock;
        this.others = others;
    }

    /** Whether a message is the answer to the end of any batch. */
    public boolean isAnswer(ByteBuffer message) {
        return message.remaining() == lengthBytes;
    }

    /**
     * Ends the batch; returns when the server knows that the batch is over.
     *
     * @param messages number of messages that were sent
     * @param startNanos time just before the first message was claimed, in nanoseconds
     */
    public void send(long messages, long startNanos) throws IOException {
        BatchEndMessage end = new BatchEndMessage(++batch, messages, startNanos);
        long deadline = clock.nanos() + GIVE_UP.toNanos();
        long waitNanos = FIRST_WAIT_NANOS;
        do {
            send(end);
            if (isAnswered(end, waitNanos)) {
                tellHeard(end);
                return;
            }
            waitNanos = Math.min(2 * waitNanos, MAX_WAIT_NANOS);
        } while (clock.nanos() < deadline);
        throw new IOException("the server has not acknowledged the end of a batch of %d messages for %d s"
                .formatted(messages, GIVE_UP.toSeconds()));
    }

    /** The server does without it, and may be gone. */
    private void tellHeard(BatchEndMessage end) {
        try {
            send(end.heard());
        } catch (IOException e) {
            // as if it were lost
        }
    }

    private void send(BatchEndMessage end) throws IOException {
        end.write(channel.claim(lengthBytes));
        channel.commit();
    }

    private boolean isAnswered(BatchEndMessage end, long waitNanos) throws IOException {
        long until = clock.nanos() + waitNanos;
        for (long left = waitNanos; left > 0; left = until - clock.nanos()) {
            ByteBuffer message = channel.receiveWithin(left);
            if (message == null) {
                return false;
            }
            if (!isAnswer(message)) {
                others.accept(message);
            } else if (end.equals(BatchEndMessage.read(message))) {
                return true;
            }
        }
        return false;
    }
}
