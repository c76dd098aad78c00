package org.ipcbench.workload.shape;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.workload.codec.Codecs;
import org.jspecify.annotations.Nullable;

/**
 * How a call looks.
 *
 * @param requestBytes size of the request, in bytes; of a mix, the mean
 * @param ownAnswerBytes size of the answer, in bytes, if it is given apart, of a mix with answers the mean; {@link #AS_REQUEST} if the
 *     answer has the request's size
 * @param work what the server does before it answers; of a mix with work, the mean
 * @param inFlight number of requests that are under way on a connection at once
 * @param mix the sizes of requests that differ; null if all have the same size
 * @param codec the codec that writes and reads requests and answers; {@link Codecs#RAW} for none
 */
public record Shape(
        int requestBytes,
        int ownAnswerBytes,
        Work work,
        int inFlight,
        @Nullable SizeMix mix,
        String codec) {
    /** The answer has the request's size. */
    public static final int AS_REQUEST = 0;

    /** Each request under way takes some bytes of the client's memory. */
    public static final int MAX_IN_FLIGHT = 100_000;

    /**
     * What distinguishes calls from plain ones, as stored in a record.
     *
     * @param answerBytes size of an answer, in bytes; null if it has the request's size
     * @param workNanos time of the server's work for each request, in nanoseconds; null if it does none
     * @param workKind how the work passes the time, as the user writes it; null if it does none
     * @param touchedBytes the memory over which each peer walks; null for other work
     * @param inFlight number of requests under way on a connection; null for one
     * @param mix the sizes of requests that differ; null if all have the same size
     * @param codec the codec; null for none
     */
    public record Terms(
            @Nullable Integer answerBytes,
            @Nullable Long workNanos,
            @Nullable String workKind,
            @Nullable Integer touchedBytes,
            @Nullable Integer inFlight,
            SizeMix.@Nullable Terms mix,
            @Nullable String codec) {
        /** The calls with these terms, which are null for plain ones. */
        public static Shape asked(int requestBytes, @Nullable Terms terms) {
            return terms == null
                    ? Shape.of(requestBytes)
                    : new Shape(
                            requestBytes,
                            Objects.requireNonNullElse(terms.answerBytes, AS_REQUEST),
                            terms.work(),
                            Objects.requireNonNullElse(terms.inFlight, 1),
                            terms.mix == null ? null : terms.mix.asked(),
                            Objects.requireNonNullElse(terms.codec, Codecs.RAW));
        }

        private Work work() {
            if (touchedBytes != null) {
                return Work.touching(touchedBytes);
            }
            if (workNanos == null) {
                return Work.NONE;
            }
            return new Work(
                    Optional.ofNullable(workKind)
                            .flatMap(Work.Kind::labelled)
                            .orElseThrow(() -> new IllegalArgumentException("no work " + workKind)),
                    workNanos);
        }
    }

    public Shape {
        if (ownAnswerBytes < AS_REQUEST) {
            throw new IllegalArgumentException("ownAnswerBytes must not be negative, was " + ownAnswerBytes);
        }
        if (inFlight < 1 || inFlight > MAX_IN_FLIGHT) {
            throw new IllegalArgumentException(
                    "inFlight must be between 1 and %d, was %d".formatted(MAX_IN_FLIGHT, inFlight));
        }
    }

    /** A plain call: a request that is answered at once, by an answer of the same size, before the next one is sent. */
    public static Shape of(int requestBytes) {
        return new Shape(requestBytes, AS_REQUEST, Work.NONE, 1, null, Codecs.RAW);
    }

    /** Calls whose requests have the sizes of a mix, and whose answers and work are those of the mix if it has any. */
    public static Shape of(SizeMix mix) {
        int[] answers = mix.answers();
        return new Shape(
                SizeQuantiles.of(mix).meanBytes(),
                answers.length == 0 ? AS_REQUEST : SizeQuantiles.of(answers).meanBytes(),
                Work.ofEach(mix.workNanos()),
                1,
                mix,
                Codecs.RAW);
    }

    /** Returns a copy with requests of this size, in bytes. */
    public Shape asking(int otherBytes) {
        return new Shape(otherBytes, ownAnswerBytes, work, inFlight, otherBytes == requestBytes ? mix : null, codec);
    }

    /** Returns a copy with answers of this size, in bytes. */
    public Shape answeredBy(int otherBytes) {
        return new Shape(requestBytes, otherBytes, work, inFlight, mix, codec);
    }

    /** Returns a copy with other work of the server. */
    public Shape worked(Work other) {
        return new Shape(requestBytes, ownAnswerBytes, other, inFlight, mix, codec);
    }

    /** Returns a copy with this number of requests under way. */
    public Shape inFlight(int number) {
        return new Shape(requestBytes, ownAnswerBytes, work, number, mix, codec);
    }

    /** Returns a copy that this codec writes and reads. */
    public Shape coded(String other) {
        return new Shape(requestBytes, ownAnswerBytes, work, inFlight, mix, other);
    }

    /** Whether a codec writes and reads requests and answers. */
    public boolean isCoded() {
        return !codec.equals(Codecs.RAW);
    }

    /** Returns a copy of which only the sizes and the codec are left: what the harness itself does for a call. */
    public Shape bare() {
        return new Shape(requestBytes, ownAnswerBytes, Work.NONE, 1, mix, codec);
    }

    /** Size of the largest request, in bytes. */
    public int largestRequestBytes() {
        return mix == null ? requestBytes : mix.largestBytes();
    }

    /** Size of the largest request or answer, in bytes; of those that a codec writes, an upper bound. */
    public int largestBytes() {
        if (isCoded()) {
            return Math.max(Codecs.mostBytes(codec, requestBytes), Codecs.mostBytes(codec, answerBytes()));
        }
        int largest = Math.max(largestRequestBytes(), ownAnswerBytes);
        return mix == null ? largest : IntStream.of(mix.answers()).reduce(largest, Math::max);
    }

    /** Size of the answer, in bytes; of a mix's answers that have the requests' sizes, the mean. */
    public int answerBytes() {
        return ownAnswerBytes == AS_REQUEST ? requestBytes : ownAnswerBytes;
    }

    /** Makes what does the server's work; called by the thread that will use it. */
    public Worker worker(NanoClock clock) {
        return work.worker(clock, mix == null ? new long[0] : mix.workNanos());
    }

    /** The values that a record keeps; null for plain calls. */
    public @Nullable Terms terms() {
        boolean idle = !work.isAsked();
        boolean touches = work.kind() == Work.Kind.TOUCH;
        return equals(of(requestBytes))
                ? null
                : new Terms(
                        ownAnswerBytes == AS_REQUEST ? null : ownAnswerBytes,
                        idle || touches ? null : work.nanos(),
                        idle || touches ? null : work.kind().label(),
                        touches ? work.touchedBytes() : null,
                        inFlight == 1 ? null : inFlight,
                        mix == null ? null : mix.terms(),
                        isCoded() ? codec : null);
    }

    /** Whether a call consists of two equal ways, so that half a round trip is one of them. */
    public boolean isSymmetric() {
        boolean equal = ownAnswerBytes == AS_REQUEST || (mix == null && ownAnswerBytes == requestBytes);
        return equal && work.equals(Work.NONE) && inFlight == 1;
    }

    /**
     * How the sizes of a mix are distributed.
     *
     * @param meanBytes the mean, in bytes
     * @param p50Bytes the median, in bytes
     * @param p90Bytes the size that nine tenths of the requests do not exceed, in bytes
     * @param p99Bytes the size that 99 of 100 requests do not exceed, in bytes
     * @param largestBytes the largest size, in bytes
     */
    public record SizeQuantiles(int meanBytes, int p50Bytes, int p90Bytes, int p99Bytes, int largestBytes) {
        /** With at most this number of sizes, each is a class of its own. */
        private static final int MAX_CLASSES = 8;

        private static final int MEDIAN = 50;
        private static final int NINE_TENTHS = 90;
        private static final int TAIL = 99;
        private static final int ALL = 100;

        public static SizeQuantiles of(SizeMix mix) {
            return of(mix.sequence());
        }

        public static SizeQuantiles of(int[] sequence) {
            int[] ascending = sequence.clone();
            Arrays.sort(ascending);
            return new SizeQuantiles(
                    (int) Math.max(
                            1, Math.round(Arrays.stream(ascending).average().orElseThrow())),
                    at(ascending, MEDIAN),
                    at(ascending, NINE_TENTHS),
                    at(ascending, TAIL),
                    at(ascending, ALL));
        }

        private static int at(int[] ascending, int percent) {
            return ascending[(int) Math.max(0, Math.ceil(percent / 100.0 * ascending.length) - 1)];
        }

        /** The largest size of each class by which latencies are divided, in ascending order and in bytes. */
        public static List<Integer> classes(int[] sequence) {
            List<Integer> sizes =
                    IntStream.of(sequence).sorted().distinct().boxed().toList();
            if (sizes.size() <= MAX_CLASSES) {
                return sizes;
            }
            SizeQuantiles quantiles = of(sequence);
            return Stream.of(quantiles.p50Bytes, quantiles.p90Bytes, quantiles.p99Bytes, quantiles.largestBytes)
                    .distinct()
                    .toList();
        }

        /** For people, such as {@code mean 1319, p50 800, p90 2882, p99 8190, largest 24500 bytes}. */
        public String text() {
            return "mean %d, p50 %d, p90 %d, p99 %d, largest %d bytes"
                    .formatted(meanBytes, p50Bytes, p90Bytes, p99Bytes, largestBytes);
        }
    }
}
