package org.ipcbench.workload.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.FanOut.Publication;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.publish.Agreement.Published;
import org.ipcbench.workload.publish.Agreement.Request;

/** Publishes what the subscribers' side asks for. */
final class PublisherHalf implements ServerHalf {
    /** A sleep seldom ends later than this; for the rest, subscribers may have the CPU, which is the publisher's if they are pinned to one. */
    static final long WAKE_UP_NANOS = Duration.ofNanos(100_000).toNanos();

    private static final double HALF = 0.5;

    private final Publish publish;
    private final Publication publication;
    private final Agreement agreement;
    private final Recorder recorder;
    private final NanoClock clock;
    private final MessageLayout layout;
    private final ByteBuffer message;
    private long sequence;
    private long longestNanos;
    private boolean lateIsAwaited;

    PublisherHalf(Publish publish, PublisherEnd end, Recorder recorder, NanoClock clock) {
        this.publish = publish;
        this.recorder = recorder;
        this.clock = clock;
        publication = end.publication();
        agreement = new Agreement(end.agreed());
        layout = MessageLayout.ofSize(publish.requestBytes(), publish.payload());
        message = AlignedMemory.allocate(publish.requestBytes());
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(message.capacity(), 0);
    }

    @Override
    public boolean step() {
        throw new UnsupportedOperationException("a publisher sends whole batches");
    }

    @Override
    public long batch(BatchTimer part) throws IOException {
        long published = 0;
        while (true) {
            Request request = agreement.next();
            switch (request.kind()) {
                case RUN -> {
                    Published done = run(request, part);
                    published = done.messages();
                    agreement.answer(done);
                    end(request.batch());
                }
                case END -> {
                    end(request.batch());
                    agreement.answer(Published.NOTHING);
                }
                case DONE -> {
                    part.end();
                    agreement.answer(Published.NOTHING);
                    return published;
                }
            }
        }
    }

    private Published run(Request request, BatchTimer part) throws IOException {
        longestNanos = 0;
        long first = sequence;
        long start = clock.nanos();
        long end = request.isMeasured() ? start + request.nanos() : Long.MAX_VALUE;
        long half = request.isMeasured() ? start + (long) (HALF * request.nanos()) : Long.MAX_VALUE;
        double pacedNanos = request.isMeasured() ? publish.gapNanos() : publish.rehearsedGapNanos();
        double gapNanos = request.isPaced() ? pacedNanos : 0;
        long due = start;
        part.checkClock();
        while (sequence - first < request.messages() && due < end) {
            long now = awaitTime(due);
            if (now >= half) { // of the time, and not of the messages, which may be behind it
                awaitLate();
            }
            if (now >= end) {
                break;
            }
            send(due);
            if (part.isDue()) {
                part.checkClock();
            }
            due = start + (long) ((sequence - first) * gapNanos);
        }
        if (request.isMeasured()) {
            awaitLate();
        }
        return new Published(sequence - first, Math.max(1, clock.nanos() - start), longestNanos);
    }

    private void awaitLate() {
        if (!lateIsAwaited && publication instanceof InTurn channels) {
            channels.acceptLate();
        }
        lateIsAwaited = true;
    }

    private void send(long due) throws IOException {
        layout.write(message, sequence, 0, due);
        long before = clock.nanos();
        publication.publish(message);
        longestNanos = Math.max(longestNanos, clock.nanos() - before);
        sequence++;
        recorder.countMessage();
    }

    /** Tells all subscribers that the batch has ended; the last message carries the batch's number in place of its time. */
    private void end(long batch) throws IOException {
        layout.write(message, sequence, MessageLayout.LAST, batch);
        if (publication instanceof InTurn channels) {
            channels.end(message);
        } else {
            publication.publish(message);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a scheduler that ignores it has another CPU for the subscribers
    private long awaitTime(long nanos) {
        long now = clock.nanos();
        while (now < nanos) {
            if (nanos - now > WAKE_UP_NANOS) {
                LockSupport.parkNanos(nanos - now - WAKE_UP_NANOS);
            } else {
                Thread.yield();
            }
            now = clock.nanos();
        }
        return now;
    }

    @Override
    public void linger() throws IOException {
        agreement.linger();
    }
}
