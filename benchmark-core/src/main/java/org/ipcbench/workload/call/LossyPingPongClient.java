package org.ipcbench.workload.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.SampledMessages;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.ArrivalWindow;
import org.ipcbench.workload.message.ArrivalWindow.Arrival;
import org.ipcbench.workload.message.BatchEndClient;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Worker;

/** Sends one message and waits for its answer with a deadline: a round trip that takes too long counts as lost. */
final class LossyPingPongClient implements ClientHalf {
    /**
     * Deadline of a round trip: the shortest time after which a TCP sender on Linux takes a segment for lost
     * (TCP_RTO_MIN).
     */
    static final long DEADLINE_NANOS = Duration.ofMillis(200).toNanos();

    private final LossyChannel channel;
    private final int requestBytes;
    private final int answerBytes;
    private final MessageLayout requests;
    private final MessageLayout answers;
    /** The bits of a sequence number that come back: those that both messages have room for. */
    private final long sequenceBits;

    private final BatchEndClient batchEnd;
    private final Recorder recorder;
    private final NanoClock clock;
    private final ArrivalWindow arrivals = new ArrivalWindow();
    private long sequence;
    /** Round trips that are sampled, unless they are lost. */
    private final SampledMessages samples = new SampledMessages(true);

    private final Worker worker;

    private long startNanos;
    private long asked;
    private long lost;
    private long duplicated;
    private long late;
    private long corrupt;

    LossyPingPongClient(
            LossyChannel channel,
            int requestBytes,
            int answerBytes,
            Payload payload,
            Worker worker,
            Recorder recorder,
            NanoClock clock) {
        this.channel = channel;
        this.requestBytes = requestBytes;
        this.answerBytes = answerBytes;
        this.worker = worker;
        this.recorder = recorder;
        this.clock = clock;
        requests = MessageLayout.ofSize(requestBytes, payload);
        answers = MessageLayout.ofSize(answerBytes, payload);
        sequenceBits = requests.sequenceBits() & answers.sequenceBits();
        batchEnd = new BatchEndClient(channel, requestBytes, answerBytes, clock, this::isAnswer);
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(requestBytes, answerBytes);
    }

    /** The client keeps the send time itself, so that messages of any size can be sampled. */
    @Override
    public boolean takesSamples() {
        return true;
    }

    @Override
    public void sampleEvery(long interval) {
        samples.every(interval, sequence);
    }

    @Override
    public void step() throws IOException {
        exchange(0);
    }

    @Override
    public void finishBatch() throws IOException {
        exchange(MessageLayout.LAST);
        recorder.recordElapsed(Math.max(1, clock.nanos() - startNanos));
        batchEnd.send(asked, startNanos);
        recorder.recordLosses(new Losses(lost, duplicated, late, corrupt));
        worker.endBatch(recorder);
        arrivals.beginAt(sequence);
        samples.beginBatch(sequence);
        asked = 0;
        lost = 0;
        duplicated = 0;
        late = 0;
        corrupt = 0;
    }

    private void exchange(int last) throws IOException {
        boolean sampled = samples.isNext(sequence);
        if (asked == 0) {
            startNanos = clock.nanos();
        }
        long askedNanos = sampled ? clock.nanos() : 0;
        worker.work();
        requests.write(channel.claim(requestBytes), sequence, last, 0);
        channel.commit();
        asked++;
        if (isAnswered()) {
            if (sampled) {
                recorder.recordLatency(clock.nanos() - askedNanos);
            }
            recorder.countMessage();
        } else {
            lost++;
        }
        if (sampled) {
            samples.take();
        }
        sequence++;
    }

    /** Waits for the answer that is due. The clock is read only if another message arrives instead. */
    private boolean isAnswered() throws IOException {
        long until = 0;
        long left = DEADLINE_NANOS;
        while (left > 0) {
            ByteBuffer message = channel.receiveWithin(left);
            if (message == null) {
                return false;
            }
            if (isAnswer(message)) {
                return true;
            }
            if (until == 0) {
                until = clock.nanos() + DEADLINE_NANOS;
            }
            left = until - clock.nanos();
        }
        return false;
    }

    /** Whether this is the answer that is due; any other message is counted by its kind. */
    private boolean isAnswer(ByteBuffer message) {
        if (message.remaining() != answerBytes) {
            corrupt += batchEnd.isAnswer(message) ? 0 : 1;
            return false;
        }
        if (!answers.isSound(message)) {
            corrupt++;
            return false;
        }
        long age = sequence - answers.sequence(message) & sequenceBits;
        if (age < 0) {
            corrupt++;
            return false;
        }
        Arrival arrival = arrivals.note(sequence - age);
        if (age == 0 && arrival == Arrival.AHEAD) {
            return true;
        }
        switch (arrival) {
            case AHEAD, LATE -> late++;
            case REPEATED -> duplicated++;
            case IMPOSSIBLE -> corrupt++;
            case STALE -> {
                // from a batch whose counts are closed
            }
        }
        return false;
    }
}
