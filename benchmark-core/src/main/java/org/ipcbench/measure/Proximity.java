package org.ipcbench.measure;

import java.util.Map;

/**
 * How near to each other client and server ran: the share of the marks at which they did so.
 *
 * @param shares adds up to 1; empty where the kernel does not tell
 */
public record Proximity(Map<Distance, Double> shares) {
    public static final Proximity UNKNOWN = new Proximity(Map.of());

    /** What two CPUs have in common, the nearest first. */
    public enum Distance {
        SAME_CPU("same CPU"),
        SAME_CORE("same core"),
        SAME_CACHE("same cache"),
        SAME_NODE("same node"),
        OTHER_NODE("other node");

        private final String label;

        Distance(String label) {
            this.label = label;
        }

        /** As reports call it. */
        public String label() {
            return label;
        }
    }

    public Proximity {
        shares = Map.copyOf(shares);
    }

    /** The share of the marks at which the peers were at this distance, from 0 to 1. */
    public double share(Distance distance) {
        return shares.getOrDefault(distance, 0.0);
    }
}
