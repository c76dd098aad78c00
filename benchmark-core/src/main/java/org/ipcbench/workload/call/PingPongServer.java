package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Worker;

/** Receives and checks a message, does the work that it asks for, and answers it with a newly written one. */
final class PingPongServer implements ServerHalf {
    private final Channel channel;
    private final int requestBytes;
    private final int answerBytes;
    private final MessageLayout requests;
    private final MessageLayout answers;
    private final Worker worker;
    private final Recorder recorder;
    private long sequence;

    PingPongServer(
            Channel channel, int requestBytes, int answerBytes, Payload payload, Worker worker, Recorder recorder) {
        this.channel = channel;
        this.requestBytes = requestBytes;
        this.answerBytes = answerBytes;
        requests = MessageLayout.ofSize(requestBytes, payload);
        answers = MessageLayout.ofSize(answerBytes, payload);
        this.worker = worker;
        this.recorder = recorder;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(requestBytes, answerBytes);
    }

    @Override
    public boolean step() throws IOException {
        boolean last = requests.check(channel.receive(requestBytes), sequence);
        worker.work();
        answers.write(channel.claim(answerBytes), sequence, last ? MessageLayout.LAST : 0, 0);
        channel.commit();
        recorder.countMessage();
        sequence++;
        if (last) {
            worker.endBatch(recorder);
        }
        return last;
    }
}
