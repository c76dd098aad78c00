package org.ipcbench.figure;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.figure.Figure.Better;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.measure.result.ConnectAttempts;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MachineLoad.Pressure;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.WorkerShares;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.text.Importance;

/** Under which conditions a cell was measured, and what its processes cost; none if the kernel does not tell. */
final class ConditionFigures {
    private static final int DIGITS = 6;
    private static final double MEBIBYTE = 1 << 20;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;

    static final Figure IDLE_KERNEL = idle(
                    "IdleKernelBytesPerConnection", idle -> idle.client().kernelBytes())
            .headed("kernel B/idle");

    static final Figure IDLE_SERVER = idle(
                    "IdleServerBytesPerConnection", idle -> idle.server().processBytes())
            .headed("server B/idle");

    static final Figure REFUSED_CONNECTS = connects("RefusedConnects", Unit.COUNT, 1, each -> told(each.refused(), 1))
            .headed("refused");

    static final Figure REPEATED_CONNECTS = connects(
                    "RepeatedConnects", Unit.COUNT, 1, each -> told(each.repeated(), 1))
            .headed("repeated");

    static final Figure LONGEST_CONNECT = connects(
                    "LongestConnectMilliseconds",
                    Unit.MEAN_MILLIS,
                    3,
                    each -> each.longestNanos() == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(each.longestNanos() / NANOS_PER_MILLI))
            .headed("connect ms");

    static final Figure CPU_PRESSURE = pressure("CpuPressurePercent", Pressure::cpuNanos)
            .headed("CPU pressure %")
            .important(Importance.DETAIL);

    static final Figure MEMORY_PRESSURE = pressure("MemoryPressurePercent", Pressure::memoryNanos)
            .headed("memory pressure %")
            .important(Importance.DETAIL);

    static final Figure IO_PRESSURE = pressure("IoPressurePercent", Pressure::ioNanos)
            .headed("I/O pressure %")
            .important(Importance.DETAIL);

    private ConditionFigures() {}

    /**
     * The costs of a process in the measured part.
     *
     * @param process beginning of the figures' names
     * @param cost the cost of that process in an iteration
     */
    static List<Figure> ofProcess(String process, Group group, Function<Measurement, Cost> cost) {
        ProcessFigures figures = new ProcessFigures(process, group, cost);
        return List.of(
                figures.of("MeasuringThreadShare", Unit.NONE, each -> share(each.measuringNanos(), each.cpuNanos())),
                figures.of(
                        "SystemShare",
                        Unit.NONE,
                        each -> share(each.systemNanos(), each.userNanos() + each.systemNanos())),
                figures.perMessage("IoCallsPerMessage", each -> each.kernel().ioCalls()),
                figures.perMessage(
                        "VoluntarySwitchesPerMessage", each -> each.kernel().voluntarySwitches()),
                figures.perMessage(
                        "InvoluntarySwitchesPerMessage", each -> each.kernel().involuntarySwitches()),
                figures.count("Migrations", each -> each.kernel().migrations()),
                figures.count("MinorFaults", each -> each.kernel().minorFaults()),
                figures.count("MajorFaults", each -> each.kernel().majorFaults()),
                figures.of(
                        "PeakResidentMebibytes",
                        Unit.MEBIBYTES,
                        each -> told(each.kernel().peakResidentBytes(), MEBIBYTE)),
                figures.count("Collections", each -> each.jvm().collections()),
                figures.millis("CollectionMilliseconds", each -> each.jvm().collectionNanos()),
                figures.millis("CompilationMilliseconds", each -> each.jvm().compilationNanos()));
    }

    private record ProcessFigures(String process, Group group, Function<Measurement, Cost> cost) {
        Figure of(String name, Unit unit, Function<Cost, OptionalDouble> figure) {
            return mean(process + name, unit, group, iteration -> figure.apply(cost.apply(iteration)));
        }

        Figure count(String name, ToLongFunction<Cost> count) {
            return of(name, Unit.NONE, each -> told(count.applyAsLong(each), 1));
        }

        Figure millis(String name, ToLongFunction<Cost> nanos) {
            return of(name, Unit.MEAN_MILLIS, each -> told(nanos.applyAsLong(each), NANOS_PER_MILLI));
        }

        Figure perMessage(String name, ToLongFunction<Cost> count) {
            return mean(
                    process + name,
                    Unit.NONE,
                    group,
                    iteration -> told(count.applyAsLong(cost.apply(iteration)), (double) iteration.messages()));
        }
    }

    private static OptionalDouble told(long count, double perUnit) {
        return count == Count.UNKNOWN ? OptionalDouble.empty() : OptionalDouble.of(count / perUnit);
    }

    /** The share of a part in a whole; empty if either is zero, because a part of zero means that it was not measured. */
    private static OptionalDouble share(long part, long whole) {
        return part == 0 || whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }

    static List<Figure> all() {
        return List.of(
                ofMachine("StealShare", iteration -> machine(iteration).stealNanos()),
                ofMachine("ThrottledShare", iteration -> machine(iteration).throttledNanos()),
                ofMachine("OtherLoadShare", ConditionFigures::othersNanos),
                distance("SameCpuShare", Proximity.Distance.SAME_CPU),
                distance("SameCoreShare", Proximity.Distance.SAME_CORE),
                distance("SameCacheShare", Proximity.Distance.SAME_CACHE),
                distance("SameNodeShare", Proximity.Distance.SAME_NODE),
                distance("OtherNodeShare", Proximity.Distance.OTHER_NODE),
                Figure.of("WarmUp", Unit.NONE, Group.RESULT, 0, summary -> Value.of(warmUp(summary))),
                Figure.of("ClockBoundNanos", Unit.NANOS, Group.LATENCY, Figure.EXACT, ConditionFigures::clockBound),
                new Figure(
                        Figure.Names.column("HarnessShare"),
                        Unit.NONE,
                        Better.SMALLER,
                        Group.MACHINE,
                        DIGITS,
                        result -> Value.of(result.harnessShare())));
    }

    /** The machine's stalls; none if no thread has looked for them. */
    static List<Figure> ofStalls() {
        return List.of(
                stalls("MachineStallShare", Unit.NONE, Group.MACHINE, DIGITS, MachineStalls::share),
                stalls("MachineStallMaxMicros", Unit.MICROS, Group.RESULT, 3, MachineStalls::longestNanos),
                explained("P99", Percentiles.P99),
                explained("P999", Percentiles.P999),
                explained("P9999", Percentiles.P9999));
    }

    /** What ran beside the peers, as declared, and how long threads of the machine had to wait. */
    static List<Figure> ofNeighbours() {
        return List.of(
                mean(
                        "NeighbourCpuSeconds",
                        Unit.SECONDS,
                        Group.MACHINE,
                        iteration -> iteration.beside() == null
                                ? OptionalDouble.empty()
                                : told(iteration.declaredCpuNanos(), NANOS_PER_SECOND)),
                CPU_PRESSURE,
                MEMORY_PRESSURE,
                IO_PRESSURE);
    }

    /** Memory for each connection that says nothing. */
    static List<Figure> ofIdleConnections() {
        return List.of(
                IDLE_KERNEL,
                idle("IdleClientBytesPerConnection", idle -> idle.client().processBytes()),
                IDLE_SERVER);
    }

    /** How clients got through one listening socket. */
    static List<Figure> ofListeners() {
        return List.of(REFUSED_CONNECTS, REPEATED_CONNECTS, LONGEST_CONNECT);
    }

    /** What several server processes shared. */
    static List<Figure> ofWorkers() {
        return List.of(
                workers("SmallestWorkerSharePercent", Unit.PERCENT, each -> OptionalDouble.of(each.smallestPercent()))
                        .headed("least share %")
                        .important(Importance.MAIN),
                workers("LargestWorkerSharePercent", Unit.PERCENT, each -> OptionalDouble.of(each.largestPercent()))
                        .headed("most share %")
                        .important(Importance.MAIN),
                workers("WaitsInVainPerMessage", Unit.NONE, each -> told(each.waitsInVain(), (double) each.all()))
                        .headed("waits in vain"),
                workers("OvertakenPercent", Unit.PERCENT, each -> OptionalDouble.of(each.overtakenPercent()))
                        .headed("out of order %"));
    }

    private static Figure workers(String column, Unit unit, Function<WorkerShares, OptionalDouble> of) {
        return Figure.mean(
                column,
                unit,
                Group.RESULT,
                3,
                iteration -> iteration.workers() == null ? OptionalDouble.empty() : of.apply(iteration.workers()));
    }

    private static Figure connects(String column, Unit unit, int digits, Function<ConnectAttempts, OptionalDouble> of) {
        return Figure.mean(
                column,
                unit,
                Group.RESULT,
                digits,
                iteration -> iteration.attempts() == null ? OptionalDouble.empty() : of.apply(iteration.attempts()));
    }

    private static Figure idle(String column, ToLongFunction<Measurement.IdleMemory> bytes) {
        return Figure.mean(
                column,
                Unit.NONE,
                Group.MACHINE,
                0,
                iteration -> iteration.idle() == null
                        ? OptionalDouble.empty()
                        : told(
                                bytes.applyAsLong(iteration.idle()),
                                iteration.idle().client().connections()));
    }

    private static Figure pressure(String column, ToLongFunction<Pressure> nanos) {
        return mean(column, Unit.PERCENT, Group.MACHINE, iteration -> {
            Pressure pressure = machine(iteration).pressure();
            return pressure == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(PERCENT * nanos.applyAsLong(pressure) / iteration.elapsedNanos());
        });
    }

    private static Figure stalls(
            String column, Unit unit, Group group, int digits, ToDoubleFunction<MachineStalls> number) {
        return Figure.of(
                column,
                unit,
                group,
                digits,
                summary ->
                        summary.stalls().isKnown() ? Value.of(number.applyAsDouble(summary.stalls())) : Value.none());
    }

    private static Figure explained(String name, double percentile) {
        return Figure.of(
                "Latency" + name + "MachineShare",
                Unit.NONE,
                Group.LATENCY,
                DIGITS,
                summary -> Value.of(summary.stallEffect().shareBeyond(percentile)));
    }

    /** A time as a share of the time of the CPUs that the peers may use. */
    private static Figure ofMachine(String column, ToDoubleFunction<Measurement> nanos) {
        return mean(
                column,
                Unit.NONE,
                Group.MACHINE,
                iteration -> machine(iteration).isKnown() && nanos.applyAsDouble(iteration) != Count.UNKNOWN
                        ? OptionalDouble.of(nanos.applyAsDouble(iteration)
                                / machine(iteration).cpus()
                                / iteration.elapsedNanos())
                        : OptionalDouble.empty());
    }

    private static Figure distance(String column, Proximity.Distance distance) {
        return mean(
                column,
                Unit.NONE,
                Group.MACHINE,
                iteration -> iteration.proximity().equals(Proximity.UNKNOWN)
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(iteration.proximity().share(distance)));
    }

    private static Figure mean(
            String column, Unit unit, Group group, Function<Measurement, OptionalDouble> ofIteration) {
        return Figure.mean(column, unit, group, DIGITS, ofIteration);
    }

    private static MachineLoad machine(Measurement iteration) {
        return iteration.clientConditions().machine();
    }

    /**
     * CPU time of other processes than the measured ones, whose waits for a schedule are their own, in nanoseconds; 0 if the kernel's coarse ticks make the
     * difference negative, unknown if a declared one's is.
     */
    private static double othersNanos(Measurement iteration) {
        if (iteration.declaredCpuNanos() == Count.UNKNOWN) {
            return Count.UNKNOWN;
        }
        long known = iteration.ownCpuNanos() + iteration.declaredCpuNanos();
        return Math.max(0, machine(iteration).chargedNanos() - known);
    }

    private static String warmUp(Summary summary) {
        if (anyWarmUp(summary, WarmUpEnd::atLimit)) {
            return "limit";
        }
        return anyWarmUp(summary, WarmUpEnd::scattered) ? "scattered" : "steady";
    }

    private static boolean anyWarmUp(Summary summary, Predicate<WarmUpEnd> how) {
        return summary.iterations().stream()
                .anyMatch(iteration -> how.test(iteration.clientConditions().warmUp()));
    }

    /** The largest error bound of all iterations; none if one iteration has none. */
    private static Value clockBound(Summary summary) {
        long[] bounds = summary.iterations().stream()
                .flatMapToLong(iteration -> LongStream.of(
                        iteration.clientConditions().clockBoundNanos(),
                        iteration.serverConditions().clockBoundNanos()))
                .filter(bound -> bound != MeasurementConditions.NO_BOUND)
                .toArray();
        return bounds.length < summary.count()
                ? Value.none()
                : Value.of(LongStream.of(bounds).max().orElseThrow());
    }
}
