package org.ipcbench.workload;

import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.measure.NanoClock;

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
     * From now on one message in so many is sampled, on average: the gaps are random. The next message and the first one of
     * each batch are none of them.
     */
    void sampleEvery(long interval);

    /** Lets go of what it has besides its channel. */
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
     * Exchanges a batch that takes as long as asked, reading the clock once for every {@code messagesPerLook}.
     *
     * @return how many messages it had
     */
    default long batchLasting(long nanos, NanoClock clock, long messagesPerLook) throws IOException {
        long start = clock.nanos();
        long messages = 1;
        while (clock.nanos() - start < nanos) {
            steps(messagesPerLook);
            messages += messagesPerLook;
        }
        finishBatch();
        return messages;
    }

    /** The loop of both kinds of batch, so that the warm-up compiles it for whichever is measured. */
    private void steps(long number) throws IOException {
        for (long i = 0; i < number; i++) {
            step();
        }
    }
}
