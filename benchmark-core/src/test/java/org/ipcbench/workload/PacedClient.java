package org.ipcbench.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Recorder;

/** A client whose messages take the time a test gives them, and that notes the sizes of its batches. */
final class PacedClient implements ClientHalf {
    private final List<Long> batches = new ArrayList<>();
    private final Recorder sent = new Recorder();
    private final FakeClock clock;
    private final IntToLongFunction messageNanosOfBatch;
    private long messages;
    private long rehearsedMessages;

    PacedClient(FakeClock clock, IntToLongFunction messageNanosOfBatch) {
        this.clock = clock;
        this.messageNanosOfBatch = messageNanosOfBatch;
    }

    /** With rehearsals of this number of messages. */
    PacedClient rehearsing(long number) {
        rehearsedMessages = number;
        return this;
    }

    /** A part that watches this client. */
    BatchTimer watchedPart() {
        return new BatchTimer(sent, clock, () -> 0, () -> Mark.UNKNOWN_CPU);
    }

    List<Long> batches() {
        return batches;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(1, 1);
    }

    @Override
    public void step() {
        messages++;
        sent.countMessage();
        clock.advance(messageNanosOfBatch.applyAsLong(batches.size()));
    }

    @Override
    public void finishBatch() {
        step();
        batches.add(messages);
        messages = 0;
    }

    @Override
    public long rehearse(long nanos, BatchTimer part, double messageNanos) throws IOException {
        if (rehearsedMessages > 0) {
            batch(rehearsedMessages);
        }
        return rehearsedMessages;
    }

    @Override
    public void sampleEvery(long interval) {
        throw new UnsupportedOperationException("a paced client takes no samples");
    }

    @Override
    public boolean takesSamples() {
        return true;
    }
}
