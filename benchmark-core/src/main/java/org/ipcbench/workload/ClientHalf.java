package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.workload.Workload.Half;

/**
 * The client's half of a workload, on its channel. A batch is a number of messages, and its last message is marked and
 * answered: when a batch returns, the server has received and checked all its messages.
 */
public interface ClientHalf extends Half {

    /** Exchanges one message that is not the last of its batch. */
    void step() throws IOException;

    /** Exchanges the last message of a batch and waits for its acknowledgement. */
    void finishBatch() throws IOException;

    /** Whether the latency of messages of this size can be sampled. */
    default boolean takesSamples() {
        return false;
    }

    /**
     * Sets how often messages are sampled: one in this number on average, with random gaps. Unless all messages are
     * sampled, the next message and the first one of each batch are not. A half that takes no samples ignores it.
     */
    default void sampleEvery(long interval) {}

    /** Exchanges a batch with this number of messages, at least one. */
    default void batch(long messages) throws IOException {
        steps(messages - 1);
        finishBatch();
    }

    /**
     * Exchanges a batch with this number of messages, at least one.
     *
     * @param part the batch's timer, which is told about its beginning, progress and end
     * @param messageNanos expected time of a message, in nanoseconds
     */
    default void batch(long messages, BatchTimer part, double messageNanos) throws IOException {
        long messagesPerLook = BatchTimer.messagesPerLook((long) (messages * messageNanos), messageNanos);
        int parts = part.begin(messages, messageNanos);
        long done = 0;
        for (int mark = 1; mark < parts; mark++) {
            long next = messages * mark / parts;
            steps(next - done, messagesPerLook);
            done = next;
            part.mark();
        }
        steps(messages - 1 - done, messagesPerLook);
        finishBatch();
        part.end();
    }

    /**
     * Exchanges a batch of a given duration, in nanoseconds, and looks at the clock from time to time.
     *
     * @param part the batch's timer, which is told about its beginning, progress and end
     * @param messageNanos expected time of a message, in nanoseconds
     * @return number of messages
     */
    default long batchLasting(long nanos, BatchTimer part, double messageNanos) throws IOException {
        long messagesPerLook = BatchTimer.messagesPerLook(nanos, messageNanos);
        long start = part.beginLasting(nanos);
        long messages = 1;
        do {
            steps(messagesPerLook);
            messages += messagesPerLook;
        } while (part.checkClock() - start < nanos);
        finishBatch();
        part.end();
        return messages;
    }

    /**
     * Runs a batch on the measured part's code path, if batches of the warm-up take a different one: the measured part
     * should run no code that is new to the JVM.
     *
     * @param nanos intended duration of the batch, in nanoseconds
     * @param part the batch's timer, which is told about its beginning, progress and end
     * @param messageNanos time of a message in a batch of the warm-up, in nanoseconds
     * @return number of messages, at least two; 0 if there is nothing to rehearse
     */
    default long rehearse(long nanos, BatchTimer part, double messageNanos) throws IOException {
        return 0;
    }

    private void steps(long number, long atOnce) throws IOException {
        for (long left = number; left > 0; left -= atOnce) {
            steps(Math.min(left, atOnce));
        }
    }

    /**
     * The loop of every kind of batch. It is called often, because the compiler counts calls: a loop that is called
     * once per batch would still be compiled in the measured part.
     */
    private void steps(long number) throws IOException {
        for (long i = 0; i < number; i++) {
            step();
        }
    }
}
