package org.ipcbench.workload.lossy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.exchange.MessageSizes;
import org.ipcbench.workload.exchange.ServerHalf;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Answers every undamaged message with the message's sequence number and counts damaged ones. Only the client can tell
 * which message is missing.
 */
public final class LossyPingPongServer implements ServerHalf {
    private final LossyChannel channel;
    private final int messageSizeBytes;
    private final MessageLayout layout;
    private final BatchEndServer batchEnd;
    private final Recorder recorder;
    private long asked;
    private long corrupt;

    public LossyPingPongServer(LossyChannel channel, int messageSizeBytes, Payload payload, Recorder recorder) {
        this.channel = channel;
        this.messageSizeBytes = messageSizeBytes;
        this.recorder = recorder;
        layout = MessageLayout.ofSize(messageSizeBytes, payload);
        batchEnd = new BatchEndServer(channel, messageSizeBytes);
    }

    @Override
    public MessageSizes sizes() {
        return MessageSizes.same(messageSizeBytes);
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = batchEnd.next();
        if (message.remaining() == messageSizeBytes) {
            answer(message);
            return false;
        }
        if (batchEnd.isEnd(message)) {
            return isOver(batchEnd.answer(message));
        }
        corrupt++;
        return false;
    }

    @Override
    public long sent(long handled) {
        return asked; // the client tells
    }

    @Override
    public void linger() throws IOException {
        batchEnd.linger();
    }

    private void answer(ByteBuffer message) throws IOException {
        if (!layout.isSound(message)) {
            corrupt++; // the client gets no answer and counts the round trip as lost
            return;
        }
        long sequence = layout.sequence(message);
        layout.write(channel.claim(messageSizeBytes), sequence, 0, 0);
        channel.commit();
        recorder.countMessage();
    }

    private boolean isOver(@Nullable BatchEndMessage end) {
        if (end == null) {
            return false;
        }
        asked = end.messages();
        recorder.recordLosses(new Losses(0, 0, 0, corrupt));
        corrupt = 0;
        return true;
    }
}
