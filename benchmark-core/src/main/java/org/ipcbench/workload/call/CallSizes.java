package org.ipcbench.workload.call;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.codec.Documents;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Shape.SizeQuantiles;
import org.ipcbench.workload.shape.SizeMix;

/**
 * The sizes and layouts of the calls of each batch, one call after the other. Sender, receiver and server each go through them on
 * their own, so that each knows the next length. Nothing is allocated after construction.
 */
sealed interface CallSizes permits CallSizes.CallSequence, CallSizes.Equal, CallSizes.Coded {

    /** The sizes of calls of this shape. */
    static CallSizes of(Shape shape, Payload payload) {
        return shape.mix() == null
                ? new Equal(
                        shape.requestBytes(),
                        shape.answerBytes(),
                        MessageLayout.ofSize(shape.requestBytes(), payload),
                        MessageLayout.ofSize(shape.answerBytes(), payload))
                : new CallSequence(shape.mix(), shape.ownAnswerBytes(), payload);
    }

    /** The sizes of calls of this shape, of which a codec's are timed on this side. */
    static CallSizes of(Shape shape, Payload payload, Role side, Recorder recorder, NanoClock clock) {
        return shape.isCoded() ? new Coded(shape, payload, side, recorder, clock) : of(shape, payload);
    }

    /** The sizes that results name: of sizes that differ, the means. */
    MessageSizes sizes();

    /** Size of the call's request, in bytes. */
    int requestBytes();

    /** Size of the call's answer, in bytes. */
    int answerBytes();

    MessageLayout requests();

    MessageLayout answers();

    /** Goes to the next call; after the last one of a batch, to the first one of the next batch. */
    void next(boolean last);

    /** Called once, before the recorder gets latencies. */
    void divide(Recorder recorder);

    /** Records the latency of the call, in nanoseconds. */
    void record(Recorder recorder, long nanos);

    /** Calls that all have the same sizes. */
    record Equal(int requestBytes, int answerBytes, MessageLayout requests, MessageLayout answers)
            implements CallSizes {
        @Override
        public MessageSizes sizes() {
            return new MessageSizes(requestBytes, answerBytes);
        }

        @Override
        public void next(boolean last) {
            // as the one before
        }

        @Override
        public void divide(Recorder recorder) {
            // there is one size
        }

        @Override
        public void record(Recorder recorder, long nanos) {
            recorder.recordLatency(nanos);
        }
    }

    /** Calls that a codec writes and reads. Results name the size of what they carry. */
    final class Coded implements CallSizes {
        private final MessageSizes carried;
        private final Documents<?> asked;
        private final Documents<?> answered;
        private final MessageLayout requests;
        private final MessageLayout answers;
        private final CallParts.Meter meter;
        private final Recorder recorder;
        private long at;

        Coded(Shape shape, Payload payload, Role side, Recorder recorder, NanoClock clock) {
            boolean isWhole = payload == Payload.FULL;
            this.recorder = recorder;
            carried = new MessageSizes(shape.requestBytes(), shape.answerBytes());
            asked = Codecs.documents(shape.codec(), shape.requestBytes(), isWhole);
            answered = shape.answerBytes() == shape.requestBytes()
                    ? asked
                    : Codecs.documents(shape.codec(), shape.answerBytes(), isWhole);
            Documents<?> written = side == Role.CLIENT ? asked : answered;
            meter = new CallParts.Meter(clock, written.meanLength(), side == Role.CLIENT ? 0 : 1);
            requests = MessageLayout.coded(asked, meter, true);
            answers = MessageLayout.coded(answered, meter, false);
        }

        @Override
        public MessageSizes sizes() {
            return carried;
        }

        @Override
        public int requestBytes() {
            return asked.length(at);
        }

        @Override
        public int answerBytes() {
            return answered.length(at);
        }

        @Override
        public MessageLayout requests() {
            return requests;
        }

        @Override
        public MessageLayout answers() {
            return answers;
        }

        @Override
        public void next(boolean last) {
            at++;
            meter.endCall();
            if (last) {
                meter.endBatch(recorder);
            }
        }

        @Override
        public void divide(Recorder unused) {
            // a call of one size has lengths that hardly differ
        }

        @Override
        public void record(Recorder latencies, long nanos) {
            latencies.recordLatency(nanos);
        }
    }

    /** The sizes and layouts of calls whose sizes differ, from the first call of a batch on. */
    final class CallSequence implements CallSizes {
        private final int[] requestBytes;
        private final int[] answerBytes;
        private final MessageLayout[] requests;
        private final MessageLayout[] answers;
        private final List<Integer> classes;
        private final byte[] classOf;
        private int at;

        CallSequence(SizeMix mix, int ownAnswerBytes, Payload payload) {
            requestBytes = mix.sequence();
            classes = SizeQuantiles.classes(requestBytes);
            classOf = new byte[requestBytes.length];
            answerBytes = answerBytes(mix, ownAnswerBytes);
            requests = new MessageLayout[requestBytes.length];
            answers = new MessageLayout[requestBytes.length];
            Map<Integer, MessageLayout> layouts = new HashMap<>();
            for (int i = 0; i < requestBytes.length; i++) {
                int size = requestBytes[i];
                requests[i] = layouts.computeIfAbsent(size, bytes -> MessageLayout.ofSize(bytes, payload));
                answers[i] = layouts.computeIfAbsent(answerBytes[i], bytes -> MessageLayout.ofSize(bytes, payload));
                classOf[i] = (byte)
                        classes.stream().filter(largest -> largest < size).count();
            }
        }

        private static int[] answerBytes(SizeMix mix, int ownAnswerBytes) {
            int[] answers = mix.answers();
            if (answers.length == 0) {
                answers = mix.sequence();
                if (ownAnswerBytes != Shape.AS_REQUEST) {
                    Arrays.fill(answers, ownAnswerBytes);
                }
            }
            return answers;
        }

        @Override
        public MessageSizes sizes() {
            return new MessageSizes(mean(requestBytes), mean(answerBytes));
        }

        private static int mean(int[] sizes) {
            return SizeQuantiles.of(sizes).meanBytes();
        }

        @Override
        public int requestBytes() {
            return requestBytes[at];
        }

        @Override
        public int answerBytes() {
            return answerBytes[at];
        }

        @Override
        public MessageLayout requests() {
            return requests[at];
        }

        @Override
        public MessageLayout answers() {
            return answers[at];
        }

        /** Number of the class of the request's size, from 0. */
        int sizeClass() {
            return classOf[at];
        }

        @Override
        public void next(boolean last) {
            at++;
            if (last || at == requestBytes.length) {
                at = 0;
            }
        }

        @Override
        public void divide(Recorder recorder) {
            recorder.divide(classes);
        }

        @Override
        public void record(Recorder recorder, long nanos) {
            recorder.recordLatency(nanos, sizeClass());
        }
    }
}
