package org.ipcbench.workload.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.FanOut.Subscription;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.publish.FanOutNotes.OfClass;
import org.jspecify.annotations.Nullable;

/** One subscriber: what it does in its thread, and what it notes. Nothing is allocated for a message. */
final class Subscriber {
    /** The longest wait for a message, and the longest sleep, before it looks whether there is anything else to do. */
    static final long PATIENCE_NANOS = Duration.ofMillis(10).toNanos();

    private final MessageLayout layout;
    private final int messageBytes;
    private final long slowNanos;
    private final boolean mayReorder;
    private final NanoClock clock;
    private final Histogram latencies = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
    private final Histogram ages = new Histogram(Recorder.MAX_LATENCY_NANOS, Recorder.SIGNIFICANT_DIGITS);
    private long heldNanos;
    private long taken;
    private long firstNanos;
    private long firstSequence;
    private long counted;
    private volatile long received;
    private volatile long sequence = -1;
    private boolean sleeps;

    /** When each kept message was taken, and its latency, one after the other. */
    private final long[] samples;

    private int sampleNumbers;
    private boolean hasLastAge;

    /** When the publisher had sent the batch, in nanoseconds; 0 until then. */
    private volatile long endNanos;

    /**
     * A subscriber that has received nothing.
     *
     * @param messageBytes size of a message, in bytes
     * @param slowNanos time that it takes for a message, in nanoseconds; 0 if it takes none
     * @param mayReorder whether a message may come after a later one
     * @param kept number of timed messages that it keeps at most
     */
    Subscriber(MessageLayout layout, int messageBytes, long slowNanos, boolean mayReorder, int kept, NanoClock clock) {
        samples = new long[2 * kept];
        this.layout = layout;
        this.messageBytes = messageBytes;
        this.slowNanos = slowNanos;
        this.mayReorder = mayReorder;
        this.clock = clock;
    }

    boolean isSlow() {
        return slowNanos > 0;
    }

    /**
     * Called before a batch.
     *
     * @param takesTime whether it sleeps if it is slow
     */
    void prepare(boolean takesTime) {
        latencies.reset();
        ages.reset();
        sampleNumbers = 0;
        heldNanos = 0;
        taken = 0;
        firstNanos = 0;
        firstSequence = -1;
        counted = 0;
        received = 0;
        sleeps = takesTime && isSlow();
        hasLastAge = false;
        endNanos = 0;
    }

    /** Called when the publisher has sent the batch: a slow subscriber does not sleep any more, and only counts what still waits for it. */
    void endOfPublishing(long nanos) {
        endNanos = nanos;
    }

    /** Takes messages until the batch ends. */
    boolean batch(Subscription subscription, long number) throws IOException {
        while (!isEndOf(number, subscription.receiveWithin(PATIENCE_NANOS))) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while waiting for a message");
            }
        }
        return true;
    }

    private boolean isEndOf(long number, @Nullable ByteBuffer message) throws IOException {
        if (message == null) {
            return false;
        }
        if (message.remaining() != messageBytes) {
            throw new IOException("received %d bytes, expected %d".formatted(message.remaining(), messageBytes));
        }
        long told = layout.sequence(message);
        boolean isLast = layout.check(message, told);
        long nanos = layout.sendTimeNanos(message);
        if (isLast) {
            if (nanos == number) {
                noteAge(clock.nanos(), endNanos);
            }
            return nanos == number;
        }
        take(told, nanos, clock.nanos());
        return false;
    }

    private void take(long told, long due, long now) throws IOException {
        if (told <= sequence) {
            if (!mayReorder) {
                throw new IOException("message %d came after message %d".formatted(told, sequence));
            }
            received = ++counted; // not lost, but no newer value
            return;
        }
        sequence = told;
        if (counted == 0) {
            firstNanos = now;
            firstSequence = told;
        }
        received = ++counted;
        long end = endNanos;
        boolean isPublishing = end == 0;
        if (isPublishing || !isSlow()) {
            long nanos = Math.min(Math.max(0, now - due), Recorder.MAX_LATENCY_NANOS);
            latencies.recordValue(nanos);
            if (sampleNumbers < samples.length) {
                samples[sampleNumbers++] = now;
                samples[sampleNumbers++] = nanos;
            }
        }
        noteAge(now, end);
        heldNanos = due;
        if (isPublishing) {
            taken++;
            if (sleeps) {
                takeTime(now + slowNanos);
            }
        }
    }

    /**
     * Notes the age of the newest value before the next one replaces it, and once when the publisher has sent the last one.
     *
     * @param end when it has, in nanoseconds; 0 if it has not
     */
    private void noteAge(long now, long end) {
        if (heldNanos != 0 && !hasLastAge) {
            long until = end == 0 ? now : Math.min(end, now);
            ages.recordValue(Math.min(Math.max(0, until - heldNanos), Recorder.MAX_LATENCY_NANOS));
            hasLastAge = end != 0;
        }
    }

    private void takeTime(long untilNanos) {
        for (long now = clock.nanos(); now < untilNanos && endNanos == 0; now = clock.nanos()) {
            LockSupport.parkNanos(Math.min(untilNanos - now, PATIENCE_NANOS));
        }
    }

    /** Number of messages of the batch so far. */
    long received() {
        return received;
    }

    /** Number of the last message; -1 if there was none. */
    long sequence() {
        return sequence;
    }

    /** When it had the batch's first message, in nanoseconds; 0 if it had none. */
    long firstNanos() {
        return firstNanos;
    }

    /** Number of messages of the batch up to this one, if it received all from its first one on. */
    long upTo(long other) {
        return firstSequence < 0 ? 0 : Math.min(received, Math.max(0, other - firstSequence + 1));
    }

    /** Hands over the messages that it has kept of the last batch. */
    void addSamples(Recorder recorder) {
        recorder.addSamples(samples, sampleNumbers);
    }

    /** What it has noted in a batch of this number of messages. */
    OfClass notes(long published) {
        return new OfClass(1, received, published - received, taken, latencies.copy(), ages.copy());
    }
}
