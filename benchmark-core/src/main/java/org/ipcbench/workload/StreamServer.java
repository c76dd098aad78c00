package org.ipcbench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;

/** Receives and checks one message after the other and acknowledges the last one of a batch. */
final class StreamServer implements ServerHalf {
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
        boolean last = check(message);
        if (sendTimeNanos != 0) {
            recordLatency(
                    clock.nanos() - sendTimeNanos); // after the check: in place, the check alone reads the payload
        }
        recorder.countMessage();
        if (last) {
            Acknowledgement.send(channel, sequence);
        }
        sequence++;
        return last;
    }

    private boolean check(ByteBuffer message) throws IOException {
        try {
            return layout.check(message, sequence);
        } catch (MisplacedMessageException e) {
            throw e.isLast() ? e : e.lookingAhead(channel, messageSizeBytes, layout);
        }
    }

    private void recordLatency(long nanos) throws CorruptMessageException {
        if (nanos < 0 || nanos > Recorder.HIGHEST_LATENCY_NANOS) {
            throw new CorruptMessageException(
                    "message %d is corrupt: by its send time it took %d ns".formatted(sequence, nanos));
        }
        recorder.recordLatency(nanos);
    }
}
