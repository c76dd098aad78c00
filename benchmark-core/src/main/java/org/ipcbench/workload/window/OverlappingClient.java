package org.ipcbench.workload.window;

import java.io.IOException;
import java.util.function.BiFunction;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.workload.exchange.CallSizes;
import org.ipcbench.workload.exchange.MessageSizes;
import org.ipcbench.workload.exchange.PacedSender;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * Sends each request when it is told to, unless as many calls as allowed are under way: then it first waits for an answer. Another
 * thread receives the answers, because no answer may be there when the next request is due.
 */
public final class OverlappingClient implements PacedSender {
    private final DuplexChannel channel;
    private final CallsUnderWay calls;
    private final CallSizes sizes;
    private final Answers answers;
    private final Recorder recorder;
    private final NanoClock clock;
    private SampleGaps gaps = new SampleGaps();
    /** Number of the next call that is sampled. */
    private long nextSample = gaps.next();

    private boolean inBatch;

    public OverlappingClient(DuplexChannel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock) {
        this(channel, shape, payload, recorder, clock, AnswerThread::new);
    }

    /** @param receiving makes what receives the answers */
    OverlappingClient(
            DuplexChannel channel,
            Shape shape,
            Payload payload,
            Recorder recorder,
            NanoClock clock,
            BiFunction<CallsUnderWay, AnswerReceiver, Answers> receiving) {
        this.channel = channel;
        this.recorder = recorder;
        this.clock = clock;
        calls = new CallsUnderWay(shape.inFlight());
        sizes = CallSizes.of(shape, payload);
        answers = receiving.apply(
                calls, new AnswerReceiver(channel, calls, CallSizes.of(shape, payload), recorder, clock));
        channel.sendWhileReceiving();
    }

    @Override
    public MessageSizes sizes() {
        return sizes.sizes();
    }

    /** The client keeps the send times itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return true;
    }

    @Override
    public void sampleEvery(long interval) {
        gaps = new SampleGaps(interval);
        nextSample = calls.sent() + gaps.first();
    }

    @Override
    public void begin(long startNanos) throws IOException {
        nextSample = calls.sent() + gaps.next() - 1;
        beginBatch();
    }

    private void beginBatch() throws IOException {
        inBatch = true;
        answers.beginBatch();
    }

    @Override
    public void step() throws IOException {
        send(0, clock.nanos());
    }

    @Override
    public void finishBatch() throws IOException {
        send(MessageLayout.LAST, clock.nanos());
        awaitEnd();
    }

    /** Messages count when they are sent; a batch ends only when all have been answered. */
    @Override
    public void send(int last, long intendedNanos) throws IOException {
        if (!inBatch) {
            beginBatch();
        }
        answers.await(calls.neededForNext());
        long number = calls.sent();
        boolean sampled = number == nextSample;
        if (sampled) {
            nextSample += gaps.next();
        }
        calls.send(sampled ? intendedNanos : 0, last != 0);
        sizes.requests().write(channel.claim(sizes.requestBytes()), number, last, 0);
        channel.commit();
        sizes.next(last != 0);
        recorder.countMessage();
    }

    @Override
    public void awaitEnd() throws IOException {
        answers.await(calls.sent());
        inBatch = false;
        nextSample = calls.sent() + gaps.first();
    }

    @Override
    public void close() {
        answers.close();
    }
}
