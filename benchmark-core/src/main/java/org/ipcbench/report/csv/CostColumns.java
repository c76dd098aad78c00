package org.ipcbench.report.csv;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement;

/**
 * Columns of a process's costs in the measured part; each is empty if the kernel does not tell.
 *
 * @param process beginning of the columns' names
 * @param cost the cost of that process in an iteration
 */
record CostColumns(String process, Function<Measurement, Cost> cost) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MEBIBYTE = 1 << 20;

    List<CsvColumn> all() {
        return List.of(
                column("MeasuringThreadShare", each -> share(each.measuringNanos(), each.cpuNanos())),
                column("SystemShare", each -> share(each.systemNanos(), each.userNanos() + each.systemNanos())),
                perMessage("IoCallsPerMessage", each -> each.kernel().ioCalls()),
                perMessage("VoluntarySwitchesPerMessage", each -> each.kernel().voluntarySwitches()),
                perMessage(
                        "InvoluntarySwitchesPerMessage", each -> each.kernel().involuntarySwitches()),
                column("Migrations", each -> told(each.kernel().migrations(), 1)),
                column("MinorFaults", each -> told(each.kernel().minorFaults(), 1)),
                column("MajorFaults", each -> told(each.kernel().majorFaults(), 1)),
                column("PeakResidentMebibytes", each -> told(each.kernel().peakResidentBytes(), MEBIBYTE)),
                column("Collections", each -> told(each.jvm().collections(), 1)),
                column("CollectionMilliseconds", each -> told(each.jvm().collectionNanos(), NANOS_PER_MILLI)),
                column("CompilationMilliseconds", each -> told(each.jvm().compilationNanos(), NANOS_PER_MILLI)));
    }

    private CsvColumn column(String name, Function<Cost, OptionalDouble> figure) {
        return CsvColumn.mean(process + name, iteration -> figure.apply(cost.apply(iteration)));
    }

    private CsvColumn perMessage(String name, ToLongFunction<Cost> count) {
        return CsvColumn.mean(
                process + name,
                iteration -> told(count.applyAsLong(cost.apply(iteration)), (double) iteration.messages()));
    }

    private static OptionalDouble told(long count, double perUnit) {
        return count == Count.UNKNOWN ? OptionalDouble.empty() : OptionalDouble.of(count / perUnit);
    }

    /** The share of a part in a whole; empty if either is zero, because a part of zero means that it was not measured. */
    private static OptionalDouble share(long part, long whole) {
        return part == 0 || whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
