package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.SizeMix;
import org.ipcbench.workload.shape.Worker;

/** Receives requests of the sizes of a mix, in the order in which the client sends them, and answers each. */
final class MixedServer implements ServerHalf {
    private final Channel channel;
    private final CallSequence sequence;
    private final Worker worker;
    private final Recorder recorder;
    private long number;

    /** @param ownAnswerBytes size of all answers, in bytes; as of a {@link org.ipcbench.workload.shape.Shape} */
    MixedServer(Channel channel, SizeMix mix, int ownAnswerBytes, Payload payload, Worker worker, Recorder recorder) {
        this.channel = channel;
        this.worker = worker;
        this.recorder = recorder;
        sequence = new CallSequence(mix, ownAnswerBytes, payload);
    }

    @Override
    public MessageSizes sizes() {
        return sequence.sizes();
    }

    @Override
    public boolean step() throws IOException {
        boolean last = sequence.requests().check(channel.receive(sequence.requestBytes()), number);
        worker.work();
        sequence.answers().write(channel.claim(sequence.answerBytes()), number, last ? MessageLayout.LAST : 0, 0);
        channel.commit();
        sequence.next(last);
        recorder.countMessage();
        number++;
        if (last) {
            worker.endBatch(recorder);
        }
        return last;
    }
}
