package org.ipcbench.workload.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.BatchEndMessage;
import org.ipcbench.workload.message.BatchEndServer;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Answers every undamaged message with the message's sequence number and counts damaged ones. Only the client can tell
 * which message is missing.
 */
final class LossyPingPongServer implements ServerHalf {
    private final LossyChannel channel;
    private final int requestBytes;
    private final int answerBytes;
    private final MessageLayout requests;
    private final MessageLayout answers;
    private final BatchEndServer batchEnd;
    private final Worker worker;
    private final Recorder recorder;
    private long asked;
    private long corrupt;

    LossyPingPongServer(
            LossyChannel channel,
            int requestBytes,
            int answerBytes,
            Payload payload,
            Worker worker,
            Recorder recorder) {
        this.channel = channel;
        this.requestBytes = requestBytes;
        this.answerBytes = answerBytes;
        this.worker = worker;
        this.recorder = recorder;
        requests = MessageLayout.ofSize(requestBytes, payload);
        answers = MessageLayout.ofSize(answerBytes, payload);
        batchEnd = new BatchEndServer(channel, requestBytes, answerBytes);
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(requestBytes, answerBytes);
    }

    @Override
    public boolean step() throws IOException {
        ByteBuffer message = batchEnd.next();
        if (message.remaining() == requestBytes) {
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
        if (!requests.isSound(message)) {
            corrupt++; // the client gets no answer and counts the round trip as lost
            return;
        }
        long sequence = requests.sequence(message);
        worker.work();
        answers.write(channel.claim(answerBytes), sequence, 0, 0);
        channel.commit();
        recorder.countMessage();
    }

    private boolean isOver(@Nullable BatchEndMessage end) {
        if (end == null) {
            return false;
        }
        asked = end.messages();
        recorder.recordLosses(new Losses(0, 0, 0, corrupt));
        worker.endBatch(recorder);
        corrupt = 0;
        return true;
    }
}
