package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.measure.result.PeerMeasurement.Collection;
import org.ipcbench.measure.sample.Recorder.SlowMessage;
import org.jspecify.annotations.Nullable;

/**
 * What ran beside the peers because the user had declared it.
 *
 * @param cpuNanos CPU time of a command in the measured part, in nanoseconds; -1 if unknown
 * @param tail which of the slowest messages met a garbage collection that stopped the threads; null unless the server's heap was loaded
 * @param allocatedShare what the server allocated of what was declared; null unless its heap was loaded
 * @param cycles which of them met a collection that worked beside the threads; null if there was none, or no heap was loaded
 */
public record Neighbourhood(
        long cpuNanos,
        @Nullable Tail tail,
        @Nullable Double allocatedShare,
        @Nullable Tail cycles) {
    /** A server that allocates less than this share of what was declared is not the one that was asked for; {@code HeapLoaderTest} has the error rates. */
    public static final double MIN_ALLOCATED_SHARE = 0.9;

    /** What ran beside peers of which none allocates. */
    public Neighbourhood(long cpuNanos, @Nullable Tail tail) {
        this(cpuNanos, tail, null, null);
    }

    /**
     * The slowest messages beside the collections.
     *
     * @param slowest number of the slowest messages
     * @param collected number of those that were under way during a collection
     * @param byChance number of those that would have been if they were anywhere in the measured part
     */
    public record Tail(int slowest, int collected, double byChance) {
        /** The slowest of all connections: as many as one connection keeps. */
        private static final int MOST = 16;

        /** Nobody knows, as of two clocks. */
        public static final Tail NONE = new Tail(0, 0, 0);

        /**
         * Matches messages and collections.
         *
         * @param partNanos duration of the measured part, in nanoseconds
         */
        public static Tail of(List<SlowMessage> messages, List<Collection> collections, long partNanos) {
            List<SlowMessage> slowest = messages.stream()
                    .sorted(Comparator.comparingLong(SlowMessage::nanos).reversed())
                    .limit(MOST)
                    .toList();
            long collected = slowest.stream()
                    .filter(message -> collections.stream()
                            .anyMatch(each -> each.startNanos() <= message.endNanos()
                                    && each.endNanos() >= message.endNanos() - message.nanos()))
                    .count();
            double byChance = slowest.stream()
                    .mapToDouble(message -> collections.stream()
                                    .mapToDouble(each -> each.endNanos() - each.startNanos() + message.nanos())
                                    .sum()
                            / partNanos)
                    .map(share -> Math.min(1, share))
                    .sum();
            return new Tail(slowest.size(), (int) collected, byChance);
        }

        /** Of both iterations together. */
        public Tail plus(Tail other) {
            return new Tail(slowest + other.slowest, collected + other.collected, byChance + other.byChance);
        }

        /**
         * Of the iterations together; zero messages if there are none.
         *
         * @param which of the tails of an iteration
         */
        public static Tail ofAll(List<Measurement> iterations, Function<Neighbourhood, @Nullable Tail> which) {
            return iterations.stream()
                    .flatMap(iteration -> Stream.ofNullable(iteration.beside()))
                    .flatMap(beside -> Stream.ofNullable(which.apply(beside)))
                    .reduce(NONE, Tail::plus);
        }
    }
}
