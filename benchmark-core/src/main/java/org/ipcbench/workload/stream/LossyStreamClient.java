package org.ipcbench.workload.stream;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.BatchEndClient;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/**
 * Sends one message after the other, regardless of losses. Sequence numbers continue from batch to batch, so that a
 * late message is not mistaken for a message of the next batch.
 */
final class LossyStreamClient implements PacedSender {
    private final StreamClient messages;
    private final BatchEndClient batchEnd;
    private final NanoClock clock;
    private long sent;
    private long startNanos;

    LossyStreamClient(LossyChannel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.clock = clock;
        messages = new StreamClient(channel, messageBytes, payload, recorder, clock);
        batchEnd = new BatchEndClient(
                channel,
                messageBytes,
                LossyStreamServer.NO_ANSWERS,
                clock,
                message -> {}); // a late answer, which has no meaning
    }

    @Override
    public MessageSizes sizes() {
        return messages.sizes();
    }

    @Override
    public boolean takesSamples() {
        return messages.takesSamples();
    }

    @Override
    public void sampleEvery(long interval) {
        messages.sampleEvery(interval);
    }

    @Override
    public void step() throws IOException {
        send(0);
    }

    @Override
    public void finishBatch() throws IOException {
        send(MessageLayout.LAST);
        awaitEnd();
    }

    @Override
    public void begin(long batchStartNanos) {
        startNanos = batchStartNanos;
        messages.begin(batchStartNanos);
    }

    @Override
    public void send(int last, long intendedNanos) throws IOException {
        messages.send(last, intendedNanos);
        sent++;
    }

    @Override
    public void awaitEnd() throws IOException {
        batchEnd.send(sent, startNanos);
        sent = 0;
    }

    private void send(int last) throws IOException {
        if (sent == 0) {
            startNanos = clock.nanos();
        }
        messages.send(last);
        sent++;
    }
}
