package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;

/** What the iterations of a cell cost in CPU time and allocated memory; iterations weigh alike. */
public final class CpuTimes {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Measurement> iterations;

    public CpuTimes(List<Measurement> iterations) {
        this.iterations = List.copyOf(iterations);
    }

    /** Mean over the iterations of a process's CPU time, in seconds. */
    public double seconds(Function<Measurement, Cost> process) {
        return mean(measurement -> process.apply(measurement).cpuNanos() / NANOS_PER_SECOND);
    }

    /** Mean over the iterations of a process's CPU time for each message, in nanoseconds. */
    public double nanosPerMessage(Function<Measurement, Cost> process) {
        return mean(measurement -> (double) process.apply(measurement).cpuNanos() / measurement.messages());
    }

    /** The same, where there is such a process. */
    public OptionalDouble auxiliaryNanosPerMessage() {
        double nanos = nanosPerMessage(Measurement::auxiliaryCost);
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }

    /** Mean over the iterations of what a process allocated for each message, in bytes. */
    public double allocatedBytesPerMessage(Function<Measurement, Cost> process) {
        return mean(measurement -> (double) process.apply(measurement).allocatedBytes() / measurement.messages());
    }

    private double mean(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).average().orElseThrow();
    }
}
