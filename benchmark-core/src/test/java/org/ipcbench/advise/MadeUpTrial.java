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
    private static final double PERCENT = 100;

    private MadeUpTrial() {}

    /** A candidate whose p99 is known to a tenth. */
    public static Trial of(String candidate, double p99Micros, double cpuMicros) {
        double nanos = p99Micros * NANOS_PER_MICRO;
        return of(candidate, nanos, Optional.of(new Interval(0.9 * nanos, 1.1 * nanos)), 50_000, cpuMicros);
    }

    /**
     * A candidate whose p99 is known to a tenth, on a machine that stalls for a hundredth of the time.
     *
     * @param ownPercent the messages that are later than the limit without a stall, in percent, known to a tenth of a percent
     */
    public static Trial stalled(String candidate, double p99Micros, double ownPercent, double cpuMicros) {
        Trial.Figures plain = of(candidate, p99Micros, cpuMicros).figures().orElseThrow();
        Interval share = new Interval((ownPercent - 0.1) / PERCENT, (ownPercent + 0.1) / PERCENT);
        return Trial.of(
                candidate,
                candidate,
                new Trial.Figures(
                        plain.p50Nanos(),
                        plain.p99Nanos(),
                        plain.p99Interval(),
                        Optional.of(new Trial.BesideStalls(share, 1 / PERCENT)),
                        plain.offeredPerSecond(),
                        plain.achievedPerSecond(),
                        plain.cpuNanosPerMessage(),
                        plain.verdict()));
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
                        Optional.empty(),
                        50_000,
                        achievedPerSecond,
                        cpuMicros * NANOS_PER_MICRO,
                        Verdict.Level.VALID));
    }
}
