package org.ipcbench.workload.publish;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.FanOut.Subscription;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.publish.Agreement.Kind;
import org.ipcbench.workload.publish.Agreement.Published;
import org.ipcbench.workload.publish.Agreement.Request;
import org.ipcbench.workload.publish.FanOutNotes.OfClass;
import org.ipcbench.workload.publish.SubscriberEnd.Joined;
import org.jspecify.annotations.Nullable;

/** Asks for batches, and lets all subscribers take them. */
final class SubscriberHalf implements ClientHalf {
    /** A batch's end that may have been lost is said again after this time, and then after twice as long each time. */
    private static final long AGAIN_NANOS = Duration.ofMillis(20).toNanos();

    /** Looks at the clock while all others work. */
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    /** A batch of one message would end the warm-up. */
    private static final long MIN_REHEARSED = 2;

    private final Publish publish;
    private final SubscriberEnd end;
    private final Agreement agreement;
    private final Recorder recorder;
    private final NanoClock clock;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final List<Joined> joined;
    private final MessageSizes sizes;
    private long batch;
    private boolean isJoinRehearsed;

    /**
     * What one subscriber does in a batch.
     *
     * @param end when it has received the batch's end
     */
    private record Part(Joined joined, Future<?> end) {
        /** A subscriber that has the end takes it as often as it is said again, and leaves its channel room. */
        Future<?> ignoreRest(AtomicBoolean isOver) {
            return joined.thread().begin(() -> {
                Subscription subscription = joined.subscription();
                while (!isOver.get()) {
                    subscription.receiveWithin(Subscriber.PATIENCE_NANOS);
                }
                return true;
            });
        }
    }

    /** The subscriber that joins in the middle. */
    private static final class Late {
        private final Subscriber subscriber;
        private volatile long joinNanos;
        private volatile long publishedBefore;
        private @Nullable Joined joined;

        Late(Subscriber subscriber) {
            this.subscriber = subscriber;
        }
    }

    SubscriberHalf(Publish publish, SubscriberEnd end, Recorder recorder, NanoClock clock) {
        this.publish = publish;
        this.end = end;
        this.recorder = recorder;
        this.clock = clock;
        agreement = new Agreement(end.agreed());
        joined = end.joined();
        int fast = publish.subscribers() - publish.slow().number();
        int timed = fast > 0 ? fast : publish.subscribers(); // whose latencies are the cell's
        for (int i = 0; i < publish.subscribers(); i++) {
            subscribers.add(
                    subscriber(i >= fast ? publish.slow().nanos() : 0, i < timed ? recorder.mostSamples() / timed : 0));
        }
        sizes = new MessageSizes(publish.requestBytes(), 0);
    }

    private Subscriber subscriber(long slowNanos, int kept) {
        return new Subscriber(
                MessageLayout.ofSize(publish.requestBytes(), publish.payload()),
                publish.requestBytes(),
                slowNanos,
                end.mayReorder(),
                kept,
                clock);
    }

    @Override
    public MessageSizes sizes() {
        return sizes;
    }

    @Override
    public void step() {
        throw new UnsupportedOperationException("subscribers take whole batches");
    }

    @Override
    public void finishBatch() {
        throw new UnsupportedOperationException("subscribers take whole batches");
    }

    /** All messages are timed. */
    @Override
    public boolean takesSamples() {
        return true;
    }

    @Override
    public void sampleEvery(long interval) {
        // one clock reading a message does not change what is paced
    }

    @Override
    public void batch(long messages, BatchTimer part, double messageNanos) throws IOException {
        part.beginLasting((long) (messages * messageNanos));
        exchange(Request.ofWarmUp(++batch, messages, false), part, 0, null);
    }

    /** In the first one a subscriber joins and leaves, if that is possible: libraries have code for it that would be compiled in the measured part. */
    @Override
    public long rehearse(long nanos, BatchTimer part, double messageNanos) throws IOException {
        part.beginLasting(nanos);
        long messages = Math.max(MIN_REHEARSED, (long) (nanos / publish.rehearsedGapNanos()));
        Late late = isJoinRehearsed || !end.mayJoinAgain() ? null : new Late(subscriber(0, 0));
        isJoinRehearsed = true;
        long published = exchange(Request.ofWarmUp(++batch, messages, true), part, nanos, late)
                .messages();
        if (late != null && late.joined != null) {
            end.leave(late.joined);
        }
        return published;
    }

    @Override
    public long batchLasting(long nanos, BatchTimer part, double messageNanos) throws IOException {
        part.beginLasting(nanos);
        Late late = new Late(subscriber(0, 0));
        Published published = exchange(new Request(Kind.RUN, ++batch, Long.MAX_VALUE, nanos, true), part, nanos, late);
        note(published, late);
        return published.messages();
    }

    /**
     * @param nanos for about how long messages are published, in nanoseconds
     * @param late joins in the middle of the time; null if nobody does
     */
    private Published exchange(Request run, BatchTimer part, long nanos, @Nullable Late late) throws IOException {
        // in the warm-up nobody is slow, but times are noted, so that the code is compiled
        subscribers.forEach(each -> each.prepare(run.isMeasured()));
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < subscribers.size(); i++) {
            Subscriber subscriber = subscribers.get(i);
            Joined each = joined.get(i);
            parts.add(new Part(each, each.thread().begin(() -> subscriber.batch(each.subscription(), run.batch()))));
        }
        agreement.ask(run);
        if (late != null) {
            parts.add(join(late, run.batch(), nanos));
            look(nanos, part, parts);
        }
        Published published = agreement.answer();
        part.skipGap();
        long endNanos = clock.nanos();
        subscribers.forEach(each -> each.endOfPublishing(endNanos));
        awaitEnds(parts, run.batch(), part);
        agreement.ask(new Request(Kind.DONE, run.batch(), 0, 0, false));
        agreement.answer();
        part.end();
        return published;
    }

    private Part join(Late late, long number, long nanos) {
        long joinAt = clock.nanos() + nanos / 2;
        OwnThread thread = new OwnThread("late-subscriber");
        Future<Subscription> joining = thread.begin(() -> {
            sleepUntil(joinAt);
            late.publishedBefore =
                    subscribers.stream().mapToLong(Subscriber::sequence).max().orElse(-1);
            late.subscriber.prepare(false);
            late.joinNanos = clock.nanos();
            return end.open(publish.subscribers());
        });
        Joined last = end.later(thread, joining);
        late.joined = last;
        return new Part(last, thread.begin(() -> late.subscriber.batch(last.subscription(), number)));
    }

    /** While the others work, looks at the clock and counts what a fast subscriber takes; a failure ends the wait. */
    private void look(long nanos, BatchTimer part, List<Part> parts) throws IOException {
        long until = part.startNanos() + nanos;
        for (long now = part.checkClock(); now < until; now = part.checkClock()) {
            sleepUntil(Math.min(until, now + LOOK_NANOS));
            count();
            requireNoFailure(parts);
        }
    }

    private static void requireNoFailure(List<Part> parts) throws IOException {
        for (Part each : parts) {
            if (each.end.isDone()) {
                OwnThread.await(each.end);
            }
        }
    }

    private void count() {
        long most = 0;
        for (Subscriber each : subscribers) {
            most = Math.max(most, each.received());
        }
        for (long counted = recorder.messages(); counted < most; counted++) {
            recorder.countMessage();
        }
    }

    private void awaitEnds(List<Part> parts, long number, BatchTimer part) throws IOException {
        AtomicBoolean isOver = new AtomicBoolean();
        Map<Part, Future<?>> ignoring = new HashMap<>();
        long againNanos = AGAIN_NANOS;
        try {
            for (Part each : parts) {
                while (!OwnThread.isOver(each.end, againNanos)) {
                    part.checkClock();
                    requireNoFailure(parts);
                    if (end.mayLose()) {
                        againNanos *= 2;
                        parts.stream()
                                .filter(other -> other.end.isDone())
                                .forEach(other -> ignoring.computeIfAbsent(other, has -> has.ignoreRest(isOver)));
                        agreement.ask(new Request(Kind.END, number, 0, 0, false));
                        agreement.answer();
                    }
                }
            }
        } finally {
            isOver.set(true);
        }
        for (Future<?> each : ignoring.values()) {
            OwnThread.await(each); // or it would take what comes next
        }
    }

    private void note(Published published, Late late) {
        OfClass fast = ofClass(false, published.messages());
        OfClass slow = ofClass(true, published.messages());
        long firstNanos = late.subscriber.firstNanos();
        OfClass timed = fast == null ? slow : fast;
        if (timed != null) {
            recorder.recordLatencies(timed.latencies());
            subscribers.forEach(each -> each.addSamples(recorder));
        }
        recorder.recordElapsed(published.nanos());
        FanOutNotes notes = new FanOutNotes(
                end.label(),
                published.messages(),
                published.nanos(),
                published.longestNanos(),
                fast,
                slow,
                new FanOutNotes.Late(
                        firstNanos == 0 ? null : firstNanos - late.joinNanos,
                        late.subscriber.upTo(late.publishedBefore),
                        late.subscriber.received()));
        recorder.recordOwn(notes::told);
    }

    private @Nullable OfClass ofClass(boolean isSlow, long published) {
        return subscribers.stream()
                .filter(each -> each.isSlow() == isSlow)
                .map(each -> each.notes(published))
                .reduce(OfClass::plus)
                .orElse(null);
    }

    private void sleepUntil(long nanos) {
        for (long now = clock.nanos(); now < nanos && !Thread.currentThread().isInterrupted(); now = clock.nanos()) {
            LockSupport.parkNanos(nanos - now);
        }
    }
}
