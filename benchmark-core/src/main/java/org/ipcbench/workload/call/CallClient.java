package org.ipcbench.workload.call;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampleGaps;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MessageLayout;

/** Sends one message and waits for its answer before it sends the next one; subclasses know the sizes. */
abstract class CallClient implements PacedSender {
    private final Recorder recorder;
    private final NanoClock clock;
    private long sequence;
    private SampleGaps gaps = new SampleGaps();
    /** Sequence number of the next round trip that is sampled. */
    private long nextSample = gaps.next();

    CallClient(Recorder recorder, NanoClock clock) {
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

    /** The client keeps the send time itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return true;
    }

    @Override
    public void sampleEvery(long interval) {
        gaps = new SampleGaps(interval);
        nextSample = sequence + gaps.first();
    }

    @Override
    public void step() throws IOException {
        exchange(0);
    }

    @Override
    public void finishBatch() throws IOException {
        exchange(MessageLayout.LAST);
        nextSample = sequence + gaps.first();
    }

    @Override
    public void begin(long startNanos) {
        nextSample = sequence + gaps.next() - 1;
    }

    /** Sends the next request and receives its answer; the latency begins at the intended time. */
    @Override
    public void send(int last, long intendedNanos) throws IOException {
        exchange(last, sequence == nextSample, intendedNanos);
    }

    @Override
    public void awaitEnd() {
        nextSample = sequence + gaps.first(); // the last answer has come
    }

    private void exchange(int last) throws IOException {
        boolean sampled = sequence == nextSample;
        exchange(last, sampled, sampled ? clock.nanos() : 0);
    }

    private void exchange(int last, boolean sampled, long startNanos) throws IOException {
        boolean answeredLast = call(sequence, last);
        if (sampled) {
            record(clock.nanos() - startNanos);
            nextSample += gaps.next();
        }
        if (answeredLast != (last != 0)) {
            throw new CorruptMessageException(
                    "the answer to message %d is corrupt: it disagrees on whether it is the last one"
                            .formatted(sequence));
        }
        sequence++;
        recorder.countMessage();
    }
}
