package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** Sends requests of one size, whose answers have one size. */
final class PingPongClient extends CallClient {
    private final Channel channel;
    private final int requestBytes;
    private final int answerBytes;
    private final MessageLayout requests;
    private final MessageLayout answers;
    private final Recorder recorder;

    PingPongClient(
            Channel channel, int requestBytes, int answerBytes, Payload payload, Recorder recorder, NanoClock clock) {
        super(recorder, clock);
        this.channel = channel;
        this.requestBytes = requestBytes;
        this.answerBytes = answerBytes;
        this.recorder = recorder;
        requests = MessageLayout.ofSize(requestBytes, payload);
        answers = MessageLayout.ofSize(answerBytes, payload);
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(requestBytes, answerBytes);
    }

    @Override
    boolean call(long number, int last) throws IOException {
        requests.write(channel.claim(requestBytes), number, last, 0);
        channel.commit();
        return answers.check(channel.receive(answerBytes), number);
    }

    @Override
    void record(long nanos) {
        recorder.recordLatency(nanos);
    }
}
