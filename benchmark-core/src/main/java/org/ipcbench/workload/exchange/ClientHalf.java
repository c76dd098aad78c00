package org.ipcbench.workload.exchange;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.measure.BatchTimer;

/**
 * What the client of a workload does on its channel. A batch is a number of messages of which the last one is marked
 * and answered, so that when it returns, the server has received and checked them all.
 */
public interface ClientHalf extends Closeable {

    /** Exchanges one message that is not the last of its batch. */
    void step() throws IOException;

    /** Exchanges the last message of a batch and waits for its acknowledgement. */
    void finishBatch() throws IOException;

    /** Whether the latency of messages of this size can be sampled. */
    boolean takesSamples();

    /**
     * Sets how often messages are sampled: one in this number on average, with random gaps. Unless all are, the next message and
     * the first one of each batch are not sampled.
     */
    void sampleEvery(long interval);

    /** Releases what the half owns besides its channel. */
    @Override
    default void close() throws IOException {
        // most have nothing else
    }

    /** Exchanges a batch with this number of messages, at least one. */
    default void batch(long messages) throws IOException {
        steps(messages - 1);
        finishBatch();
    }

    /**
     * Exchanges a batch with this number of messages, at least one.
     *
     * @param part is told when it begins, how it goes on and when it ends
     * @param messageNanos how long a message probably takes
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
     * Exchanges a batch that takes as long as asked, looking at the clock now and then.
     *
     * @param part is told when it begins, how it goes on and when it ends
     * @param messageNanos how long a message probably takes
     * @return how many messages it had
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
     * Exchanges a batch in the manner of the measured part, where batches of the warm-up have another: the JVM should meet nothing
     * new in the measured part.
     *
     * @param nanos how long the batch should take
     * @param part is told when it begins, how it goes on and when it ends
     * @param messageNanos how long a message takes in a batch of the warm-up
     * @return number of messages, at least two; 0 where there is nothing to rehearse
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
     * The loop of every kind of batch. It is called often, because the compiler counts calls: a loop that is called once a batch
     * would still be compiled in the measured part.
     */
    private void steps(long number) throws IOException {
        for (long i = 0; i < number; i++) {
            step();
        }
    }
}
