package org.ipcbench.workload.call;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.BiFunction;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request when it is told to, unless as many calls as allowed are under way: then it first waits for an answer. Another
 * thread receives the answers, because no answer may be there when the next request is due, or because the connection may not hold all
 * calls that are under way. Steps are due at once, as soon as a call may begin.
 */
final class OverlappingClient implements PacedSender {
    private static final long NO_CALL = -1;

    private final DuplexChannel channel;
    private final CallsUnderWay calls;
    private final CallSizes sizes;
    private final Answers answers;
    private final Recorder recorder;
    private final NanoClock clock;
    private final boolean timed;
    /** See {@link UnderWay}. */
    private @Nullable Long held;

    private SampleGaps gaps = new SampleGaps();
    /** Number of the next call that is sampled. */
    private long nextSample;

    private boolean inBatch;
    /** The largest number of calls that have been sent, and not yet answered, of the batch. */
    private long mostUnderWay;

    OverlappingClient(DuplexChannel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock) {
        this(channel, shape, payload, recorder, clock, true, AnswerThread::new);
    }

    /** A client that samples no latency. */
    static OverlappingClient untimed(
            DuplexChannel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock) {
        return new OverlappingClient(channel, shape, payload, recorder, clock, false, AnswerThread::new);
    }

    /**
     * @param timed whether latencies are sampled
     * @param receiving makes what receives the answers
     */
    OverlappingClient(
            DuplexChannel channel,
            Shape shape,
            Payload payload,
            Recorder recorder,
            NanoClock clock,
            boolean timed,
            BiFunction<CallsUnderWay, AnswerReceiver, Answers> receiving) {
        this.channel = channel;
        this.recorder = recorder;
        this.clock = clock;
        this.timed = timed;
        nextSample = timed ? gaps.next() : NO_CALL;
        calls = new CallsUnderWay(shape.inFlight());
        sizes = CallSizes.of(shape, payload);
        answers = receiving.apply(
                calls, new AnswerReceiver(channel, calls, CallSizes.of(shape, payload), recorder, clock));
        channel.sendWhileReceiving();
    }

    /** Tells with the calls under way that the connection certainly holds only this number of them for one thread. */
    OverlappingClient becauseRoomIsFor(long number) {
        held = number;
        return this;
    }

    @Override
    public MessageSizes sizes() {
        return sizes.sizes();
    }

    /** The client keeps the send times itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return timed;
    }

    @Override
    public void sampleEvery(long interval) {
        gaps = new SampleGaps(interval);
        sampleAfter(gaps.first());
    }

    @Override
    public void begin(long startNanos) throws IOException {
        sampleAfter(gaps.next() - 1);
        beginBatch();
    }

    private void sampleAfter(long callsBefore) {
        nextSample = timed ? calls.sent() + callsBefore : NO_CALL;
    }

    private void beginBatch() throws IOException {
        inBatch = true;
        mostUnderWay = 0;
        answers.beginBatch();
    }

    @Override
    public void step() throws IOException {
        sendAtOnce(0);
    }

    @Override
    public void finishBatch() throws IOException {
        sendAtOnce(MessageLayout.LAST);
        awaitEnd();
    }

    /** A latency begins when the call may begin. */
    private void sendAtOnce(int last) throws IOException {
        awaitPlace();
        send(last, isSampled() ? clock.nanos() : 0, calls.sent());
    }

    /** Messages count when they are sent; a batch ends only when all have been answered. */
    @Override
    public void send(int last, long intendedNanos) throws IOException {
        awaitPlace();
        send(last, isSampled() ? intendedNanos : 0, calls.sent());
    }

    private void awaitPlace() throws IOException {
        if (!inBatch) {
            beginBatch();
        }
        answers.await(calls.neededForNext());
    }

    /** Whether the next call is sampled; asked once for each call. */
    private boolean isSampled() {
        if (calls.sent() != nextSample) {
            return false;
        }
        nextSample += gaps.next();
        return true;
    }

    private void send(int last, long startNanos, long number) throws IOException {
        calls.send(startNanos, last != 0);
        sizes.requests().write(channel.claim(sizes.requestBytes()), number, last, 0);
        channel.commit();
        mostUnderWay = Math.max(mostUnderWay, number + 1 - calls.answered());
        sizes.next(last != 0);
        recorder.countMessage();
    }

    @Override
    public void awaitEnd() throws IOException {
        answers.await(calls.sent());
        inBatch = false;
        sampleAfter(gaps.first());
        recorder.recordUnderWay(new UnderWay(mostUnderWay, held));
    }

    @Override
    public void close() {
        answers.close();
    }

    /** How the sender of calls waits for the answers that something else receives. */
    interface Answers extends Closeable {

        /** Called before the first request of each batch. */
        void beginBatch() throws IOException;

        /** Returns once this number of answers has come; throws if receiving has failed. */
        void await(long number) throws IOException;

        @Override
        void close();
    }
}
