package org.ipcbench.workload.stream;

import java.io.IOException;
import java.util.Objects;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampledMessages;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.message.BatchEndClient;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Messages as fast as possible: in one direction, of which the last one is acknowledged, or both ways. Both ways, each peer sends
 * and receives in turns, and a message each way counts once.
 *
 * @param bothWays number of messages of each peer that are under way at once; {@link #ONE_WAY} if only the client sends
 */
public record MessageStream(Extent extent, int requestBytes, Payload payload, int bothWays) implements Workload {
    public static final int ONE_WAY = 0;

    /** Enough that no peer waits for the other one's wake-up, as in the windows of other benchmarks. */
    public static final int MAX_IN_FLIGHT = 64;

    /**
     * What a record keeps of a stream.
     *
     * @param bothWays number of messages of each peer that are under way at once; null if only the client sends
     */
    public record Terms(@Nullable Integer bothWays) implements QuestionTerms.Own {
        @Override
        public Workload asked(QuestionTerms all) {
            return new MessageStream(
                    all.extent(), all.requestBytes(), all.payload(), Objects.requireNonNullElse(bothWays, ONE_WAY));
        }
    }

    public MessageStream {
        if (bothWays < ONE_WAY || bothWays > MAX_IN_FLIGHT) {
            throw new IllegalArgumentException(
                    "bothWays must be between %d and %d, was %d".formatted(ONE_WAY, MAX_IN_FLIGHT, bothWays));
        }
    }

    /** In one direction. */
    public MessageStream(Extent extent, int requestBytes, Payload payload) {
        this(extent, requestBytes, payload, ONE_WAY);
    }

    /** In one direction, with a payload that is touched. */
    public MessageStream(Extent extent, int requestBytes) {
        this(extent, requestBytes, Payload.TOUCHED);
    }

    @Override
    public Workload over(Extent other) {
        return new MessageStream(other, requestBytes, payload, bothWays);
    }

    /** One thread that takes both sides in turns has one message each way. */
    @Override
    public MessageStream bare() {
        return underWay(Math.min(1, bothWays));
    }

    @Override
    public MessageStream underWay(int number) {
        return new MessageStream(extent, requestBytes, payload, number);
    }

    @Override
    public Terms ownTerms() {
        return new Terms(isBothWays() ? bothWays : null);
    }

    @Override
    public Question question() {
        return Question.THROUGHPUT;
    }

    @Override
    public boolean isBothWays() {
        return bothWays != ONE_WAY;
    }

    @Override
    public int inFlight() {
        return Math.max(1, bothWays);
    }

    @Override
    public int answerBytes() {
        return isBothWays() ? requestBytes : 0;
    }

    @Override
    public boolean needsEveryMessage() {
        return isBothWays();
    }

    /** Payload of both ways, in bytes. */
    @Override
    public long carriedBytes(long requests) {
        return requests * ((long) requestBytes + answerBytes());
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        return isBothWays() ? calls().untimed(channel, recorder, clock) : sender(channel, recorder, clock);
    }

    /** A client that sends in one direction. */
    public PacedSender sender(Channel channel, Recorder recorder, NanoClock clock) {
        return channel instanceof LossyChannel lossy
                ? new LossyStreamClient(lossy, requestBytes, payload, recorder, clock)
                : new StreamClient(channel, requestBytes, payload, recorder, clock);
    }

    private PingPong calls() {
        return new PingPong(extent, Shape.of(requestBytes).inFlight(inFlight()), payload);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        if (isBothWays()) {
            return calls().serverHalf(channel, maxMessageBytes, recorder, clock);
        }
        if (channel instanceof LossyChannel lossy) {
            return new LossyStreamServer(lossy, requestBytes, payload, recorder, clock);
        }
        return new StreamServer(channel, requestBytes, payload, recorder, clock);
    }

    /**
     * Sends one message after the other, regardless of losses. Sequence numbers continue from batch to batch, so that a
     * late message is not mistaken for a message of the next batch.
     */
    private static final class LossyStreamClient implements PacedSender {
        private final StreamClient messages;
        private final BatchEndClient batchEnd;
        private final NanoClock clock;
        private long sent;
        private long startNanos;

        LossyStreamClient(LossyChannel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
            this.clock = clock;
            messages = new StreamClient(channel, messageBytes, payload, recorder, clock);
            batchEnd = new BatchEndClient(
                    channel,
                    messageBytes,
                    LossyStreamServer.NO_ANSWERS,
                    clock,
                    message -> {}); // a late answer, which has no meaning
        }

        @Override
        public MessageSizes sizes() {
            return messages.sizes();
        }

        @Override
        public boolean takesSamples() {
            return messages.takesSamples();
        }

        @Override
        public void sampleEvery(long interval) {
            messages.sampleEvery(interval);
        }

        @Override
        public void step() throws IOException {
            send(0);
        }

        @Override
        public void finishBatch() throws IOException {
            send(MessageLayout.LAST);
            awaitEnd();
        }

        @Override
        public void begin(long batchStartNanos) {
            startNanos = batchStartNanos;
            messages.begin(batchStartNanos);
        }

        @Override
        public void send(int last, long intendedNanos) throws IOException {
            messages.send(last, intendedNanos);
            sent++;
        }

        @Override
        public void awaitEnd() throws IOException {
            batchEnd.send(sent, startNanos);
            sent = 0;
        }

        private void send(int last) throws IOException {
            if (sent == 0) {
                startNanos = clock.nanos();
            }
            messages.send(last);
            sent++;
        }
    }

    /** Sends one message after the other; the acknowledgement of the last one is a message of one byte. */
    static final class StreamClient implements PacedSender {
        private final Channel channel;
        private final int messageBytes;
        private final MessageLayout layout;
        private final Recorder recorder;
        private final NanoClock clock;
        private final SampledMessages samples;
        private long sequence;

        StreamClient(Channel channel, int messageBytes, Payload payload, Recorder recorder, NanoClock clock) {
            this.channel = channel;
            this.messageBytes = messageBytes;
            this.layout = MessageLayout.ofSize(messageBytes, payload);
            this.recorder = recorder;
            this.clock = clock;
            samples = new SampledMessages(layout.carriesSendTime());
        }

        @Override
        public MessageSizes sizes() {
            return new MessageSizes(messageBytes, 0);
        }

        @Override
        public boolean takesSamples() {
            return samples.any();
        }

        @Override
        public void sampleEvery(long interval) {
            samples.every(interval, sequence);
        }

        @Override
        public void step() throws IOException {
            send(0);
        }

        @Override
        public void finishBatch() throws IOException {
            send(MessageLayout.LAST);
            awaitEnd();
        }

        @Override
        public void begin(long startNanos) {
            samples.beginPacedBatch(sequence);
        }

        @Override
        public void send(int last, long intendedNanos) throws IOException {
            write(last, samples.isNext(sequence) ? sampled(intendedNanos) : 0);
        }

        @Override
        public void awaitEnd() throws IOException {
            Acknowledgement.await(channel, sequence - 1);
            samples.beginBatch(sequence);
        }

        /** Sends the next message, which is the last of its batch if the last bit is set. */
        void send(int last) throws IOException {
            write(last, samples.isNext(sequence) ? sampled(clock.nanos()) : 0);
        }

        private void write(int last, long sendTimeNanos) throws IOException {
            layout.write(channel.claim(messageBytes), sequence, last, sendTimeNanos);
            channel.commit();
            sequence++;
            recorder.countMessage();
        }

        private long sampled(long sendTimeNanos) {
            samples.take();
            return sendTimeNanos;
        }
    }
}
