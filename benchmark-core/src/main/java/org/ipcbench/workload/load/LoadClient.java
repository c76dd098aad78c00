package org.ipcbench.workload.load;

import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.PacedSender;
import org.ipcbench.workload.load.Schedule.DueTimes;
import org.ipcbench.workload.message.MessageLayout;

/**
 * Sends messages at the times of a schedule, or as soon as possible if it is late. A schedule does not wait: messages
 * that a slow send delays are late, and all messages carry the times of the schedule. In a batch of a number of
 * messages, as in the warm-up, all messages are due at once.
 */
final class LoadClient implements ClientHalf {
    /** Shortest time after the end of the schedule in which late messages may still be sent. */
    private static final long MIN_GRACE_NANOS = Duration.ofMillis(250).toNanos();

    private static final int GRACE_PARTS = 10;

    /**
     * The warm-up sends messages with and without a send time, so that the compiler knows both kinds before the
     * measured part.
     */
    private static final long WARM_UP_INTERVAL = 2;

    /** A batch of one message would end the warm-up. */
    private static final long MIN_REHEARSED = 2;

    private final PacedSender sender;
    private final DueTimes times;
    private final Pacer pacer;
    private final Recorder recorder;
    private final NanoClock clock;
    private final Histogram lateness = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
    /** Number of messages in the batch so far. */
    private long sent;
    /** Time at which the next unsent message of the batch's schedule is due. */
    private long nextDue;

    private long free;

    LoadClient(PacedSender sender, DueTimes times, Pacer pacer, Recorder recorder, NanoClock clock) {
        this.sender = sender;
        this.times = times;
        this.pacer = pacer;
        this.recorder = recorder;
        this.clock = clock;
        sender.sampleEvery(WARM_UP_INTERVAL);
    }

    @Override
    public MessageSizes sizes() {
        return sender.sizes();
    }

    @Override
    public boolean takesSamples() {
        return sender.takesSamples();
    }

    @Override
    public void sampleEvery(long interval) {
        sender.sampleEvery(interval);
    }

    @Override
    public void step() throws IOException {
        sender.step();
    }

    @Override
    public void finishBatch() throws IOException {
        sender.finishBatch();
    }

    @Override
    public void batch(long messages, BatchTimer part, double messageNanos) throws IOException {
        pacer.begin(part.stallLog());
        pacer.rehearse(clock.nanos());
        rehearseLateness();
        lateness.reset();
        batch(messages, times.scheduleOf(0), part, messageNanos);
    }

    /** Notes short and long times, as a schedule will bring them, so that the compiler knows both. */
    private void rehearseLateness() {
        for (long nanos = 1; nanos < Recorder.MAX_LATENCY_NANOS; nanos *= 2) {
            lateness.recordValue(nanos);
            lateness.recordValue(0);
        }
    }

    @Override
    public long rehearse(long nanos, BatchTimer part, double messageNanos) throws IOException {
        if (!times.isRehearsed()) {
            return 0;
        }
        double gapNanos = times.gapNanos();
        double slowerNanos = Math.max(gapNanos, messageNanos);
        long messages = Math.max(MIN_REHEARSED, (long) (nanos / slowerNanos));
        batch(messages, times.schedule(), part, slowerNanos);
        return messages;
    }

    private void batch(long messages, Schedule schedule, BatchTimer part, double messageNanos) throws IOException {
        long nanos = (long) (messages * messageNanos);
        pacer.begin(part.stallLog());
        long start = part.beginLasting(nanos);
        send(schedule, start, Long.MAX_VALUE, messages, BatchTimer.messagesPerLook(nanos, messageNanos), part);
        sender.awaitEnd();
        part.end();
    }

    @Override
    public long batchLasting(long nanos, BatchTimer part, double messageNanos) throws IOException {
        Schedule schedule = times.schedule();
        lateness.reset();
        pacer.begin(part.stallLog());
        long start = part.beginLasting(nanos);
        send(schedule, start, start + nanos, Long.MAX_VALUE, BatchTimer.messagesPerLook(nanos, messageNanos), part);
        sender.awaitEnd();
        part.end();
        long notSent = nextDue < start + nanos ? 1 + schedule.dueBefore(nanos, times.gapNanos()) : 0;
        recorder.recordOffer(new OfferedLoad(sent + notSent, notSent, nanos, pacer.cpuNanos(), Lateness.of(lateness)));
        return sent;
    }

    /** Sends the messages that are due before the end, at least one and at most {@code most}. */
    private void send(Schedule schedule, long start, long end, long most, long messagesPerLook, BatchTimer part)
            throws IOException {
        sender.begin(start);
        long deadline = end - start > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : end + graceNanos(end - start);
        sent = 0;
        free = start;
        nextDue = start + schedule.next();
        while (!endsBeforeLook(schedule, start, end, deadline, most, messagesPerLook)) {
            part.checkClock();
        }
    }

    /**
     * The loop of a batch. It is called often, because the compiler counts calls: a loop that is called once per batch
     * would still be compiled in the measured part.
     *
     * <p>{@code free} is the time at which the previous send would have finished without the sender's own delays, given
     * the actual duration of each send. A message could begin as soon as it is due and the previous send has finished.
     */
    private boolean endsBeforeLook(
            Schedule schedule, long start, long end, long deadline, long most, long messagesPerLook)
            throws IOException {
        long look = sent + messagesPerLook;
        boolean last;
        do {
            long intended = nextDue;
            long begin = pacer.await(intended);
            nextDue = start + schedule.next();
            sent++;
            last = nextDue >= end || sent == most || begin > deadline;
            long due = Math.max(intended, free);
            lateness.recordValue(Math.min(begin - due, Recorder.MAX_LATENCY_NANOS));
            sender.send(last ? MessageLayout.LAST : 0, intended);
            free = due + (clock.nanos() - begin);
        } while (!last && sent < look);
        return last;
    }

    @Override
    public void close() throws IOException {
        sender.close();
    }

    private static long graceNanos(long scheduleNanos) {
        return Math.max(MIN_GRACE_NANOS, scheduleNanos / GRACE_PARTS);
    }
}
