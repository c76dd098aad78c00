package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.OptionalDouble;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Percentiles;

/** What the machine's stalls do to the percentiles of a cell: whether a tail is the machine's rather than the transport's. */
public final class StallEffect {
    private static final double ALL_PERCENT = 100;

    /** Latencies are told apart by this factor, which is finer than their scatter. */
    private static final double STEP = 1.01;

    /** Stalls may account for this many times what they do on average; {@code CapacityRatesTest} has the error rates. */
    private static final double TOLERANCE = 2;

    /** At a higher utilization, messages hardly catch up, and their wait says nothing of a stall. */
    private static final double MAX_UTILIZATION = 0.8;

    /** Stalls that delay a smaller part of what a percentile permits hardly move it. */
    private static final double LEAST_EFFECT = 0.1;

    /** Stalls that delay this part of what is permitted spoil a bound. */
    private static final double SPOILING = 0.5;

    /** A thread with this share of the CPU spins. */
    private static final double NEVER_WAITING = 0.95;

    private final MachineStalls stalls;
    private final List<Measurement> iterations;
    private final CellLatencies latencies;

    /** @param iterations at least one */
    public StallEffect(MachineStalls stalls, List<Measurement> iterations, CellLatencies latencies) {
        this.stalls = stalls;
        this.iterations = List.copyOf(iterations);
        this.latencies = latencies;
    }

    /** The longest stall, in nanoseconds. */
    public long longestNanos() {
        return stalls.longestNanos();
    }

    /** The share of the time that the stalls take. */
    public double shareOfTime() {
        return stalls.share();
    }

    /**
     * The share of the messages beyond a percentile for which the machine's stalls account, at most 1; empty if the stalls or the
     * percentile are unknown, if there are two speeds, and for streams, whose messages wait for each other.
     */
    public OptionalDouble shareBeyond(double percentile) {
        OptionalDouble nanos = latencies.percentileNanos(percentile);
        return nanos.isEmpty() || !isJudged() || latencies.hasTwoSpeeds()
                ? OptionalDouble.empty()
                : OptionalDouble.of(MachineStalls.explained(percentile, stalledShare(nanos.getAsDouble())));
    }

    /**
     * The percentile with the machine's stalls left out, in nanoseconds: the latency beyond which no more messages lie than the percentile
     * leaves and the stalls explain, or the middle iteration's percentile if that is less, because stalls come in bursts. The percentile
     * itself if no stalls are known; empty if that is unknown, and for two speeds.
     */
    public OptionalDouble withoutStalls(double percentile) {
        OptionalDouble median = latencies.percentileNanos(Percentiles.MEDIAN);
        OptionalDouble nanos = latencies.percentileNanos(percentile);
        if (median.isEmpty() || nanos.isEmpty() || latencies.hasTwoSpeeds()) {
            return OptionalDouble.empty();
        }
        double permitted = 1 - percentile / ALL_PERCENT;
        double most = isJudged() && stalledShare(median.getAsDouble()) > permitted * LEAST_EFFECT
                ? latencies.percentiles(percentile).stream()
                        .mapToDouble(iterations -> Math.min(iterations.median(), nanos.getAsDouble()))
                        .findFirst()
                        .orElseThrow()
                : nanos.getAsDouble();
        double least = Math.min(median.getAsDouble(), most);
        if (!isJudged() || ownShareBeyond(least) <= permitted) {
            return OptionalDouble.of(isJudged() ? least : most);
        }
        double enough = most;
        while (enough > least * STEP) {
            double middle = Math.sqrt(least * enough);
            if (ownShareBeyond(middle) > permitted) {
                least = middle;
            } else {
                enough = middle;
            }
        }
        return OptionalDouble.of(enough);
    }

    /**
     * The share of the messages of a load later than a limit for which the machine's stalls certainly do not account; empty if no share is
     * known. It may be below zero. Near its capacity a transport needs several times a stall's length to catch up, so that a little more
     * stalls than the meter has seen would look like a queue of its own. A queue grows so steeply with the rate that
     * {@link #TOLERANCE} hardly moves the capacity. A machine that stalls is slow in stretches, too: as far as stalls account for half of the
     * permitted messages, the middle iteration's late ones count if they are fewer than the mean.
     *
     * @param permitted the share of the messages that may be later
     */
    public OptionalDouble ownLateShare(double limitNanos, double permitted) {
        double stalled = byStalls(limitNanos);
        double middle = latencies.middleLateShare(limitNanos).orElse(1);
        double part = Math.min(1, stalled / (permitted * SPOILING));
        return latencies.lateShare(limitNanos, 0, 0).stream()
                .mapToDouble(late -> late.share() - part * Math.max(0, late.share() - middle) - TOLERANCE * stalled)
                .findFirst();
    }

    /** The share of the messages of a load that stalls delay by more than a limit, those included that wait until a stall is worked off. */
    public double byStalls(double limitNanos) {
        return Math.min(1, stalls.shareBeyond(limitNanos) / (1 - Math.min(MAX_UTILIZATION, utilization())));
    }

    /** The share of the time that the busier side needs for the messages of a load. */
    private double utilization() {
        return iterations.stream()
                .mapToDouble(iteration -> Math.max(busyShare(iteration), callShare(iteration)))
                .average()
                .orElse(0);
    }

    /** The share of the time in which a measuring thread uses its CPU; 0 if it never waits, as threads that spin do. */
    private static double busyShare(Measurement iteration) {
        double threads = Math.max(1, iteration.clients().size());
        double client = iteration.clientCost().measuringNanos() / threads;
        double server = iteration.serverCost().measuringNanos() / threads;
        double share = (iteration.proximity().isApart() ? Math.max(client, server) : client + server)
                / Math.max(1, iteration.elapsedNanos());
        return share > NEVER_WAITING ? 0 : share;
    }

    /** The least share of the time in which a client that makes its calls one after the other has one under way. */
    private double callShare(Measurement iteration) {
        return latencyKind().inTurns()
                ? iteration.messages()
                        * latencies.minimumNanos()
                        / iteration.requestsInFlight()
                        / Math.max(1, iteration.clients().size())
                        / Math.max(1, iteration.elapsedNanos())
                : 0;
    }

    /** The share of the messages beyond a latency for which the stalls do not account. */
    private double ownShareBeyond(double nanos) {
        return latencies.lateShare(nanos, 0, 0).map(LateShare::share).orElse(0.0) - stalledShare(nanos);
    }

    /** Whether this value of a percentile is the machine's limit rather than the transport's. */
    public boolean explains(double percentile, double nanos) {
        return isJudged() && MachineStalls.explains(percentile, stalledShare(nanos));
    }

    private boolean isJudged() {
        return stalls.isKnown() && (latencyKind().inTurns() || latencyKind().hasGivenRate());
    }

    /** The share of the messages that the machine alone delays by more than this. */
    private double stalledShare(double nanos) {
        return latencyKind().inTurns() && !latencyKind().hasGivenRate()
                ? stalls.shareBeyondInTurns(nanos, nanosBetweenMessages())
                : stalls.shareBeyond(nanos);
    }

    /** Mean time from one message of a client to the one that follows its answer, in nanoseconds. */
    private double nanosBetweenMessages() {
        double clients = iterations.stream()
                .mapToDouble(iteration -> Math.max(1, iteration.clients().size()))
                .average()
                .orElse(1);
        double nanos =
                iterations.stream().mapToDouble(Measurement::elapsedNanos).sum();
        return clients
                * iterations.get(0).requestsInFlight()
                * nanos
                / Math.max(
                        1, iterations.stream().mapToLong(Measurement::messages).sum());
    }

    private LatencyKind latencyKind() {
        return iterations.get(0).latencyKind();
    }
}
