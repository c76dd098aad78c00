package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;

/** CPU time and allocated memory of the iterations of a cell; every iteration has the same weight. */
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

    /** Mean over the iterations of the auxiliary process's CPU time, in seconds; empty if there is no such process. */
    public OptionalDouble auxiliarySeconds() {
        double seconds = seconds(Measurement::auxiliaryCost);
        return seconds == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Mean over the iterations of all processes' CPU time for each message, in nanoseconds. */
    public double nanosPerMessage() {
        return nanosPerMessage(Measurement::clientCost)
                + nanosPerMessage(Measurement::serverCost)
                + auxiliaryNanosPerMessage().orElse(0);
    }

    /** Mean over the iterations of a process's CPU time for each message, in nanoseconds. */
    public double nanosPerMessage(Function<Measurement, Cost> process) {
        return mean(measurement -> (double) process.apply(measurement).cpuNanos() / measurement.messages());
    }

    /**
     * Mean over the iterations of the auxiliary process's CPU time for each message, in nanoseconds; empty if there is no such
     * process.
     */
    public OptionalDouble auxiliaryNanosPerMessage() {
        double nanos = nanosPerMessage(Measurement::auxiliaryCost);
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }

    /**
     * Mean over the iterations of the CPU time for each message that the kernel charged to no process, in nanoseconds: of interrupts on the
     * CPUs that the peers may use.
     */
    public double unchargedNanosPerMessage() {
        return mean(measurement ->
                (double) measurement.clientConditions().machine().unchargedNanos() / measurement.messages());
    }

    /** Mean over the iterations of the memory that a process allocated for each message, in bytes. */
    public double allocatedBytesPerMessage(Function<Measurement, Cost> process) {
        return mean(measurement -> (double) process.apply(measurement).allocatedBytes() / measurement.messages());
    }

    private double mean(ToDoubleFunction<Measurement> figure) {
        return iterations.stream().mapToDouble(figure).average().orElseThrow();
    }
}
