package org.ipcbench.measure.result;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        List<Mark> candidates = server.stream().filter(Mark::tellsCpu).toList();
        List<Mark> marks = client.stream().filter(Mark::tellsCpu).toList();
        if (candidates.isEmpty() || marks.isEmpty()) {
            return UNKNOWN;
        }
        Map<Distance, Double> shares = new EnumMap<>(Distance.class);
        for (Mark mark : marks) {
            Mark nearest = candidates.stream()
                    .min(Comparator.comparingLong(candidate -> Math.abs(candidate.nanos() - mark.nanos())))
                    .orElseThrow();
            Optional<Distance> distance = distances.between(mark.cpu(), nearest.cpu());
            if (distance.isEmpty()) {
                return UNKNOWN;
            }
            shares.merge(distance.get(), 1.0 / marks.size(), Double::sum);
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
