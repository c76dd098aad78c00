package org.ipcbench.measure;

/** What a latency figure means. */
public enum LatencyKind {
    /**
     * From just before the sender claimed the message to its arrival, both read from the machine's monotonic clock. Each
     * peer reads it once; a stream may turn out four times as fast as in the warm-up before timestamps cost too much.
     */
    ONE_WAY("one-way", 1, 4),
    /**
     * From just before the request was claimed to the arrival of the reply of the same size. The client reads the clock
     * twice; wake-ups keep a round trip from becoming much faster than in the warm-up.
     */
    ROUND_TRIP("round-trip", 2, 2),
    /** From just before the first piece of a block was claimed to the arrival of the block's acknowledgement. */
    BLOCK("block", 2, 2),
    /** Of a file there is one time only, that of the whole measured part: its messages carry none. */
    FILE("file", 2, 2);

    private final String label;
    private final int clockReadings;
    private final int headroom;

    LatencyKind(String label, int clockReadings, int headroom) {
        this.label = label;
        this.clockReadings = clockReadings;
        this.headroom = headroom;
    }

    /**
     * The sampling that is cheap enough where a message takes so long.
     *
     * @param clock read here as often as for some thousands of samples
     * @param messageNanos time of a message or round trip at the end of the warm-up, in nanoseconds
     */
    public Sampling sampling(NanoClock clock, double messageNanos) {
        return Sampling.cheapEnough(Sampling.measureSampleCostNanos(clock, clockReadings), messageNanos, headroom);
    }

    /** As the CSV writes it. */
    public String label() {
        return label;
    }
}
