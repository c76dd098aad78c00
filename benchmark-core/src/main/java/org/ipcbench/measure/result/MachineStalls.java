package org.ipcbench.measure.result;

import java.util.function.DoubleUnaryOperator;

/**
 * The machine's stalls in the iterations of a placement. A message waits for a stall of either peer's CPU, so the shares of both
 * are added.
 *
 * @param client stalls seen by clients
 * @param server stalls seen by servers; unknown if both peers share a CPU, whose stalls the client sees
 */
public record MachineStalls(Stalls client, Stalls server) {
    public static final MachineStalls UNKNOWN = new MachineStalls(Stalls.UNKNOWN, Stalls.UNKNOWN);

    /** The machine explains a percentile if it accounts for at least this share of the messages beyond it. */
    private static final double MIN_EXPLAINED = 0.5;

    /** Percentiles below are no tails. */
    private static final double TAIL = 90;

    private static final double ALL_PERCENT = 100;

    /** The stalls of one iteration; unknown beside a declared neighbour, whose stalls are not the machine's. */
    public static MachineStalls of(Measurement iteration) {
        if (iteration.beside() != null) {
            return UNKNOWN;
        }
        return new MachineStalls(
                iteration.clientConditions().stalls(),
                iteration.serverConditions().stalls());
    }

    /** The stalls of both. */
    public MachineStalls plus(MachineStalls other) {
        return new MachineStalls(client.plus(other.client), server.plus(other.server));
    }

    /** Whether a thread has looked. */
    public boolean isKnown() {
        return client.isKnown() || server.isKnown();
    }

    /** The share of the time that is lost. */
    public double share() {
        return shareBeyond(0);
    }

    /** The share of the messages that the machine alone delays by more than this. */
    public double shareBeyond(double nanos) {
        return Math.min(1, client.shareBeyond(nanos) + server.shareBeyond(nanos));
    }

    /**
     * The share of the messages that the machine alone delays by more than this if each waits for the answer to the one before: a
     * stall, however long, then delays a single message.
     *
     * @param messageNanos mean time of a message, in nanoseconds
     */
    public double shareBeyondInTurns(double nanos, double messageNanos) {
        return Math.min(1, messageNanos * (client.countBeyond(nanos) + server.countBeyond(nanos)));
    }

    /** The longest stall, in nanoseconds. */
    public long longestNanos() {
        return Math.max(client.longestNanos(), server.longestNanos());
    }

    /**
     * The share of the messages beyond a percentile for which the machine accounts, at most 1.
     *
     * @param share the share of all messages that the machine alone delays by more than the percentile
     */
    public static double explained(double percentile, double share) {
        return Math.min(1, share / (1 - percentile / ALL_PERCENT));
    }

    /** Whether stalls may decide about a percentile. */
    public static boolean isTail(double percentile) {
        return percentile >= TAIL;
    }

    /**
     * Whether a tail percentile is the machine's limit rather than the transport's: the machine accounts for half of the messages
     * beyond the percentile.
     */
    public static boolean explains(double percentile, double share) {
        return isTail(percentile) && explained(percentile, share) >= MIN_EXPLAINED;
    }

    /**
     * The least value of a percentile that is not the machine's limit, in nanoseconds: below, a bound cannot be decided beside the
     * stalls. Of messages that are due at given times.
     */
    public double leastNanos(double percentile) {
        return leastNanos(percentile, this::shareBeyond);
    }

    /**
     * The same of messages each of which waits for the answer to the one before.
     *
     * @param messageNanos mean time of a message, in nanoseconds
     */
    public double leastNanosInTurns(double percentile, double messageNanos) {
        return leastNanos(percentile, nanos -> shareBeyondInTurns(nanos, messageNanos));
    }

    private double leastNanos(double percentile, DoubleUnaryOperator shareBeyond) {
        double low = 0;
        double high = longestNanos();
        while (high - low > 1) {
            double middle = (low + high) / 2;
            if (explains(percentile, shareBeyond.applyAsDouble(middle))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The standard error of {@link #shareBeyond}. */
    public double errorBeyond(double nanos) {
        return Math.sqrt(client.varianceBeyond(nanos) + server.varianceBeyond(nanos));
    }
}
