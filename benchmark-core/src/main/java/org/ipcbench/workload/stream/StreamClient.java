package org.ipcbench.workload.stream;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** Sends one message after the other; the acknowledgement of the last one is a message of one byte. */
final class StreamClient implements PacedSender {
    /** No message has this number: messages below 16 bytes have no room for a send time. */
    private static final long NEVER = -1;

    private final Channel channel;
    private final int messageBytes;
    private final MessageLayout layout;
    private final Recorder recorder;
    private final NanoClock clock;
    private long sequence;
    private SampleGaps gaps = new SampleGaps();
    /** Sequence number of the next message that is sampled. */
    private long nextSample;

    StreamClient(Channel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.messageBytes = messageBytes;
        this.layout = MessageLayout.ofSize(messageBytes, payload);
        this.recorder = recorder;
        this.clock = clock;
        nextSample = takesSamples() ? gaps.next() : NEVER;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(messageBytes, 0);
    }

    @Override
    public boolean takesSamples() {
        return layout.carriesSendTime();
    }

    @Override
    public void sampleEvery(long interval) {
        gaps = new SampleGaps(interval);
        skip();
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
    public void begin(long startNanos) {
        nextSample = takesSamples() ? sequence + gaps.next() - 1 : NEVER;
    }

    @Override
    public void send(int last, long intendedNanos) throws IOException {
        write(last, sequence == nextSample ? sampled(intendedNanos) : 0);
    }

    @Override
    public void awaitEnd() throws IOException {
        Acknowledgement.await(channel, sequence - 1);
        skip();
    }

    /** Sends the next message, which is the last of its batch if the last bit is set. */
    void send(int last) throws IOException {
        write(last, sequence == nextSample ? sampled(clock.nanos()) : 0);
    }

    private void write(int last, long sendTimeNanos) throws IOException {
        layout.write(channel.claim(messageBytes), sequence, last, sendTimeNanos);
        channel.commit();
        sequence++;
        recorder.countMessage();
    }

    /** Called when the next message is the first of its batch. */
    private void skip() {
        if (takesSamples()) {
            nextSample = sequence + gaps.first();
        }
    }

    private long sampled(long sendTimeNanos) {
        nextSample += gaps.next();
        return sendTimeNanos;
    }
}
