package org.ipcbench.workload.echo;

import java.io.IOException;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** Receives and checks a message, and writes two answers, of which the second one tells whether it was the last message. */
final class EchoServer implements ServerHalf {
    private final Channel channel;
    private final int messageBytes;
    private final MessageLayout messages;
    private final Recorder recorder;
    /** Whether each answer takes a step of its own: a channel between two halves on one thread holds one message. */
    private final boolean inTwoSteps;

    private long sequence;
    private boolean last;
    private boolean owesAnswer;

    EchoServer(Channel channel, int messageBytes, Payload payload, Recorder recorder) {
        this.channel = channel;
        this.messageBytes = messageBytes;
        messages = MessageLayout.ofSize(messageBytes, payload);
        this.recorder = recorder;
        inTwoSteps = channel instanceof InProcessChannel;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(messageBytes, messageBytes);
    }

    @Override
    public boolean step() throws IOException {
        if (!owesAnswer) {
            last = messages.check(channel.receive(messageBytes), sequence);
            answer(0);
            owesAnswer = true;
            if (inTwoSteps) {
                return false;
            }
        }
        answer(last ? MessageLayout.LAST : 0);
        owesAnswer = false;
        recorder.countMessage();
        sequence++;
        return last;
    }

    private void answer(int lastBit) throws IOException {
        messages.write(channel.claim(messageBytes), sequence, lastBit, 0);
        channel.commit();
    }
}
