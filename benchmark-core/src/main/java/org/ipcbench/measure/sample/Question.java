package org.ipcbench.measure.sample;

import com.google.gson.annotations.SerializedName;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.clock.NanoClock;

/** The question that a workload asks of a transport, and what follows from it for measuring and for summaries. */
public enum Question {
    /**
     * Messages in one direction. A latency is the time from just before the sender claimed a message until its receiver
     * has checked it, both read from the machine's monotonic clock. Each peer reads the clock once; a stream may turn
     * out four times as fast as in the warm-up before timestamps cost too much.
     */
    @SerializedName("ONE_WAY")
    THROUGHPUT("throughput", "one-way", false, Rate.MEBIBYTES, "send more", 1, 4),
    /**
     * Round trips. A latency is the time from just before the request was claimed to the arrival of the answer.
     * The client reads the clock twice; wake-ups keep a round trip from becoming much faster than in the warm-up.
     */
    @SerializedName("ROUND_TRIP")
    LATENCY("latency", "round-trip", true, Rate.ROUND_TRIPS, "send more", 2, 2),
    /**
     * Connections, each carrying one message and its answer. A latency is the time from just before the client
     * connected to the arrival of the answer, including the proof of the token.
     */
    CONNECT("connect", "first-answer", true, Rate.CONNECTIONS, "send more", 2, 2),
    /** Blocks. A latency is the time from just before the first piece of a block was claimed to the block's acknowledgement. */
    BLOCK("block", "block", true, Rate.MEBIBYTES, "send more", 2, 2),
    /**
     * Messages in one direction at the times of a schedule. A latency is the time from the message's place in the
     * schedule until its receiver has checked it, both by the machine's monotonic clock. No message comes before its
     * time, so that the schedule determines how often the receiver reads the clock.
     */
    @SerializedName("INTENDED_ONE_WAY")
    LOAD("load", "intended-one-way", false, Rate.MESSAGES, "use a longer --duration", 1, 1),
    /**
     * Calls at the times of a schedule. A latency is the time from the call's place in the schedule to the arrival of its answer. A call
     * that is due while the one before is under way waits.
     */
    @SerializedName("INTENDED_ROUND_TRIP")
    CALLS("calls", "intended-round-trip", true, Rate.ROUND_TRIPS, "use a longer --duration", 1, 1),
    /** A file. Its only time is the measured part as a whole: its messages carry no send time. */
    @SerializedName("FILE")
    TRANSFER("transfer", "file", false, Rate.MEBIBYTES, "send a larger file", 2, 2);

    private final String label;
    private final String latencyLabel;
    private final boolean inTurns;
    private final Rate rate;
    private final String moreWork;
    private final int clockReadings;
    private final int headroom;

    /** The unit in which iterations are compared. */
    public enum Rate {
        MEBIBYTES("MiB/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return mebibytesPerSecond;
            }
        },
        ROUND_TRIPS("round trips/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return units(mebibytesPerSecond, requestBytes);
            }
        },
        MESSAGES("messages/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return units(mebibytesPerSecond, requestBytes);
            }
        },
        CONNECTIONS("connections/s") {
            @Override
            public double of(double mebibytesPerSecond, int requestBytes) {
                return ROUND_TRIPS.of(mebibytesPerSecond, requestBytes);
            }
        };

        private final String unit;

        Rate(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }

        private static double units(double mebibytesPerSecond, int requestBytes) {
            return mebibytesPerSecond * ((double) (1 << 20) / requestBytes);
        }

        /** Converts a throughput of messages of this size, in bytes, to this unit. */
        public abstract double of(double mebibytesPerSecond, int requestBytes);
    }

    Question(
            String label,
            String latencyLabel,
            boolean inTurns,
            Rate rate,
            String moreWork,
            int clockReadings,
            int headroom) {
        this.label = label;
        this.latencyLabel = latencyLabel;
        this.inTurns = inTurns;
        this.rate = rate;
        this.moreWork = moreWork;
        this.clockReadings = clockReadings;
        this.headroom = headroom;
    }

    /** The question with this name; empty if there is none. */
    public static Optional<Question> labelled(String label) {
        return Stream.of(values())
                .filter(question -> question.label.equals(label))
                .findFirst();
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

    /** The question's name in commands and files. */
    public String label() {
        return label;
    }

    /** The kind of latency, as written in the CSV. */
    public String latencyLabel() {
        return latencyLabel;
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
            case THROUGHPUT, LOAD -> true;
            case LATENCY, CONNECT, BLOCK, CALLS, TRANSFER -> false;
        };
    }

    /**
     * Whether the rate is given, so that a cell is judged by its latencies. Otherwise a cell is judged by the rate that
     * it reaches, which includes the harness's own time per message.
     */
    public boolean hasGivenRate() {
        return switch (this) {
            case LOAD, CALLS -> true;
            case THROUGHPUT, LATENCY, CONNECT, BLOCK, TRANSFER -> false;
        };
    }

    /** Whether tables show percentiles of the latencies; a file has none. */
    public boolean showsPercentiles() {
        return switch (this) {
            case THROUGHPUT, LATENCY, CONNECT, LOAD, CALLS -> true;
            case BLOCK, TRANSFER -> false;
        };
    }

    /** Whether its percentiles are what is asked, and not only shown beside a rate. */
    public boolean answersWithPercentiles() {
        return switch (this) {
            case LATENCY, CONNECT, LOAD, CALLS -> true;
            case THROUGHPUT, BLOCK, TRANSFER -> false;
        };
    }

    /** Whether lost messages only lower the rate, beside which the success rate stands. */
    public boolean toleratesLoss() {
        return switch (this) {
            case THROUGHPUT -> true;
            case LATENCY, CONNECT, BLOCK, LOAD, CALLS, TRANSFER -> false;
        };
    }

    /** The unit in which iterations are compared. */
    public Rate rate() {
        return rate;
    }

    /** Advice for a measured part that was too short, in the imperative. */
    public String moreWork() {
        return moreWork;
    }
}
