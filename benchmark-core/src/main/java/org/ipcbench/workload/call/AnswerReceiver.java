package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;

/** Receives and checks the answers to calls, which come in the order of the calls, and records latencies. */
final class AnswerReceiver {
    private final Channel channel;
    private final CallsUnderWay calls;
    private final CallSizes sizes;
    private final Recorder recorder;
    private final NanoClock clock;

    AnswerReceiver(Channel channel, CallsUnderWay calls, CallSizes sizes, Recorder recorder, NanoClock clock) {
        this.channel = channel;
        this.calls = calls;
        this.sizes = sizes;
        this.recorder = recorder;
        this.clock = clock;
        sizes.divide(recorder);
    }

    /**
     * Waits for the next answer.
     *
     * @return whether it was the last one of its batch
     */
    boolean receive() throws IOException {
        boolean last = sizes.answers().check(channel.receive(sizes.answerBytes()), calls.answered());
        long begunNanos = calls.begunNanos(last);
        if (begunNanos != 0) {
            sizes.record(recorder, clock.nanos() - begunNanos);
        }
        sizes.next(last);
        calls.end();
        return last;
    }
}
