package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampledMessages;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * Keeps a number of requests under way: once there are that many, each answer is followed by the next request. Answers come in the
 * order of the requests. A latency begins with the sending of its own request. Untimed, the requests and answers are two streams in
 * opposite directions.
 */
final class WindowClient implements ClientHalf {
    private static final long NO_SEQUENCE = -1;

    private final Channel channel;
    private final int inFlight;
    private final SampledMessages samples;
    /** Of the next call whose request is sent. */
    private final CallSizes next;
    /** Of the first call under way, which is answered next. */
    private final CallSizes first;

    private final Recorder recorder;
    private final NanoClock clock;
    /** When each request under way was sent, by the low bits of its number; 0 if it is not sampled. */
    private final long[] sentNanos;

    private final int slots;
    private long sent;
    private long answered;
    private long lastOfBatch = NO_SEQUENCE;
    /** Sequence number of the batch's first request. */
    private long batchFrom;

    /**
     * A client of one thread if the connection certainly holds all calls that are to be under way, and otherwise one with a second thread
     * for the answers, which no full direction can stop.
     *
     * @throws IOException if the connection neither holds them nor has ends for two threads
     */
    static ClientHalf of(Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock)
            throws IOException {
        long held = channel.room(shape.largestBytes()).calls();
        if (shape.inFlight() <= held) {
            return new WindowClient(channel, shape, payload, recorder, clock, true);
        }
        if (channel instanceof DuplexChannel duplex && duplex.isForTwoThreads()) {
            return new OverlappingClient(duplex, shape, payload, recorder, clock).becauseRoomIsFor(held);
        }
        throw new IOException(
                "the connection certainly holds %d call%s of %d bytes at once: with %d under way, both sides could wait for each other forever; %s"
                        .formatted(
                                held,
                                held == 1 ? "" : "s",
                                shape.largestBytes(),
                                shape.inFlight(),
                                held > 1 ? "use --in-flight %d or less".formatted(held) : "omit --in-flight"));
    }

    /**
     * A client that samples no latency, and has as many messages each way under way as its connection certainly holds for one thread, up
     * to the shape's number. If these are too few for both sides to send at once, a second thread receives.
     */
    static ClientHalf bothWays(Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock)
            throws IOException {
        long held = channel.room(shape.largestBytes()).calls();
        return held == 1 && shape.inFlight() > 1 && channel instanceof DuplexChannel duplex && duplex.isForTwoThreads()
                ? OverlappingClient.untimed(duplex, shape, payload, recorder, clock)
                        .becauseRoomIsFor(held)
                : new WindowClient(
                        channel,
                        shape.inFlight((int) Math.min(held, shape.inFlight())),
                        payload,
                        recorder,
                        clock,
                        false);
    }

    private WindowClient(
            Channel channel, Shape shape, Payload payload, Recorder recorder, NanoClock clock, boolean timed) {
        samples = new SampledMessages(timed);
        this.channel = channel;
        this.recorder = recorder;
        this.clock = clock;
        inFlight = shape.inFlight();
        next = CallSizes.of(shape, payload);
        first = CallSizes.of(shape, payload);
        first.divide(recorder);
        sentNanos = new long[Integer.highestOneBit(2 * inFlight - 1)];
        slots = sentNanos.length - 1;
    }

    @Override
    public MessageSizes sizes() {
        return next.sizes();
    }

    /** The client keeps the send times itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return samples.any();
    }

    @Override
    public void sampleEvery(long interval) {
        samples.every(interval, sent);
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
        samples.beginBatch(sent);
        recorder.recordUnderWay(new UnderWay(Math.min(inFlight, sent - batchFrom)));
        batchFrom = sent;
    }

    private void send(int last) throws IOException {
        if (sent - answered == inFlight) {
            receive();
        }
        boolean sampled = samples.isNext(sent);
        if (sampled) {
            samples.take();
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
