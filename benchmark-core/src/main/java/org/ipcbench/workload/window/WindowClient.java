package org.ipcbench.workload.window;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.exchange.CallSizes;
import org.ipcbench.workload.exchange.ClientHalf;
import org.ipcbench.workload.exchange.MessageSizes;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * Keeps a number of requests under way: once there are that many, each answer is followed by the next request. Answers come in the
 * order of the requests. A latency begins with the sending of its own request. Untimed, the requests and answers are two streams in
 * opposite directions.
 */
public final class WindowClient implements ClientHalf {
    private static final long NO_SEQUENCE = -1;

    private final Channel channel;
    private final int inFlight;
    private final boolean timed;
    /** Of the next call whose request is sent. */
    private final CallSizes next;
    /** Of the first call under way, which is answered next. */
    private final CallSizes first;

    private final Recorder recorder;
    private final NanoClock clock;
    /** When each request under way was sent, by the low bits of its number; 0 if it is not sampled. */
    private final long[] sentNanos;

    private final int slots;
    private SampleGaps gaps = new SampleGaps();
    /** Sequence number of the next request that is sampled. */
    private long nextSample;

    private long sent;
    private long answered;
    private long lastOfBatch = NO_SEQUENCE;

    public WindowClient(Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock) {
        this(channel, shape, payload, recorder, clock, true);
    }

    /** A client that samples no latency. */
    public static WindowClient untimed(
            Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock) {
        return new WindowClient(channel, shape, payload, recorder, clock, false);
    }

    private WindowClient(
            Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock, boolean timed) {
        this.timed = timed;
        this.channel = channel;
        this.recorder = recorder;
        this.clock = clock;
        inFlight = shape.inFlight();
        next = CallSizes.of(shape, payload);
        first = CallSizes.of(shape, payload);
        first.divide(recorder);
        sentNanos = new long[Integer.highestOneBit(2 * inFlight - 1)];
        slots = sentNanos.length - 1;
        nextSample = timed ? gaps.next() : NO_SEQUENCE;
    }

    @Override
    public MessageSizes sizes() {
        return next.sizes();
    }

    /** The client keeps the send times itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return timed;
    }

    @Override
    public void sampleEvery(long interval) {
        gaps = new SampleGaps(interval);
        skip();
    }

    /** Called when the next request is the first of its batch. */
    private void skip() {
        nextSample = timed ? sent + gaps.first() : NO_SEQUENCE;
    }

    @Override
    public void step() throws IOException {
        send(0);
    }

    @Override
    public void finishBatch() throws IOException {
        lastOfBatch = sent;
        send(MessageLayout.LAST);
        while (answered < sent) {
            receive();
        }
        skip();
    }

    private void send(int last) throws IOException {
        if (sent - answered == inFlight) {
            receive();
        }
        boolean sampled = sent == nextSample;
        if (sampled) {
            nextSample += gaps.next();
        }
        sentNanos[(int) sent & slots] = sampled ? clock.nanos() : 0;
        next.requests().write(channel.claim(next.requestBytes()), sent, last, 0);
        channel.commit();
        next.next(last == MessageLayout.LAST);
        sent++;
    }

    private void receive() throws IOException {
        boolean last = first.answers().check(channel.receive(first.answerBytes()), answered);
        long startNanos = sentNanos[(int) answered & slots];
        if (startNanos != 0) {
            first.record(recorder, clock.nanos() - startNanos);
        }
        if (last != (answered == lastOfBatch)) {
            throw new CorruptMessageException(
                    "the answer to message %d is corrupt: it disagrees on whether it is the last one"
                            .formatted(answered));
        }
        first.next(last);
        answered++;
        recorder.countMessage();
    }
}
