package org.ipcbench.measure;

/** What a latency figure means. */
public enum LatencyKind {
    /** From just before the sender claimed the message to its arrival, both read from the machine's monotonic clock. */
    ONE_WAY("one-way"),
    /** From just before the request was claimed to the arrival of the reply of the same size. */
    ROUND_TRIP("round-trip");

    private final String label;

    LatencyKind(String label) {
        this.label = label;
    }

    /** As the CSV writes it. */
    public String label() {
        return label;
    }
}
