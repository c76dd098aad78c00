package org.ipcbench.workload.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.ipcbench.workload.message.Payload;

/** Receives and checks one message after the other and acknowledges the last one of a batch. */
final class StreamServer implements ServerHalf {
    /** The client may begin before this half is created, but not this much earlier: an older send time is damaged. */
    static final long MAX_START_NANOS = Duration.ofHours(1).toNanos();

    private final Channel channel;
    private final int messageBytes;
    private final MessageLayout layout;
    private final Recorder recorder;
    private final NanoClock clock;
    private final long earliestNanos;
    private boolean hasOneClock = true;
    /** The latest send time that cannot be this clock's. */
    private long otherNanos = Long.MIN_VALUE;

    private long sequence;

    StreamServer(Channel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.messageBytes = messageBytes;
        this.layout = MessageLayout.ofSize(messageBytes, payload);
        this.recorder = recorder;
        this.clock = clock;
        earliestNanos = clock.nanos() - MAX_START_NANOS;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(messageBytes, 0);
    }

    @Override
    public void onTwoClocks() {
        hasOneClock = false;
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = channel.receive(messageBytes);
        long sendTimeNanos = layout.sendTimeNanos(message);
        boolean last = check(message);
        if (sendTimeNanos != 0) {
            recordLatency(sendTimeNanos, clock.nanos()); // after the check: in place, only the check reads the payload
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
            throw e.isLast() ? e : e.lookingAhead(channel, messageBytes, layout);
        }
    }

    private void recordLatency(long sendTimeNanos, long nowNanos) throws CorruptMessageException {
        long nanos = nowNanos - sendTimeNanos;
        if (nanos < 0 || sendTimeNanos - earliestNanos < 0) {
            requireOtherClock(sendTimeNanos, nanos);
            return;
        }
        recorder.recordLatency(nanos); // of two clocks, the launcher drops all
    }

    /** Times of another clock have to ascend, as the messages were sent one after the other. */
    private void requireOtherClock(long sendTimeNanos, long nanos) throws CorruptMessageException {
        if (hasOneClock) {
            throw new CorruptMessageException(
                    "message %d is corrupt: by its send time it took %d ns".formatted(sequence, nanos));
        }
        if (sendTimeNanos < otherNanos) {
            throw new CorruptMessageException("message %d is corrupt: it was sent %d ns before the one before it"
                    .formatted(sequence, otherNanos - sendTimeNanos));
        }
        otherNanos = sendTimeNanos;
    }
}
