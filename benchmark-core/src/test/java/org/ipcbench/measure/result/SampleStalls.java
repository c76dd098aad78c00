package org.ipcbench.measure.result;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Made-up stalls. */
public final class SampleStalls {
    private SampleStalls() {}

    /** Stalls of these lengths, in nanoseconds, seen in this time. */
    public static Stalls of(long observedNanos, long... lengths) {
        Histogram all = new Histogram(Stalls.SIGNIFICANT_DIGITS);
        LongStream.of(lengths).forEach(all::recordValue);
        return new Stalls(observedNanos, all);
    }

    /** The conditions of a peer that saw these stalls, and nothing else. */
    public static MeasurementConditions conditions(Stalls stalls) {
        return MeasurementConditions.UNKNOWN.on(MachineLoad.UNKNOWN, stalls);
    }
}
