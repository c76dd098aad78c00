package org.ipcbench.workload.call;

import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;

/**
 * The sizes and layouts of the calls of each batch, one call after the other. Sender, receiver and server each go through them on
 * their own, so that each knows the next length. Nothing is allocated after construction.
 */
sealed interface CallSizes permits CallSequence, CallSizes.Equal {

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
}
