package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Doubts.Rule.found;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.doubt.Doubts.Rule;
import org.ipcbench.analysis.doubt.Doubts.Rule.LimitRule;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;

/**
 * Doubts about other work of the machine during the measurement.
 *
 * @param kind the doubt
 * @param figure of an iteration; not a number if it is unknown
 * @param limit there is doubt if the mean over the iterations exceeds this limit
 * @param scale factor from the mean to the statement's number
 * @param statement with a placeholder for the number
 * @param stopsPeers whether a peer stands still for no more than this share of the time; otherwise the cost is unknown
 * @param advice what helps
 */
public record MachineRule(
        Reason.Kind kind,
        ToDoubleFunction<Measurement> figure,
        double limit,
        double scale,
        String statement,
        boolean stopsPeers,
        String advice)
        implements LimitRule {
    private static final MachineRule OTHER_LOAD = new MachineRule(
            Reason.Kind.OTHER_LOAD,
            MachineRule::otherLoad,
            0.1,
            100,
            "other processes used %.0f %% of the CPUs that the peers may use",
            false,
            "find them with top and end them");

    public static final List<MachineRule> ALL = List.of(
            new MachineRule(
                    Reason.Kind.STEAL,
                    MachineRule::steal,
                    0.05,
                    100,
                    "the hypervisor took %.0f %% of a CPU away",
                    true,
                    "look for a quieter hour with vmstat 1, column st"),
            new MachineRule(
                    Reason.Kind.THROTTLED,
                    MachineRule::throttled,
                    0.01,
                    100,
                    "the control group's CPU limit stopped the run for %.0f %% of the time",
                    true,
                    "raise the limit: cpu.max of the control group"),
            OTHER_LOAD);

    /** Above this rate, the threads do not stay where the kernel once placed them. */
    static final double MAX_MIGRATIONS = 100;

    /** A thread that moves finds its data in another CPU's caches; small messages and their code fill them again in this time. */
    private static final double SECONDS_PER_MIGRATION = 50e-6;

    static final Rule MIGRATIONS = evidence -> {
        OptionalDouble mean = evidence.mean(MachineRule::migrationsPerSecond);
        if (mean.isEmpty() || mean.getAsDouble() <= MAX_MIGRATIONS) {
            return Optional.empty();
        }
        double cost = Math.min(1, mean.getAsDouble() * SECONDS_PER_MIGRATION);
        return found(
                        Reason.Kind.MIGRATIONS,
                        Statement.of(
                                "threads went to another CPU %.0f times a second, which costs up to %.1f %%",
                                mean.getAsDouble(), 100 * cost),
                        "mean",
                        mean.getAsDouble(),
                        "pin the peers by --placement")
                .map(reason -> evidence.weighed(reason, cost));
    };

    /**
     * A competing process that takes a small part of the machine, but the very CPU that a peer needs. Reported if the machine's
     * load raises no doubt.
     */
    static final Rule QUEUED = evidence -> {
        OptionalDouble mean = evidence.mean(MachineRule::queuedBehindOthers);
        return mean.isEmpty()
                        || mean.getAsDouble() <= OTHER_LOAD.limit
                        || OTHER_LOAD.doubt(evidence).isPresent()
                ? Optional.empty()
                : found(
                        Reason.Kind.OTHER_LOAD,
                        Statement.of(
                                "a peer waited for its CPU for %.0f %% of the time while others had it, %s",
                                100 * mean.getAsDouble(), evidence.costOfStandstill(mean.getAsDouble())),
                        "mean",
                        mean.getAsDouble(),
                        OTHER_LOAD.advice);
    };

    @Override
    public Optional<Reason> doubt(Evidence evidence) {
        OptionalDouble mean = evidence.mean(figure);
        return mean.isEmpty() || mean.getAsDouble() <= limit
                ? Optional.empty()
                : found(
                        kind,
                        Statement.of(
                                statement + ", %s", scale * mean.getAsDouble(), cost(mean.getAsDouble(), evidence)),
                        "mean",
                        mean.getAsDouble(),
                        advice);
    }

    private Statement cost(double mean, Evidence evidence) {
        return stopsPeers
                ? evidence.costOfStandstill(mean)
                : Statement.of("which may slow the peers by an unknown amount");
    }

    /**
     * The longer wait of the two peers, as a share of the measured part. Waiting for the suite's own threads is left out: for
     * those that do not measure, and for the partner unless the two were never seen on one CPU.
     */
    private static double queuedBehindOthers(Measurement iteration) {
        if (!iteration.clients().isEmpty() || iteration.declaredCpuNanos() == Count.UNKNOWN) {
            return Double.NaN; // clients wait for each other, and for a neighbour
        }
        long client = iteration.clientCost().measuringNanos();
        long server = iteration.serverCost().measuringNanos();
        long beside = iteration.ownCpuNanos() + iteration.declaredCpuNanos() - client - server;
        long siblings = iteration.workers() == null ? 0 : server; // several servers wait for each other
        boolean apart = iteration.proximity().isApart();
        double clientNanos = queuedNanos(iteration.clientConditions()) - beside - (apart ? 0 : server);
        double serverNanos = queuedNanos(iteration.serverConditions()) - beside - (apart ? 0 : client) - siblings;
        return Math.max(0, Math.max(clientNanos, serverNanos)) / iteration.elapsedNanos();
    }

    private static double queuedNanos(MeasurementConditions conditions) {
        return Math.max(0, conditions.scheduling().queuedNanos());
    }

    private static double share(Measurement iteration, long nanos) {
        return iteration.clientConditions().machine().isKnown()
                ? (double) nanos / iteration.elapsedNanos()
                : Double.NaN;
    }

    /**
     * Time stolen from the peers, as a share of the measured part. The peers' share of the time stolen from all CPUs is their
     * share of the busy time.
     */
    private static double steal(Measurement iteration) {
        MachineLoad machine = iteration.clientConditions().machine();
        double own = machine.chargedNanos() <= 0
                ? 1
                : Math.min(1, (double) iteration.ownCpuNanos() / machine.chargedNanos());
        return own * share(iteration, machine.stealNanos());
    }

    private static double throttled(Measurement iteration) {
        long nanos = iteration.clientConditions().machine().throttledNanos();
        return nanos == Count.UNKNOWN ? Double.NaN : share(iteration, nanos);
    }

    /** CPU time of other processes, but for what was declared, as a share of the CPUs that the peers may use. */
    private static double otherLoad(Measurement iteration) {
        if (iteration.declaredCpuNanos() == Count.UNKNOWN) {
            return Double.NaN;
        }
        MachineLoad machine = iteration.clientConditions().machine();
        long known = iteration.ownCpuNanos() + iteration.declaredCpuNanos();
        return share(iteration, machine.chargedNanos() - known) / machine.cpus();
    }

    /**
     * Counts only the measuring threads of one client and its server, or of one of several, since a JVM's other threads wake up
     * occasionally by themselves.
     */
    private static double migrationsPerSecond(Measurement iteration) {
        long client = iteration.clientConditions().scheduling().migrations();
        long server = iteration.serverConditions().scheduling().migrations();
        int servers =
                iteration.workers() == null ? 1 : iteration.workers().messages().size();
        int pairs = Math.max(servers, iteration.clients().size());
        return Math.min(client, server) == Count.UNKNOWN ? Double.NaN : (client + server) / iteration.seconds() / pairs;
    }
}
