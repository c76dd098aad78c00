package org.ipcbench.workload.call;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampledMessages;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.CorruptMessageException;
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
    private final DuplexChannel channel;
    private final CallsUnderWay calls;
    private final CallSizes sizes;
    private final Answers answers;
    private final Recorder recorder;
    private final NanoClock clock;
    private final SampledMessages samples;
    /** See {@link UnderWay}. */
    private @Nullable Long held;

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
        samples = new SampledMessages(timed);
        calls = channel.keepsOrder() ? new CallsUnderWay(shape.inFlight()) : new OvertakingCalls(shape.inFlight());
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
        return samples.any();
    }

    @Override
    public void sampleEvery(long interval) {
        samples.every(interval, calls.sent());
    }

    @Override
    public void begin(long startNanos) throws IOException {
        samples.beginPacedBatch(calls.sent());
        beginBatch();
    }

    private void beginBatch() throws IOException {
        inBatch = true;
        mostUnderWay = 1; // every answer may come before it is counted
        calls.beginBatch();
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
        if (!samples.isNext(calls.sent())) {
            return false;
        }
        samples.take();
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
        samples.beginBatch(calls.sent());
        recorder.recordUnderWay(new UnderWay(mostUnderWay, held, calls.overtaken()));
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

    /** Receives and checks the answers to calls, which come in the order of the calls, and records latencies. */
    static final class AnswerReceiver {
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
            ByteBuffer answer = channel.receive(sizes.answerBytes());
            long number = calls.number(sizes.answers(), answer);
            boolean last = calls.endsBatch(number, sizes.answers().check(answer, number));
            long begunNanos = calls.begunNanos(number);
            if (begunNanos != 0) {
                sizes.record(recorder, clock.nanos() - begunNanos);
            }
            sizes.next(last);
            return calls.end(number);
        }
    }

    /**
     * Receives answers in a thread of its own, which inherits the CPU of the thread that sends the first request. Between batches the
     * thread sleeps. The sender is woken only if it waits.
     */
    static final class AnswerThread implements Answers {
        private static final long NOTHING = Long.MAX_VALUE;

        /** A thread that waits in the kernel ends with its channel, or with the process. */
        private static final long PATIENCE_MILLIS = 500;

        /** Upper limit of one sleep; no result depends on it, because each change wakes the sleeper. */
        private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final CallsUnderWay calls;
        private final AnswerReceiver receiver;
        private final Thread thread = new Thread(this::run, "answers");
        private @Nullable Thread sender;
        /** Number of answers that the sender sleeps for. */
        private volatile long awaited = NOTHING;

        /** Number of batches that have begun. */
        private long batches;

        /** Number of batches begun, for the thread that receives. */
        private volatile long begun;

        private volatile boolean closed;
        private volatile @Nullable Throwable failure;

        AnswerThread(CallsUnderWay calls, AnswerReceiver receiver) {
            this.calls = calls;
            this.receiver = receiver;
            thread.setDaemon(true);
        }

        @Override
        public void beginBatch() {
            sender = Thread.currentThread();
            batches++;
            begun = batches;
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            } else {
                LockSupport.unpark(thread);
            }
        }

        @Override
        public void await(long number) throws IOException {
            if (calls.answered() < number) {
                awaited = number;
                while (calls.answered() < number && failure == null) {
                    LockSupport.parkNanos(this, SLEEP_NANOS);
                }
                awaited = NOTHING;
            }
            if (failure != null) {
                throwFailure();
            }
        }

        /** Returns when the thread has ended, which for one that still waits in the kernel it may not. */
        @Override
        public void close() {
            closed = true;
            thread.interrupt();
            try {
                thread.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @SuppressWarnings("CatchingUnchecked") // the sender has to be told of every failure
        private void run() {
            try {
                for (long batch = 1; awaitBatch(batch); batch++) {
                    boolean last;
                    do {
                        last = receiver.receive();
                        if (calls.answered() >= awaited) {
                            LockSupport.unpark(sender);
                        }
                    } while (!last);
                }
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
                LockSupport.unpark(sender);
            }
        }

        /** Whether the batch has begun; otherwise the connection has ended. */
        private boolean awaitBatch(long batch) {
            while (begun < batch && !closed) {
                LockSupport.parkNanos(this, SLEEP_NANOS);
            }
            return !closed;
        }

        private void throwFailure() throws IOException {
            Throwable cause = failure;
            if (cause instanceof IOException broken) {
                throw broken;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("the answers cannot be received", cause);
        }
    }

    /**
     * The calls that a connection has under way, from the thread that sends their requests to the thread that receives their answers.
     * Each counter has one writer, whose earlier writes the reader of the counter sees. Nothing is allocated after construction.
     */
    static class CallsUnderWay {
        private static final long NO_SEQUENCE = -1;

        private final int most;
        /** When each call's latency begins, by the low bits of its number; 0 if it is not sampled. */
        private final long[] startNanos;

        private final int slots;
        private long lastOfBatch = NO_SEQUENCE;
        private volatile long sent;
        private volatile long answered;

        /** @param most largest number of calls under way */
        CallsUnderWay(int most) {
            this(most, Integer.highestOneBit(2 * most - 1));
        }

        /** @param places number of calls that are told apart, a power of two */
        CallsUnderWay(int most, int places) {
            this.most = most;
            startNanos = new long[places];
            slots = places - 1;
        }

        /** Called by the sending thread before the first call of each batch. */
        void beginBatch() {
            // what is under way is counted from the first call on
        }

        /** Number of calls whose requests were sent, or are about to be. */
        final long sent() {
            return sent;
        }

        /** Number of calls whose answers have come. */
        final long answered() {
            return answered;
        }

        /** Number of answers that must have come before the next request may be sent. */
        long neededForNext() {
            return sent + 1 - most;
        }

        /** Number of answers of the batch that came after the answer to a later request; null if none can. */
        @Nullable
        Long overtaken() {
            return null;
        }

        /**
         * Called by the sending thread before it sends the next request, because its answer may be there at once.
         *
         * @param nanos when its latency begins; 0 if it is not sampled
         */
        void send(long nanos, boolean last) {
            long number = sent;
            startNanos[slot(number)] = nanos;
            if (last) {
                lastOfBatch = number;
            }
            sent = number + 1;
        }

        final int slot(long number) {
            return (int) number & slots;
        }

        /** The number of the call that this answer belongs to. */
        long number(MessageLayout layout, ByteBuffer answer) {
            return answered;
        }

        /**
         * Called by the receiving thread when an answer has come.
         *
         * @param last whether the answer says that its call was the last one of its batch
         * @throws CorruptMessageException if no such call is under way, or if the answer disagrees on whether it is the last one
         */
        boolean endsBatch(long number, boolean last) throws CorruptMessageException {
            if (number >= sent) {
                throw new CorruptMessageException("the answer to message %d came before the message".formatted(number));
            }
            if (last != (number == lastOfBatch)) {
                throw new CorruptMessageException(
                        "the answer to message %d is corrupt: it disagrees on whether it is the last one"
                                .formatted(number));
            }
            return last;
        }

        /** When the call's latency began; 0 if it is not sampled. */
        final long begunNanos(long number) {
            return startNanos[slot(number)];
        }

        /**
         * Called by the receiving thread when it has done all with this call.
         *
         * @return whether all calls of the batch are answered
         */
        boolean end(long number) {
            long next = answered + 1;
            boolean ends = next == lastOfBatch + 1;
            answered = next;
            return ends;
        }
    }

    /** Calls that several processes answer, so that answers may come in any order. */
    static final class OvertakingCalls extends CallsUnderWay {
        /** Calls that may be sent while one is not answered: more than any worker is late by. */
        private static final int PLACES = 1 << 16;

        /** Of each place, whether its call is under way. */
        private final boolean[] isOpen;

        private long latest;
        private long overtaken;

        OvertakingCalls(int most) {
            super(most, places(most));
            isOpen = new boolean[places(most)];
        }

        private static int places(int most) {
            return Math.max(PLACES, Integer.highestOneBit(2 * most - 1));
        }

        /** No answer comes between two batches. */
        @Override
        void beginBatch() {
            overtaken = 0;
        }

        @Override
        Long overtaken() {
            return overtaken;
        }

        /** A call whose place is still taken waits until all are answered. */
        @Override
        long neededForNext() {
            long needed = super.neededForNext();
            return needed <= answered() && isOpen[slot(sent())] ? sent() : needed;
        }

        @Override
        void send(long nanos, boolean last) {
            isOpen[slot(sent())] = true;
            super.send(nanos, last);
        }

        @Override
        long number(MessageLayout layout, ByteBuffer answer) {
            return layout.sequence(answer);
        }

        @Override
        boolean endsBatch(long number, boolean last) throws CorruptMessageException {
            boolean ends = super.endsBatch(number, last);
            if (number < 0 || number <= sent() - 1 - isOpen.length || !isOpen[slot(number)]) {
                throw new CorruptMessageException("message %d was answered twice".formatted(number));
            }
            return ends;
        }

        @Override
        boolean end(long number) {
            if (number < latest) {
                overtaken++;
            } else {
                latest = number;
            }
            isOpen[slot(number)] = false;
            return super.end(number);
        }
    }
}
