package org.ipcbench.measure.sample;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Records what one half of a workload observes: a message counter, the latencies of the sampled messages, and losses. Nothing is
 * allocated after construction.
 */
public final class Recorder {
    /** Longer latencies, for example of a load that falls behind for hours, are recorded as this value. */
    public static final long MAX_LATENCY_NANOS = Duration.ofHours(1).toNanos();

    public static final int SIGNIFICANT_DIGITS = 3;

    /** Number of the slowest messages. */
    private static final int KEPT = 16;

    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);
    private long messages;
    private Losses losses = Losses.NONE;
    private long elapsedNanos;
    private List<Checksum> contents = List.of();
    private Optional<OfferedLoad> offer = Optional.empty();
    private Optional<WorkTime> work = Optional.empty();
    private Optional<UnderWay> underWay = Optional.empty();
    private Optional<CallParts> parts = Optional.empty();
    private Optional<FanOutNotes> fanOut = Optional.empty();
    /** The largest size of each class, and the latencies of the class; empty unless latencies are divided by size. */
    private List<Integer> largestBytes = List.of();

    private Histogram[] bySize = {};

    private Slow[] slowest = {};
    private final AtomicBoolean isNoticed = new AtomicBoolean();
    private Consumer<Notice> toldOf = unheard -> {};
    private LongConsumer toldOfRepeated = unheard -> {};
    private long repeated;
    private NanoClock clock = () -> 0;
    /** Shorter latencies are not among the slowest; none is unless they are kept. */
    private long slowestFromNanos = Long.MAX_VALUE;

    /** When each timed message ended, and its latency, one after the other; empty unless they are kept. */
    private long[] samples = {};

    private int sampleNumbers;

    /** Shorter latencies are not kept at all: a recorder that keeps nothing only compares. */
    private long keptFromNanos = Long.MAX_VALUE;

    /**
     * From now on, latencies are also recorded by size.
     *
     * @param classes the largest size of each class, in bytes
     */
    public void divide(List<Integer> classes) {
        largestBytes = List.copyOf(classes);
        bySize = new Histogram[classes.size()];
        Arrays.setAll(bySize, unused -> new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS));
    }

    /** Counts one message or round trip. */
    public void countMessage() {
        messages++;
    }

    /** Records the latency of a sampled message, in nanoseconds; a negative one is an error of the clock. */
    public void recordLatency(long nanos) {
        latencies.recordValue(Math.min(nanos, MAX_LATENCY_NANOS));
        if (nanos > keptFromNanos) {
            keep(nanos);
        }
    }

    /** From now on, the slowest of the sampled messages are kept with the times at which they ended. */
    public void keepSlowest(NanoClock byClock) {
        slowest = new Slow[KEPT];
        Arrays.setAll(slowest, unused -> new Slow());
        clock = byClock;
        forgetKept();
    }

    /**
     * From now on, the first of the timed messages are kept with the times at which they ended.
     *
     * @param most their number
     */
    public void keepSamples(int most, NanoClock byClock) {
        samples = new long[2 * most];
        clock = byClock;
        forgetKept();
    }

    private void forgetKept() {
        slowestFromNanos = slowest.length == 0 ? Long.MAX_VALUE : 0;
        keptFromNanos = samples.length == 0 ? slowestFromNanos : -1;
        sampleNumbers = 0;
        for (Slow each : slowest) {
            each.nanos = 0;
        }
    }

    private void keep(long nanos) {
        if (sampleNumbers < samples.length) {
            samples[sampleNumbers++] = clock.nanos();
            samples[sampleNumbers++] = nanos;
        }
        if (nanos > slowestFromNanos) {
            keepSlow(nanos);
        }
    }

    /** When each kept message ended, and its latency, one after the other, then zeros. */
    public long[] samples() {
        return samples;
    }

    /** Number of times and latencies of kept messages, two for each. */
    public int sampleNumbers() {
        return sampleNumbers;
    }

    /** The fastest of those that are kept makes room. */
    private void keepSlow(long nanos) {
        Slow least = slowest[0];
        for (Slow each : slowest) {
            least = each.nanos < least.nanos ? each : least;
        }
        least.nanos = nanos;
        least.endNanos = clock.nanos();
        long from = nanos;
        for (Slow each : slowest) {
            from = Math.min(from, each.nanos);
        }
        slowestFromNanos = from;
        keptFromNanos = samples.length == 0 ? from : -1;
    }

    /** Whether the slowest messages are kept. */
    public boolean keepsSlowest() {
        return slowest.length > 0;
    }

    /** The slowest of the sampled messages; none unless they are kept. */
    public List<SlowMessage> slowest() {
        return Stream.of(slowest)
                .filter(each -> each.nanos > 0)
                .map(each -> new SlowMessage(each.endNanos, each.nanos))
                .toList();
    }

    /** A kept message. */
    private static final class Slow {
        private long nanos;
        private long endNanos;
    }

    /**
     * One of the slowest messages.
     *
     * @param endNanos when it ended, by the machine's monotonic clock, in nanoseconds
     * @param nanos its latency, in nanoseconds
     */
    public record SlowMessage(long endNanos, long nanos) {}

    /** Records the latency of a sampled message whose size is of this class, in nanoseconds. */
    public void recordLatency(long nanos, int sizeClass) {
        recordLatency(nanos);
        bySize[sizeClass].recordValue(Math.min(nanos, MAX_LATENCY_NANOS));
    }

    /** Sets the consumer of what this half finds out about the other peer's end, or of its own. */
    public void onNotice(Consumer<Notice> consumer) {
        toldOf = consumer;
    }

    /** Tells of the other peer's end, or of this one's, at once: the thread that exchanges messages may never return. Only the first one counts. */
    public void recordNotice(Notice notice) {
        if (!isNoticed.getAndSet(true)) {
            toldOf.accept(notice);
        }
    }

    /** Sets the consumer of the number of messages that arrived again. It is told during a batch, in which a peer may die. */
    public void onRepeated(LongConsumer consumer) {
        toldOfRepeated = consumer;
    }

    /** Counts a message that had arrived before. */
    public void countRepeated() {
        toldOfRepeated.accept(++repeated);
    }

    /**
     * The end of a peer.
     *
     * @param nanos when the other peer knew, or the peer itself ended, by the machine's monotonic clock, in nanoseconds
     * @param by how the other peer knew; null from the peer that ended
     * @param words what the transport said; may be empty
     * @param beatNanos mean CPU time that a sign of life took the peer, in nanoseconds; 0 if there were none
     */
    public record Notice(long nanos, @Nullable By by, String words, double beatNanos) {
        private static final int MAX_WORDS = 200;

        /** How a peer finds out. */
        public enum By {
            END_OF_STREAM("end of stream"),
            ERROR("error"),
            /** Signs of life were missing. */
            HEARTBEAT("heartbeat");

            private final String label;

            By(String label) {
                this.label = label;
            }

            /** The name in tables. */
            public String label() {
                return label;
            }
        }

        public Notice {
            words = words.length() <= MAX_WORDS ? words : words.substring(0, MAX_WORDS);
        }

        /** This peer has ended. */
        public static Notice ofItself(long nanos) {
            return new Notice(nanos, null, "", 0);
        }
    }

    /** Records what went wrong with the messages of the batch that has just ended. */
    public void recordLosses(Losses inBatch) {
        losses = inBatch;
    }

    /**
     * Records the duration of the batch that has just ended, in nanoseconds, if the half knows it better than its
     * caller.
     */
    public void recordElapsed(long nanos) {
        elapsedNanos = nanos;
    }

    /** Records the checksum of the file's part that the batch which has just ended carried. */
    public void recordContent(Checksum content) {
        contents = List.of(content);
    }

    /** Records the load that the schedule offered in the batch that has just ended. */
    public void recordOffer(OfferedLoad inBatch) {
        offer = Optional.of(inBatch);
    }

    /** Forgets what work took so far. */
    public void forgetWork() {
        work = Optional.empty();
    }

    /** Records what the server's work in the batch that has just ended took. */
    public void recordWork(WorkTime inBatch) {
        work = Optional.of(inBatch);
    }

    /** Records how many messages the batch that has just ended had under way. */
    public void recordUnderWay(UnderWay inBatch) {
        underWay = Optional.of(inBatch);
    }

    /** Records the parts of the calls of the batch that has just ended. */
    public void recordParts(CallParts inBatch) {
        parts = Optional.of(inBatch);
    }

    /** Records what subscribers noted of the batch that has just ended. */
    public void recordFanOut(FanOutNotes inBatch) {
        fanOut = Optional.of(inBatch);
    }

    /** Adds latencies that others have recorded. */
    public void recordLatencies(Histogram others) {
        latencies.add(others);
    }

    /** Number of messages that are kept at most. */
    public int mostSamples() {
        return samples.length / 2;
    }

    /**
     * Keeps messages that others have timed, as far as there is room.
     *
     * @param others when each ended, and its latency, one after the other
     * @param numbers number of these numbers
     */
    public void addSamples(long[] others, int numbers) {
        int added = Math.min(numbers, samples.length - sampleNumbers);
        System.arraycopy(others, 0, samples, sampleNumbers, added);
        sampleNumbers += added;
    }

    public long messages() {
        return messages;
    }

    /** Losses of the last batch. */
    public Losses losses() {
        return losses;
    }

    /** Duration that the last batch recorded, in nanoseconds; {@code otherwise} if it recorded none. */
    public long elapsedNanosOr(long otherwise) {
        return elapsedNanos > 0 ? elapsedNanos : otherwise;
    }

    /** Checksum of the file that the last batch carried; empty if it carried none. */
    public List<Checksum> contents() {
        return contents;
    }

    /** The load that the schedule of the last batch offered; empty if it had none. */
    public Optional<OfferedLoad> offer() {
        return offer;
    }

    /** What the server's work in the last batch took; empty if it did none. */
    public Optional<WorkTime> work() {
        return work;
    }

    /** How many messages the last batch had under way; empty if its half has not counted them. */
    public Optional<UnderWay> underWay() {
        return underWay;
    }

    /** The parts of the last batch's calls; empty if none was timed. */
    public Optional<CallParts> parts() {
        return parts;
    }

    /** What subscribers noted of the last batch; empty if there are none. */
    public Optional<FanOutNotes> fanOut() {
        return fanOut;
    }

    /** Returns a copy of the latencies so far. */
    public Histogram latencies() {
        return latencies.copy();
    }

    /** The largest size of each class by which latencies are divided, in bytes; empty if they are not divided. */
    public List<Integer> sizeClasses() {
        return largestBytes;
    }

    /** Returns a copy of the latencies of each class so far. */
    public List<Histogram> latenciesBySize() {
        return Stream.of(bySize).map(Histogram::copy).toList();
    }

    /** Clears everything, between warm-up and measured part. */
    public void reset() {
        latencies.reset();
        forgetKept();
        Stream.of(bySize).forEach(Histogram::reset);
        messages = 0;
        repeated = 0;
        losses = Losses.NONE;
        elapsedNanos = 0;
        contents = List.of();
        offer = Optional.empty();
        work = Optional.empty();
        underWay = Optional.empty();
        parts = Optional.empty();
        fanOut = Optional.empty();
    }
}
