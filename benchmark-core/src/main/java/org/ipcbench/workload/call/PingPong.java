package org.ipcbench.workload.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.RequestChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.BatchEndMessage;
import org.ipcbench.workload.message.BatchEndServer;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Worker;
import org.jspecify.annotations.Nullable;

/** Calls: requests, one or more of them under way at a time, and the answer to each. */
public record PingPong(Extent extent, Shape call, Payload payload) implements Workload {
    /**
     * What a record keeps of calls.
     *
     * @param shape what distinguishes them from plain ones; null if nothing does
     */
    public record Terms(Shape.@Nullable Terms shape) implements QuestionTerms.Own {
        @Override
        public Workload asked(QuestionTerms all) {
            return new PingPong(all.extent(), Shape.Terms.asked(all.requestBytes(), shape), all.payload());
        }
    }

    /** Answers of the requests' size. */
    public PingPong(Extent extent, int requestBytes, Payload payload) {
        this(extent, Shape.of(requestBytes), payload);
    }

    /** Answers of the requests' size, with a payload that is touched. */
    public PingPong(Extent extent, int requestBytes) {
        this(extent, requestBytes, Payload.TOUCHED);
    }

    @Override
    public Workload over(Extent other) {
        return new PingPong(other, call, payload);
    }

    @Override
    public Workload bare() {
        return new PingPong(extent, call.bare(), payload);
    }

    @Override
    public Terms ownTerms() {
        return new Terms(call.terms());
    }

    @Override
    public Question question() {
        return Question.LATENCY;
    }

    @Override
    public Optional<Shape> shape() {
        return Optional.of(call);
    }

    @Override
    public int requestBytes() {
        return call.requestBytes();
    }

    @Override
    public int answerBytes() {
        return call.answerBytes();
    }

    /** Several requests in flight are answered in their order, and a server counts to know the next size of a mix or a codec. */
    @Override
    public boolean needsEveryMessage() {
        return call.inFlight() > 1 || hasSizes();
    }

    /** Whether sizes differ from call to call. */
    private boolean hasSizes() {
        return call.mix() != null || call.isCoded();
    }

    @Override
    public ClientHalf clientHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock)
            throws IOException {
        if (channel instanceof LossyChannel lossy) {
            return new LossyPingPongClient(
                    lossy, requestBytes(), answerBytes(), payload, call.work().clientsWorker(clock), recorder, clock);
        }
        if (call.inFlight() > 1) {
            return WindowClient.of(channel, call, payload, recorder, clock);
        }
        return oneAtATime(channel, recorder, clock);
    }

    /** A client whose calls begin at given times. */
    public PacedSender sender(Channel channel, Recorder recorder, NanoClock clock) {
        if (call.inFlight() == 1) {
            return oneAtATime(channel, recorder, clock);
        }
        if (!(channel instanceof DuplexChannel duplex) || !duplex.isForTwoThreads()) {
            throw new UnsupportedOperationException("the channel cannot send and receive at the same time");
        }
        return new OverlappingClient(duplex, call, payload, recorder, clock);
    }

    /** A client that samples no latency and sends as many messages as the connection takes, up to the number of requests in flight. */
    public ClientHalf untimed(Channel channel, Recorder recorder, NanoClock clock) throws IOException {
        return WindowClient.bothWays(channel, call, payload, recorder, clock);
    }

    private PacedSender oneAtATime(Channel channel, Recorder recorder, NanoClock clock) {
        if (channel instanceof RequestChannel requests) {
            requests.sendRequests();
        }
        if (hasSizes()) {
            return new CallClient.SizedClient(
                    channel,
                    CallSizes.of(call, payload, Role.CLIENT, recorder, clock),
                    call.work().clientsWorker(clock),
                    recorder,
                    clock);
        }
        return new CallClient.PingPongClient(
                channel, requestBytes(), answerBytes(), payload, call.work().clientsWorker(clock), recorder, clock);
    }

    @Override
    public ServerHalf serverHalf(Channel channel, int maxMessageBytes, Recorder recorder, NanoClock clock) {
        if (channel instanceof LossyChannel lossy) {
            return new LossyPingPongServer(lossy, requestBytes(), answerBytes(), payload, call.worker(clock), recorder);
        }
        if (!channel.keepsOrder()) {
            return new SharingServer(channel, requestBytes(), answerBytes(), payload, call.worker(clock), recorder);
        }
        return hasSizes()
                ? new SizedServer(
                        channel,
                        CallSizes.of(call, payload, Role.SERVER, recorder, clock),
                        call.worker(clock),
                        recorder)
                : new PingPongServer(channel, requestBytes(), answerBytes(), payload, call.worker(clock), recorder);
    }

    /** Receives and checks a message, does the work that it asks for, and answers it with a newly written one. */
    static class PingPongServer implements ServerHalf {
        private final Channel channel;
        private final int requestBytes;
        private final int answerBytes;
        private final MessageLayout requests;
        private final MessageLayout answers;
        private final Worker worker;
        private final Recorder recorder;
        private long sequence;

        PingPongServer(
                Channel channel, int requestBytes, int answerBytes, Payload payload, Worker worker, Recorder recorder) {
            this.channel = channel;
            this.requestBytes = requestBytes;
            this.answerBytes = answerBytes;
            requests = MessageLayout.ofSize(requestBytes, payload);
            answers = MessageLayout.ofSize(answerBytes, payload);
            this.worker = worker;
            this.recorder = recorder;
        }

        @Override
        public MessageSizes sizes() {
            return new MessageSizes(requestBytes, answerBytes);
        }

        @Override
        public boolean step() throws IOException {
            ByteBuffer request = channel.receive(requestBytes);
            long number = number(requests, request);
            boolean last = requests.check(request, number);
            worker.work();
            answers.write(channel.claim(answerBytes), number, last ? MessageLayout.LAST : 0, 0);
            recorder.countMessage(); // before the client can know
            if (last) {
                endBatch();
            }
            channel.commit();
            sequence++;
            return last;
        }

        final void endBatch() {
            worker.endBatch(recorder);
        }

        /** The sequence number that the request has to have. */
        long number(MessageLayout layout, ByteBuffer request) {
            return sequence;
        }
    }

    /** One of several servers, each of which sees some of the requests: the client alone can tell whether one is missing. */
    private static final class SharingServer extends PingPongServer {
        SharingServer(
                Channel channel, int requestBytes, int answerBytes, Payload payload, Worker worker, Recorder recorder) {
            super(channel, requestBytes, answerBytes, payload, worker, recorder);
        }

        @Override
        long number(MessageLayout layout, ByteBuffer request) {
            return layout.sequence(request);
        }

        @Override
        public void endPart() {
            endBatch();
        }
    }

    /** Receives requests of sizes that differ, in the order in which the client sends them, and answers each. */
    private static final class SizedServer implements ServerHalf {
        private final Channel channel;
        private final CallSizes sequence;
        private final Worker worker;
        private final Recorder recorder;
        private long number;

        SizedServer(Channel channel, CallSizes sequence, Worker worker, Recorder recorder) {
            this.channel = channel;
            this.worker = worker;
            this.recorder = recorder;
            this.sequence = sequence;
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
            recorder.countMessage(); // before the client can know
            if (last) {
                worker.endBatch(recorder);
            }
            channel.commit();
            sequence.next(last);
            number++;
            return last;
        }
    }

    /**
     * Answers every undamaged message with the message's sequence number and counts damaged ones. Only the client can tell
     * which message is missing.
     */
    static final class LossyPingPongServer implements ServerHalf {
        private final LossyChannel channel;
        private final int requestBytes;
        private final int answerBytes;
        private final MessageLayout requests;
        private final MessageLayout answers;
        private final BatchEndServer batchEnd;
        private final Worker worker;
        private final Recorder recorder;
        private long asked;
        private long corrupt;

        LossyPingPongServer(
                LossyChannel channel,
                int requestBytes,
                int answerBytes,
                Payload payload,
                Worker worker,
                Recorder recorder) {
            this.channel = channel;
            this.requestBytes = requestBytes;
            this.answerBytes = answerBytes;
            this.worker = worker;
            this.recorder = recorder;
            requests = MessageLayout.ofSize(requestBytes, payload);
            answers = MessageLayout.ofSize(answerBytes, payload);
            batchEnd = new BatchEndServer(channel, requestBytes, answerBytes);
        }

        @Override
        public MessageSizes sizes() {
            return new MessageSizes(requestBytes, answerBytes);
        }

        @Override
        public boolean step() throws IOException {
            ByteBuffer message = batchEnd.next();
            if (message.remaining() == requestBytes) {
                answer(message);
                return false;
            }
            if (batchEnd.isEnd(message)) {
                return isOver(batchEnd.answer(message));
            }
            corrupt++;
            return false;
        }

        @Override
        public long sent(long handled) {
            return asked; // the client tells
        }

        @Override
        public void linger() throws IOException {
            batchEnd.linger();
        }

        private void answer(ByteBuffer message) throws IOException {
            if (!requests.isSound(message)) {
                corrupt++; // the client gets no answer and counts the round trip as lost
                return;
            }
            long sequence = requests.sequence(message);
            worker.work();
            answers.write(channel.claim(answerBytes), sequence, 0, 0);
            channel.commit();
            recorder.countMessage();
        }

        private boolean isOver(@Nullable BatchEndMessage end) {
            if (end == null) {
                return false;
            }
            asked = end.messages();
            recorder.recordLosses(new Losses(0, 0, 0, corrupt));
            worker.endBatch(recorder);
            corrupt = 0;
            return true;
        }
    }
}
