package org.ipcbench.workload.shape;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/** Sizes of requests that differ from call to call. Both peers make the same sequence from the same values. */
public sealed interface SizeMix {
    /** How the user asked for it; of a file, only the name. */
    String label();

    /** Size of the largest request, in bytes. */
    int largestBytes();

    /** The sizes of the requests of each batch in their order, in bytes; after the last one they begin again. */
    int[] sequence();

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
     * @param quantiles how the sizes are distributed
     */
    record Terms(
            String label,
            @Nullable List<Weighted.Part> parts,
            @Nullable Integer medianBytes,
            @Nullable Double sigma,
            @Nullable List<Long> dueNanos,
            @Nullable List<Integer> traceBytes,
            SizeQuantiles quantiles) {
        /** The sizes; throws if a value is missing or not allowed. */
        SizeMix asked() {
            if (parts != null) {
                return new Weighted(label, parts);
            }
            if (dueNanos != null && traceBytes != null) {
                return new Trace(label, dueNanos, traceBytes);
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
            return new Terms(label, parts, null, null, null, null, SizeQuantiles.of(this));
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
     */
    record Trace(String label, List<Long> dueNanos, List<Integer> bytes) implements SizeMix {
        public static final String PREFIX = "trace:";

        /** The record and each peer's assignment have all of them. */
        public static final int MAX_CALLS = 50_000;

        public Trace {
            dueNanos = List.copyOf(dueNanos);
            bytes = List.copyOf(bytes);
            boolean ascending = dueNanos.stream().sorted().toList().equals(dueNanos) && dueNanos.get(0) == 0;
            if (bytes.size() > MAX_CALLS || dueNanos.size() != bytes.size() || !ascending || lastNanos(dueNanos) == 0) {
                throw new IllegalArgumentException(
                        "no trace of %d calls with %d times".formatted(bytes.size(), dueNanos.size()));
            }
            if (bytes.stream().anyMatch(size -> size < 1)) {
                throw new IllegalArgumentException("a trace has a size below 1 byte");
            }
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
            return new Terms(label, null, null, null, dueNanos, bytes, SizeQuantiles.of(this));
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
            return new Terms(label(), null, medianBytes, sigma, null, null, SizeQuantiles.of(this));
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
