package org.ipcbench.measure.sample;

import com.google.gson.annotations.SerializedName;
import org.ipcbench.measure.clock.NanoClock;

/** What a latency is, and what follows from it for measuring and for judging what was measured. */
public enum LatencyKind {
    /**
     * Of messages in one direction: the time from just before the sender claimed a message until its receiver
     * has checked it, both read from the machine's monotonic clock. Each peer reads the clock once; a stream may turn
     * out four times as fast as in the warm-up before timestamps cost too much.
     */
    ONE_WAY("one-way", false, "send more", 1, 4),
    /**
     * Of round trips: the time from just before the request was claimed to the arrival of the answer.
     * The client reads the clock twice; wake-ups keep a round trip from becoming much faster than in the warm-up.
     */
    ROUND_TRIP("round-trip", true, "send more", 2, 2),
    /**
     * Of connections, each carrying one message and its answer: the time from just before the client
     * connected to the arrival of the answer, including the proof of the token.
     */
    @SerializedName("CONNECT")
    FIRST_ANSWER("first-answer", true, "send more", 2, 2),
    /** Of blocks: the time from just before the first piece of a block was claimed to the block's acknowledgement. */
    BLOCK("block", true, "send more", 2, 2),
    /**
     * Of messages in one direction at the times of a schedule: the time from the message's place in the
     * schedule until its receiver has checked it, both by the machine's monotonic clock. No message comes before its
     * time, so that the schedule determines how often the receiver reads the clock.
     */
    INTENDED_ONE_WAY("intended-one-way", false, "use a longer --duration", 1, 1),
    /**
     * Of calls at the times of a schedule: the time from the call's place in the schedule to the arrival of its answer. A call
     * that is due while the one before is under way waits.
     */
    INTENDED_ROUND_TRIP("intended-round-trip", true, "use a longer --duration", 1, 1),
    /** Of a file, whose only time is the measured part as a whole: its messages carry no send time. */
    FILE("file", false, "send a larger file", 2, 2),
    /** Of the death of a peer: the time until the other one knows, both by the machine's monotonic clock. */
    NOTICE("notice", false, "use more iterations (-i)", 1, 1),
    /**
     * Of messages to several subscribers at the times of a schedule: the time from the message's place in the schedule until a subscriber that is
     * not slow has checked it, both by the machine's monotonic clock. The subscribers' side asks, and is told what was published.
     */
    PUBLISHED("published", true, "use a longer --duration", 1, 1);

    private final String label;
    private final boolean inTurns;
    private final String moreWork;
    private final int clockReadings;
    private final int headroom;

    LatencyKind(String label, boolean inTurns, String moreWork, int clockReadings, int headroom) {
        this.label = label;
        this.inTurns = inTurns;
        this.moreWork = moreWork;
        this.clockReadings = clockReadings;
        this.headroom = headroom;
    }

    /**
     * Measures what a sample costs on this machine, in nanoseconds.
     *
     * @param clock the clock, which is read as often as for some thousands of samples
     */
    public double sampleCostNanos(NanoClock clock) {
        return Sampling.measureSampleCostNanos(clock, clockReadings);
    }

    /**
     * Returns a sampling that is cheap enough for messages of this duration.
     *
     * @param sampleCostNanos what a sample costs, in nanoseconds
     * @param messageNanos time of a message or round trip at the end of the warm-up, in nanoseconds
     * @param messages number of measured messages
     */
    public Sampling sampling(double sampleCostNanos, double messageNanos, long messages) {
        return Sampling.cheapEnough(sampleCostNanos, messageNanos, headroom, messages);
    }

    /** The name, as written in the CSV. */
    public String label() {
        return label;
    }

    /**
     * Whether the client sends the next message only after the answer to the previous one. If so, the client counts
     * what arrived, and the mean latency is the whole time divided by the number of messages, unless its rate is given or several are
     * under way; else the server counts.
     */
    public boolean inTurns() {
        return inTurns;
    }

    /** Whether a latency is the difference between the server's clock and the client's. */
    public boolean needsOneClock() {
        return switch (this) {
            case ONE_WAY, INTENDED_ONE_WAY, PUBLISHED -> true;
            case ROUND_TRIP, FIRST_ANSWER, BLOCK, INTENDED_ROUND_TRIP, FILE, NOTICE -> false;
        };
    }

    /**
     * Whether the rate is given, so that a cell is judged by its latencies. Otherwise a cell is judged by the rate that
     * it reaches, which includes the harness's own time per message.
     */
    public boolean hasGivenRate() {
        return switch (this) {
            case INTENDED_ONE_WAY, INTENDED_ROUND_TRIP, PUBLISHED -> true;
            case ONE_WAY, ROUND_TRIP, FIRST_ANSWER, BLOCK, FILE, NOTICE -> false;
        };
    }

    /** Whether tables show percentiles of the latencies; a file has none. */
    public boolean showsPercentiles() {
        return switch (this) {
            case ONE_WAY, ROUND_TRIP, FIRST_ANSWER, INTENDED_ONE_WAY, INTENDED_ROUND_TRIP, PUBLISHED -> true;
            case BLOCK, FILE, NOTICE -> false;
        };
    }

    /** Whether its percentiles are what is asked, and not only shown beside a rate. */
    public boolean answersWithPercentiles() {
        return switch (this) {
            case ROUND_TRIP, FIRST_ANSWER, INTENDED_ONE_WAY, INTENDED_ROUND_TRIP, PUBLISHED -> true;
            case ONE_WAY, BLOCK, FILE, NOTICE -> false;
        };
    }

    /** Whether lost messages only lower the rate, beside which the success rate stands. */
    public boolean toleratesLoss() {
        return switch (this) {
            case ONE_WAY -> true;
            case ROUND_TRIP, FIRST_ANSWER, BLOCK, INTENDED_ONE_WAY, INTENDED_ROUND_TRIP, FILE, NOTICE, PUBLISHED ->
                false;
        };
    }

    /** Advice for a measured part that was too short, in the imperative. */
    public String moreWork() {
        return moreWork;
    }
}
