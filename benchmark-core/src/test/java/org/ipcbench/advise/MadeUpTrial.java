package org.ipcbench.advise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;

/** Candidates with made-up figures at 50,000 messages a second. */
public final class MadeUpTrial {
    /** 800 bytes, 50,000 a second, p99 below 200 us. */
    public static final Target TARGET = new Target(800, 50_000, 200_000);

    private static final double NANOS_PER_MICRO = 1e3;

    private MadeUpTrial() {}

    /** A candidate whose p99 is known to a tenth. */
    public static Trial of(String candidate, double p99Micros, double cpuMicros) {
        double nanos = p99Micros * NANOS_PER_MICRO;
        return of(candidate, nanos, Optional.of(new Interval(0.9 * nanos, 1.1 * nanos)), 50_000, cpuMicros);
    }

    /** A candidate that was measured once or twice. */
    public static Trial unrepeated(String candidate, double p99Micros, double cpuMicros) {
        return of(candidate, p99Micros * NANOS_PER_MICRO, Optional.empty(), 50_000, cpuMicros);
    }

    /** A candidate that achieved only so many messages a second. */
    public static Trial slow(String candidate, double achievedPerSecond) {
        return of(candidate, 5e6, Optional.of(new Interval(4e6, 6e6)), achievedPerSecond, 9);
    }

    private static Trial of(
            String candidate,
            double p99Nanos,
            Optional<Interval> interval,
            double achievedPerSecond,
            double cpuMicros) {
        return Trial.of(
                candidate,
                candidate,
                new Trial.Figures(
                        OptionalDouble.of(p99Nanos / 4),
                        OptionalDouble.of(p99Nanos),
                        interval,
                        50_000,
                        achievedPerSecond,
                        cpuMicros * NANOS_PER_MICRO,
                        Verdict.Level.VALID));
    }
}
