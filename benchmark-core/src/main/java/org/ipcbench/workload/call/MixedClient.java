package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.SizeMix;

/** Sends requests of the sizes of a mix, and records their latencies by size as well. */
final class MixedClient extends CallClient {
    private final Channel channel;
    private final CallSequence sequence;
    private final Recorder recorder;
    private int sizeClass;

    /** @param ownAnswerBytes size of all answers, in bytes; as of a {@link org.ipcbench.workload.shape.Shape} */
    MixedClient(Channel channel, SizeMix mix, int ownAnswerBytes, Payload payload, Recorder recorder, NanoClock clock) {
        super(recorder, clock);
        this.channel = channel;
        this.recorder = recorder;
        sequence = new CallSequence(mix, ownAnswerBytes, payload);
        recorder.divide(sequence.classes());
    }

    @Override
    public MessageSizes sizes() {
        return sequence.sizes();
    }

    @Override
    boolean call(long number, int last) throws IOException {
        sequence.requests().write(channel.claim(sequence.requestBytes()), number, last, 0);
        channel.commit();
        boolean answeredLast = sequence.answers().check(channel.receive(sequence.answerBytes()), number);
        sizeClass = sequence.sizeClass();
        sequence.next(last == MessageLayout.LAST);
        return answeredLast;
    }

    @Override
    void record(long nanos) {
        recorder.recordLatency(nanos, sizeClass);
    }
}
