package org.ipcbench.report.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Proximity;
import org.ipcbench.measure.result.WarmUpEnd;

/** Columns of the conditions of measuring; each is empty if its value is unknown. */
final class ConditionColumns {
    private ConditionColumns() {}

    static List<CsvColumn> all() {
        List<CsvColumn> columns = new ArrayList<>(List.of(
                ofMachine("StealShare", iteration -> machine(iteration).stealNanos()),
                ofMachine("ThrottledShare", iteration -> machine(iteration).throttledNanos()),
                ofMachine("OtherLoadShare", ConditionColumns::othersNanos),
                distance("SameCpuShare", Proximity.Distance.SAME_CPU),
                distance("SameCoreShare", Proximity.Distance.SAME_CORE),
                distance("SameCacheShare", Proximity.Distance.SAME_CACHE),
                distance("SameNodeShare", Proximity.Distance.SAME_NODE),
                distance("OtherNodeShare", Proximity.Distance.OTHER_NODE)));
        columns.add(CsvColumn.figure("WarmUp", ConditionColumns::warmUp));
        columns.add(CsvColumn.figure("ClockBoundNanos", ConditionColumns::clockBoundNanos));
        return columns;
    }

    /** A column for a time as a share of the time of the CPUs that the peers may use. */
    private static CsvColumn ofMachine(String name, ToDoubleFunction<Measurement> nanos) {
        return CsvColumn.mean(
                name,
                iteration -> machine(iteration).isKnown() && nanos.applyAsDouble(iteration) != Count.UNKNOWN
                        ? OptionalDouble.of(nanos.applyAsDouble(iteration)
                                / machine(iteration).cpus()
                                / iteration.elapsedNanos())
                        : OptionalDouble.empty());
    }

    private static CsvColumn distance(String name, Proximity.Distance distance) {
        return CsvColumn.mean(
                name,
                iteration -> iteration.proximity().equals(Proximity.UNKNOWN)
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(iteration.proximity().share(distance)));
    }

    private static MachineLoad machine(Measurement iteration) {
        return iteration.clientConditions().machine();
    }

    /**
     * CPU time of other processes than the measured ones, in nanoseconds; 0 if the kernel's coarse ticks make the
     * difference negative.
     */
    private static double othersNanos(Measurement iteration) {
        return Math.max(
                0,
                machine(iteration).chargedNanos()
                        - iteration.clientCost().cpuNanos()
                        - iteration.serverCost().cpuNanos()
                        - iteration.auxiliaryCost().cpuNanos());
    }

    private static CsvColumn.Value warmUp(Summary summary) {
        if (anyWarmUp(summary, WarmUpEnd::atLimit)) {
            return CsvColumn.Value.of("limit");
        }
        return CsvColumn.Value.of(anyWarmUp(summary, WarmUpEnd::scattered) ? "scattered" : "steady");
    }

    private static boolean anyWarmUp(Summary summary, Predicate<WarmUpEnd> how) {
        return summary.iterations().stream()
                .anyMatch(iteration -> how.test(iteration.clientConditions().warmUp()));
    }

    /** The largest error bound of all iterations; empty if one iteration has none. */
    private static CsvColumn.Value clockBoundNanos(Summary summary) {
        long[] bounds = summary.iterations().stream()
                .flatMapToLong(iteration -> LongStream.of(
                        iteration.clientConditions().clockBoundNanos(),
                        iteration.serverConditions().clockBoundNanos()))
                .filter(bound -> bound != MeasurementConditions.NO_BOUND)
                .toArray();
        return bounds.length < summary.count()
                ? CsvColumn.NONE
                : CsvColumn.Value.of(LongStream.of(bounds).max().orElseThrow());
    }
}
