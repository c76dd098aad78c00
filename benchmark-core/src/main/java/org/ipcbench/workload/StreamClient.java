package org.ipcbench.workload;

import java.io.IOException;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;

/** Sends one message after the other; the acknowledgement of the last one is a message of one byte. */
final class StreamClient implements ClientHalf {
    /** Until the warm-up has told the rate; so wide that the timestamps hardly slow what the rule is computed from. */
    private static final long FIRST_INTERVAL = 1024;

    /** Only the first message of a batch, which then has no room for what was read: one clock reading a batch. */
    private static final long NEVER_AGAIN = Long.MAX_VALUE;

    private final Channel channel;
    private final int messageSizeBytes;
    private final MessageLayout layout;
    private final Recorder recorder;
    private final NanoClock clock;
    private long sequence;
    /** A message is sampled where none of these bits of its sequence number is set. */
    private long sampledBits;

    StreamClient(Channel channel, int messageSizeBytes, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.messageSizeBytes = messageSizeBytes;
        this.layout = MessageLayout.ofSize(messageSizeBytes);
        this.recorder = recorder;
        this.clock = clock;
        sampledBits = takesSamples() ? FIRST_INTERVAL - 1 : NEVER_AGAIN;
    }

    @Override
    public boolean takesSamples() {
        return layout.carriesSendTime();
    }

    @Override
    public void sampleEvery(long interval) {
        if (takesSamples()) {
            sampledBits = interval - 1;
        }
    }

    @Override
    public void step() throws IOException {
        send(0);
    }

    @Override
    public void finishBatch() throws IOException {
        long last = sequence;
        send(MessageLayout.LAST);
        StreamServer.ACKNOWLEDGEMENT.check(channel.receive(StreamServer.ACKNOWLEDGEMENT_BYTES), last);
        sequence = 0;
    }

    /** Sends the next message, the last of its batch where that bit is set. */
    void send(int last) throws IOException {
        long sendTimeNanos = (sequence & sampledBits) == 0 ? clock.nanos() : 0;
        layout.write(channel.claim(messageSizeBytes), sequence, last, sendTimeNanos);
        channel.commit();
        sequence++;
        recorder.countMessage();
    }
}
