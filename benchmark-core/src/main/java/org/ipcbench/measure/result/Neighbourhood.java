package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /**
     * How near to each other client and server ran: the share of the marks at each distance.
     *
     * @param shares share of the marks by distance; the shares add up to 1; empty if the kernel does not tell
     */
    public record Proximity(Map<Distance, Double> shares) {
        public static final Proximity UNKNOWN = new Proximity(Map.of());

        /** What two CPUs have in common, the nearest first. */
        public enum Distance {
            SAME_CPU("on one CPU"),
            SAME_CORE("on two threads of one core"),
            SAME_CACHE("on two CPUs that share a cache"),
            SAME_NODE("on two CPUs of one node"),
            OTHER_NODE("on CPUs of two nodes");

            private final String label;

            Distance(String label) {
                this.label = label;
            }

            /** The name in reports. */
            public String label() {
                return label;
            }
        }

        /** How near to each other the CPUs of a machine are. */
        @FunctionalInterface
        public interface Distances {
            /** The distance of two CPUs; empty if the kernel does not tell. */
            Optional<Distance> between(int cpu, int other);
        }

        public Proximity {
            shares = Map.copyOf(shares);
        }

        /** Compares each of the client's marks with the server's mark that is nearest in time; unknown if one distance is. */
        public static Proximity of(List<Mark> client, List<Mark> server, Distances distances) {
            return ofShared(client, List.of(server), distances);
        }

        /** Compares each of the client's marks with the nearest one of each server; those that answered nothing have none. */
        public static Proximity ofShared(List<Mark> client, List<List<Mark>> servers, Distances distances) {
            List<List<Mark>> candidates = servers.stream()
                    .map(marks -> marks.stream().filter(Mark::tellsCpu).toList())
                    .filter(marks -> !marks.isEmpty())
                    .toList();
            List<Mark> marks = client.stream().filter(Mark::tellsCpu).toList();
            Map<Distance, Double> shares = new EnumMap<>(Distance.class);
            for (Mark mark : marks) {
                for (List<Mark> server : candidates) {
                    Mark nearest = server.stream()
                            .min(Comparator.comparingLong(candidate -> Math.abs(candidate.nanos() - mark.nanos())))
                            .orElseThrow();
                    Optional<Distance> distance = distances.between(mark.cpu(), nearest.cpu());
                    if (distance.isEmpty()) {
                        return UNKNOWN;
                    }
                    shares.merge(distance.get(), 1.0 / (marks.size() * candidates.size()), Double::sum);
                }
            }
            return new Proximity(shares);
        }

        /** Whether the kernel tells the distances. */
        public boolean isKnown() {
            return !shares.isEmpty();
        }

        /** Whether the peers were never seen on one CPU. */
        public boolean isApart() {
            return isKnown() && share(Distance.SAME_CPU) == 0;
        }

        /** The share of the marks at which the peers were at this distance, from 0 to 1. */
        public double share(Distance distance) {
            return shares.getOrDefault(distance, 0.0);
        }
    }
}
