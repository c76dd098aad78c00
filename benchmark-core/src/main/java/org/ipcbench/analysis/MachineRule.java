package org.ipcbench.analysis;

import static org.ipcbench.analysis.Rule.found;
import static org.ipcbench.analysis.Rule.text;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.MachineLoad;
import org.ipcbench.measure.Measurement;

/** What machine and JVM did beside the measuring: its mean over the iterations has a limit. */
enum MachineRule implements Rule {
    COMPILATION(
            Reason.Kind.COMPILATION,
            MachineRule::compilationShare,
            0.05,
            100,
            "the compiler of a JVM ran for %.0f %% of the measured part",
            "use a longer --warmup"),
    /** Collections are a transport's own cost where it allocates; above this the size of the heap decides the figure. */
    COLLECTION(
            Reason.Kind.COLLECTION,
            MachineRule::collectionShare,
            0.1,
            100,
            "garbage collections took %.0f %% of the measured part",
            "try a larger heap: --jvm-args -Xmx1g"),
    STEAL(
            Reason.Kind.STEAL,
            iteration ->
                    share(iteration, iteration.clientCircumstances().machine().stealNanos()),
            0.05,
            100,
            "the hypervisor took %.0f %% of a CPU away",
            "look for a quieter hour with vmstat 1, column st"),
    THROTTLED(
            Reason.Kind.THROTTLED,
            iteration ->
                    share(iteration, iteration.clientCircumstances().machine().throttledNanos()),
            0.01,
            100,
            "the control group's CPU limit stopped the run for %.0f %% of the time",
            "raise the limit: cpu.max of the control group"),
    OTHER_LOAD(
            Reason.Kind.OTHER_LOAD,
            MachineRule::otherLoad,
            0.1,
            100,
            "other processes used %.0f %% of all CPUs",
            "find them with top and end them"),
    MIGRATIONS(
            Reason.Kind.MIGRATIONS,
            MachineRule::migrationsPerSecond,
            100,
            1,
            "threads went to another CPU %.0f times a second",
            "pin the peers by --placement");

    private final Reason.Kind kind;
    private final ToDoubleFunction<Measurement> figure;
    private final double limit;
    private final double scale;
    private final String statement;
    private final String advice;

    MachineRule(
            Reason.Kind kind,
            ToDoubleFunction<Measurement> figure,
            double limit,
            double scale,
            String statement,
            String advice) {
        this.kind = kind;
        this.figure = figure;
        this.limit = limit;
        this.scale = scale;
        this.statement = statement;
        this.advice = advice;
    }

    @Override
    public Optional<Reason> doubt(Evidence evidence) {
        OptionalDouble mean = evidence.mean(figure);
        return mean.isEmpty() || mean.getAsDouble() <= limit
                ? Optional.empty()
                : found(kind, text(statement, scale * mean.getAsDouble()), "mean", mean.getAsDouble(), advice);
    }

    private static double compilationShare(Measurement iteration) {
        return greater(
                iteration,
                iteration.clientCost().jvm().compilationNanos(),
                iteration.serverCost().jvm().compilationNanos());
    }

    private static double collectionShare(Measurement iteration) {
        return greater(
                iteration,
                iteration.clientCost().jvm().collectionNanos(),
                iteration.serverCost().jvm().collectionNanos());
    }

    private static double greater(Measurement iteration, double client, double server) {
        return Math.max(client, server) / iteration.elapsedNanos();
    }

    private static double share(Measurement iteration, double nanos) {
        return iteration.clientCircumstances().machine().isKnown() ? nanos / iteration.elapsedNanos() : Double.NaN;
    }

    /** What was busy and not of the pair, as a share of what the machine has. */
    private static double otherLoad(Measurement iteration) {
        MachineLoad machine = iteration.clientCircumstances().machine();
        double own = (double) iteration.clientCost().cpuNanos()
                + iteration.serverCost().cpuNanos()
                + iteration.auxiliaryCost().cpuNanos();
        return share(iteration, machine.busyNanos() - own) / machine.cpus();
    }

    private static double migrationsPerSecond(Measurement iteration) {
        double client = iteration.clientCost().kernel().migrations();
        double server = iteration.serverCost().kernel().migrations();
        return Math.min(client, server) == Cost.KernelCounts.UNTOLD
                ? Double.NaN
                : (client + server) / iteration.seconds();
    }
}
