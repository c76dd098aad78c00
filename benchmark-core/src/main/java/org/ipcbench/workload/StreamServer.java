package org.ipcbench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;

/** Receives and checks one message after the other and acknowledges the last one of a batch. */
final class StreamServer implements ServerHalf {
    static final int ACKNOWLEDGEMENT_BYTES = 1;
    static final MessageLayout ACKNOWLEDGEMENT = MessageLayout.ofHeader(ACKNOWLEDGEMENT_BYTES);

    private final Channel channel;
    private final int messageSizeBytes;
    private final MessageLayout layout;
    private final Recorder recorder;
    private final NanoClock clock;
    private long sequence;

    StreamServer(Channel channel, int messageSizeBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.messageSizeBytes = messageSizeBytes;
        this.layout = MessageLayout.ofSize(messageSizeBytes, payload);
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = channel.receive(messageSizeBytes);
        long sendTimeNanos = layout.sendTimeNanos(message);
        boolean last = layout.check(message, sequence);
        recorder.countMessage();
        if (sendTimeNanos != 0) {
            recorder.recordLatency(
                    clock.nanos() - sendTimeNanos); // only now: in place, the check is what moves the payload
        }
        if (last) {
            acknowledge();
            return true;
        }
        sequence++;
        return false;
    }

    private void acknowledge() throws IOException {
        ACKNOWLEDGEMENT.write(channel.claim(ACKNOWLEDGEMENT_BYTES), sequence, MessageLayout.LAST, 0);
        channel.commit();
        sequence = 0;
    }
}
