package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampledMessages;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Worker;

/** Sends one message and waits for its answer before it sends the next one; subclasses know the sizes. */
abstract class CallClient implements PacedSender {
    private final Worker worker;
    private final Recorder recorder;
    private final NanoClock clock;
    private long sequence;
    private final SampledMessages samples = new SampledMessages(true);

    CallClient(Worker worker, Recorder recorder, NanoClock clock) {
        this.worker = worker;
        this.recorder = recorder;
        this.clock = clock;
    }

    /**
     * Sends the request with this number, which is the last of its batch if the last bit is set, and receives and checks its answer.
     *
     * @return whether the answer carries the last bit
     */
    abstract boolean call(long number, int last) throws IOException;

    /** Records the latency of the call that has just ended, in nanoseconds. */
    abstract void record(long nanos);

    /** Told after each call, also of one that is not recorded. */
    abstract void next(boolean last);

    /** The client keeps the send time itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return true;
    }

    @Override
    public void sampleEvery(long interval) {
        samples.every(interval, sequence);
    }

    @Override
    public void step() throws IOException {
        exchange(0);
    }

    @Override
    public void finishBatch() throws IOException {
        exchange(MessageLayout.LAST);
        worker.endBatch(recorder);
        samples.beginBatch(sequence);
    }

    @Override
    public void begin(long startNanos) {
        samples.beginPacedBatch(sequence);
    }

    /** Sends the next request and receives its answer; the latency begins at the intended time. */
    @Override
    public void send(int last, long intendedNanos) throws IOException {
        exchange(last, samples.isNext(sequence), intendedNanos);
    }

    @Override
    public void awaitEnd() {
        worker.endBatch(recorder);
        samples.beginBatch(sequence); // the last answer has come
    }

    private void exchange(int last) throws IOException {
        boolean sampled = samples.isNext(sequence);
        exchange(last, sampled, sampled ? clock.nanos() : 0);
    }

    private void exchange(int last, boolean sampled, long startNanos) throws IOException {
        worker.work();
        boolean answeredLast = call(sequence, last);
        if (sampled) {
            record(clock.nanos() - startNanos);
            samples.take();
        }
        next(last != 0);
        if (answeredLast != (last != 0)) {
            throw new CorruptMessageException(
                    "the answer to message %d is corrupt: it disagrees on whether it is the last one"
                            .formatted(sequence));
        }
        sequence++;
        recorder.countMessage();
    }

    /** Sends requests of one size, whose answers have one size. */
    static final class PingPongClient extends CallClient {
        private final Channel channel;
        private final int requestBytes;
        private final int answerBytes;
        private final MessageLayout requests;
        private final MessageLayout answers;
        private final Recorder recorder;

        PingPongClient(
                Channel channel,
                int requestBytes,
                int answerBytes,
                Payload payload,
                Worker worker,
                Recorder recorder,
                NanoClock clock) {
            super(worker, recorder, clock);
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

        @Override
        void next(boolean last) {
            // as the one before
        }
    }

    /** Sends requests whose sizes, or whose answers' sizes, differ from call to call. */
    static final class SizedClient extends CallClient {
        private final Channel channel;
        private final CallSizes sizes;
        private final Recorder recorder;

        SizedClient(Channel channel, CallSizes sizes, Worker worker, Recorder recorder, NanoClock clock) {
            super(worker, recorder, clock);
            this.channel = channel;
            this.sizes = sizes;
            this.recorder = recorder;
            sizes.divide(recorder);
        }

        @Override
        public MessageSizes sizes() {
            return sizes.sizes();
        }

        @Override
        boolean call(long number, int last) throws IOException {
            sizes.requests().write(channel.claim(sizes.requestBytes()), number, last, 0);
            channel.commit();
            return sizes.answers().check(channel.receive(sizes.answerBytes()), number);
        }

        @Override
        void record(long nanos) {
            sizes.record(recorder, nanos);
        }

        @Override
        void next(boolean last) {
            sizes.next(last);
        }
    }
}
