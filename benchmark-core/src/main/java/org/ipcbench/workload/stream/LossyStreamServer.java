package org.ipcbench.workload.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.BatchEndMessage;
import org.ipcbench.workload.message.BatchEndServer;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Receives all messages that arrive, and counts lost, repeated, reordered and damaged ones. It reads the clock for
 * every message, because each may be the last to arrive.
 */
final class LossyStreamServer implements ServerHalf {
    /** Size of the answers: the messages of a stream are not answered. */
    static final int NO_ANSWERS = 0;

    private final int messageBytes;
    private final MessageLayout layout;
    private final Arrivals arrivals;
    private final BatchEndServer batchEnd;
    private final Recorder recorder;
    private final NanoClock clock;
    private final long earliestNanos;
    private boolean hasOneClock = true;
    private long lastArrivalNanos;
    private long sent;

    LossyStreamServer(LossyChannel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
        this.messageBytes = messageBytes;
        this.recorder = recorder;
        this.clock = clock;
        earliestNanos = clock.nanos() - StreamServer.MAX_START_NANOS;
        layout = MessageLayout.ofSize(messageBytes, payload);
        arrivals = Arrivals.of(layout);
        batchEnd = new BatchEndServer(channel, messageBytes, NO_ANSWERS);
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
        ByteBuffer message = batchEnd.next();
        if (message.remaining() == messageBytes) {
            arrived(message);
            return false;
        }
        if (batchEnd.isEnd(message)) {
            return isOver(batchEnd.answer(message));
        }
        arrivals.noteCorrupt();
        return false;
    }

    @Override
    public long sent(long handled) {
        return sent; // the client tells
    }

    @Override
    public void linger() throws IOException {
        batchEnd.linger();
    }

    private void arrived(ByteBuffer message) {
        if (!layout.isSound(message)) {
            arrivals.noteCorrupt();
            return;
        }
        long nowNanos = clock.nanos(); // only now, as with reliable transports
        long sendTimeNanos = layout.sendTimeNanos(message);
        long latencyNanos = nowNanos - sendTimeNanos;
        boolean isTimed = sendTimeNanos != 0;
        if (isTimed && (latencyNanos < 0 || sendTimeNanos - earliestNanos < 0)) {
            if (hasOneClock) {
                arrivals.noteCorrupt();
                return;
            }
            isTimed = false;
        }
        if (arrivals.note(message)) {
            lastArrivalNanos = nowNanos;
            recorder.countMessage();
            if (isTimed) {
                recorder.recordLatency(latencyNanos); // of two clocks, the launcher drops all
            }
        }
    }

    private boolean isOver(@Nullable BatchEndMessage end) {
        if (end == null) {
            return false;
        }
        sent = end.messages();
        recorder.recordLosses(arrivals.endBatch(sent));
        recorder.recordElapsed(Math.max(1, lastArrivalNanos - end.startNanos())); // of two clocks, the client's counts
        return true;
    }
}
