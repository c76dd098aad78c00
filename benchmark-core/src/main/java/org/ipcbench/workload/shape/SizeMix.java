package org.ipcbench.workload.shape;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.ipcbench.workload.shape.Shape.SizeQuantiles;
import org.jspecify.annotations.Nullable;

/** Sizes of requests that differ from call to call. Both peers make the same sequence from the same values. */
public sealed interface SizeMix {
    /** How the user asked for it; of a file, only the name. */
    String label();

    /** Size of the largest request, in bytes. */
    int largestBytes();

    /** The sizes of the requests of each batch in their order, in bytes; after the last one they begin again. */
    int[] sequence();

    /** The size of the answer to each request of the sequence, in bytes; empty if the mix has no sizes of answers. */
    default int[] answers() {
        return new int[0];
    }

    /** The server's work for each request of the sequence, in nanoseconds; empty if the mix has no work. */
    default long[] workNanos() {
        return new long[0];
    }

    /** The label, and how the sizes are distributed. */
    default String description() {
        return "%s: %s".formatted(label(), SizeQuantiles.of(sequence()).text());
    }

    /** The values that a record keeps. */
    Terms terms();

    /**
     * Sizes that differ from call to call, as stored in a record: the values, so that no file is needed to measure them again.
     *
     * @param label the label
     * @param parts sizes with their weights; null if they are not from a file of weights
     * @param medianBytes median of a lognormal distribution, in bytes; null for others
     * @param sigma its standard deviation; null for others
     * @param dueNanos when each call of a trace was made after the first one, in nanoseconds; null for others
     * @param traceBytes the size of each request of a trace, in bytes; null for others
     * @param traceAnswerBytes the size of each answer of a trace, in bytes; null if the trace has none
     * @param traceWorkNanos the server's work for each request of a trace, in nanoseconds; null if the trace has none
     * @param quantiles how the sizes are distributed
     */
    record Terms(
            String label,
            @Nullable List<Weighted.Part> parts,
            @Nullable Integer medianBytes,
            @Nullable Double sigma,
            @Nullable List<Long> dueNanos,
            @Nullable List<Integer> traceBytes,
            @Nullable List<Integer> traceAnswerBytes,
            @Nullable List<Long> traceWorkNanos,
            SizeQuantiles quantiles) {
        /** The sizes; throws if a value is missing or not allowed. */
        SizeMix asked() {
            if (parts != null) {
                return new Weighted(label, parts);
            }
            if (dueNanos != null && traceBytes != null) {
                return new Trace(
                        label,
                        dueNanos,
                        traceBytes,
                        Objects.requireNonNullElse(traceAnswerBytes, List.of()),
                        Objects.requireNonNullElse(traceWorkNanos, List.of()));
            }
            if (medianBytes == null || sigma == null) {
                throw new IllegalArgumentException("the sizes '%s' lack their values".formatted(label));
            }
            return new Lognormal(medianBytes, sigma);
        }
    }

    /**
     * Sizes with weights.
     *
     * @param label the label
     * @param parts at least one size with its weight
     */
    record Weighted(String label, List<Part> parts) implements SizeMix {
        public static final String PREFIX = "mix:";

        /** The sequence has at least one place for each. */
        public static final int MAX_PARTS = 10_000;

        /** Places are divided by the weights; a rare size gets one place. */
        private static final int PLACES = 16_384;

        /** A smaller part of all weights would occur more often than it says. */
        public static final double MIN_SHARE = 1.0 / PLACES;

        /**
         * A size and its weight.
         *
         * @param bytes the size, in bytes
         * @param weight how often it occurs, as a multiple of any unit
         */
        public record Part(int bytes, double weight) {
            public Part {
                if (bytes < 1 || !(weight > 0) || Double.isInfinite(weight)) {
                    throw new IllegalArgumentException("no size of %d bytes with weight %s".formatted(bytes, weight));
                }
            }
        }

        public Weighted {
            parts = List.copyOf(parts);
            if (parts.isEmpty() || parts.size() > MAX_PARTS) {
                throw new IllegalArgumentException(
                        "a mix has 1 to %d sizes, not %d".formatted(MAX_PARTS, parts.size()));
            }
        }

        @Override
        public Terms terms() {
            return new Terms(label, parts, null, null, null, null, null, null, SizeQuantiles.of(this));
        }

        @Override
        public int largestBytes() {
            return parts.stream().mapToInt(Part::bytes).max().orElseThrow();
        }

        @Override
        public int[] sequence() {
            double total = parts.stream().mapToDouble(Part::weight).sum();
            return EvenShuffle.of(parts.stream()
                    .flatMapToInt(part -> IntStream.generate(part::bytes)
                            .limit(Math.max(1, Math.round(part.weight() / total * PLACES))))
                    .sorted()
                    .toArray());
        }
    }

    /**
     * Recorded calls, whose times are the schedule of a load.
     *
     * @param label the label
     * @param dueNanos when each call was made after the first one, in nanoseconds and in ascending order
     * @param bytes the size of each request, in bytes
     * @param answerBytes the size of each answer, in bytes; empty if they were not recorded
     * @param serverNanos the server's time for each request, in nanoseconds; empty if it was not recorded
     */
    record Trace(
            String label, List<Long> dueNanos, List<Integer> bytes, List<Integer> answerBytes, List<Long> serverNanos)
            implements SizeMix {
        public static final String PREFIX = "trace:";

        /** The record and each peer's assignment have all of them. */
        public static final int MAX_CALLS = 50_000;

        /** Longest time of the server for one request. */
        public static final long MAX_SERVER_NANOS = 1_000_000_000;

        public Trace {
            dueNanos = List.copyOf(dueNanos);
            bytes = List.copyOf(bytes);
            answerBytes = List.copyOf(answerBytes);
            serverNanos = List.copyOf(serverNanos);
            boolean ascending = dueNanos.stream().sorted().toList().equals(dueNanos) && dueNanos.get(0) == 0;
            if (bytes.size() > MAX_CALLS || dueNanos.size() != bytes.size() || !ascending || lastNanos(dueNanos) == 0) {
                throw new IllegalArgumentException(
                        "no trace of %d calls with %d times".formatted(bytes.size(), dueNanos.size()));
            }
            if (Stream.of(bytes, answerBytes).flatMap(List::stream).anyMatch(size -> size < 1)) {
                throw new IllegalArgumentException("a trace has a size below 1 byte");
            }
            if (serverNanos.stream().anyMatch(nanos -> nanos < 0 || nanos > MAX_SERVER_NANOS)) {
                throw new IllegalArgumentException(
                        "a trace has a server's time beyond %d ns".formatted(MAX_SERVER_NANOS));
            }
            if (isPartial(answerBytes, bytes) || isPartial(serverNanos, bytes)) {
                throw new IllegalArgumentException("a trace of %d calls has %d answers and %d times of the server"
                        .formatted(bytes.size(), answerBytes.size(), serverNanos.size()));
            }
        }

        /** Recorded calls without sizes of answers and times of the server. */
        public Trace(String label, List<Long> dueNanos, List<Integer> bytes) {
            this(label, dueNanos, bytes, List.of(), List.of());
        }

        private static boolean isPartial(List<?> column, List<Integer> calls) {
            return !column.isEmpty() && column.size() != calls.size();
        }

        private static long lastNanos(List<Long> dueNanos) {
            return dueNanos.get(dueNanos.size() - 1);
        }

        /** Mean time from one call to the next, in nanoseconds. */
        public double gapNanos() {
            return (double) lastNanos(dueNanos) / (dueNanos.size() - 1);
        }

        @Override
        public Terms terms() {
            return new Terms(
                    label,
                    null,
                    null,
                    null,
                    dueNanos,
                    bytes,
                    answerBytes.isEmpty() ? null : answerBytes,
                    serverNanos.isEmpty() ? null : serverNanos,
                    SizeQuantiles.of(this));
        }

        @Override
        public int largestBytes() {
            return bytes.stream().mapToInt(Integer::intValue).max().orElseThrow();
        }

        /** The sizes as they were recorded. */
        @Override
        public int[] sequence() {
            return bytes.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public int[] answers() {
            return answerBytes.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public long[] workNanos() {
            return serverNanos.stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public String description() {
            String answers = answerBytes.isEmpty()
                    ? ""
                    : "; answers: " + SizeQuantiles.of(answers()).text();
            Work work = Work.ofEach(workNanos());
            return SizeMix.super.description() + answers + (work.nanos() == 0 ? "" : "; mean " + work.text());
        }
    }

    /**
     * Sizes whose logarithm has a normal distribution.
     *
     * @param medianBytes the median, in bytes
     * @param sigma standard deviation of the natural logarithm
     */
    record Lognormal(int medianBytes, double sigma) implements SizeMix {
        public static final String PREFIX = "lognormal:";

        /** With more, the largest of the sizes is thousands of times the median. */
        public static final double MAX_SIGMA = 3;

        public static final int MAX_BYTES = 1 << 30;

        /** The middle of each of so many equal parts of the distribution; the largest size is beyond p99.9. */
        private static final int PLACES = 4_096;

        private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

        public Lognormal {
            if (medianBytes < 1 || medianBytes > MAX_BYTES || !(sigma > 0 && sigma <= MAX_SIGMA)) {
                throw new IllegalArgumentException(
                        "no sizes around %d bytes with sigma %s".formatted(medianBytes, sigma));
            }
        }

        @Override
        public String label() {
            String plain = sigma == Math.rint(sigma) ? Long.toString((long) sigma) : Double.toString(sigma);
            return PREFIX + medianBytes + "," + plain;
        }

        @Override
        public Terms terms() {
            return new Terms(label(), null, medianBytes, sigma, null, null, null, null, SizeQuantiles.of(this));
        }

        @Override
        public int largestBytes() {
            return bytesAt(PLACES - 1);
        }

        @Override
        public int[] sequence() {
            return EvenShuffle.of(IntStream.range(0, PLACES).map(this::bytesAt).toArray());
        }

        private int bytesAt(int place) {
            double normal = STANDARD.inverseCumulativeProbability((place + 0.5) / PLACES);
            return (int) Math.max(1, Math.min(MAX_BYTES, Math.round(medianBytes * StrictMath.exp(sigma * normal))));
        }
    }
}

/**
 * Shuffles sizes so that each part of the sequence has about the same distribution: a measured part that ends before the sequence does
 * has seen small and large sizes as often as one that takes longer.
 */
final class EvenShuffle {
    /** One seed for every cell, so that all transports get the same sizes. */
    private static final long SEED = 20_230_816;

    /** Each of these parts of the ascending sizes is spread over the whole sequence by itself. */
    private static final int PARTS = 64;

    private EvenShuffle() {}

    /** Returns the sizes in another order. */
    static int[] of(int[] ascending) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] places = new double[ascending.length];
        for (int part = 0; part < PARTS; part++) {
            int begin = boundary(part, ascending.length);
            int number = boundary(part + 1, ascending.length) - begin;
            int[] turns = shuffled(number, random);
            for (int i = 0; i < number; i++) {
                places[begin + i] = (turns[i] + random.nextDouble()) / number;
            }
        }
        return IntStream.range(0, ascending.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> places[i]))
                .mapToInt(i -> ascending[i])
                .toArray();
    }

    private static int boundary(int part, int length) {
        return (int) ((long) part * length / PARTS);
    }

    private static int[] shuffled(int number, SplittableRandom random) {
        int[] turns = IntStream.range(0, number).toArray();
        for (int i = number - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int turn = turns[i];
            turns[i] = turns[other];
            turns[other] = turn;
        }
        return turns;
    }
}
