package org.ipcbench.measure.sample;

import java.util.List;
import java.util.Optional;

/**
 * What a server's work for each request took, measured for some of the requests.
 *
 * @param samples number of requests whose work was measured
 * @param nanos mean CPU time of the work if it keeps the CPU busy, otherwise mean duration, in nanoseconds
 */
public record WorkTime(long samples, double nanos) {
    public WorkTime {
        if (samples < 1 || !(nanos >= 0)) {
            throw new IllegalArgumentException("%d works cannot take %s ns".formatted(samples, nanos));
        }
    }

    /** Combines several connections or iterations; empty if there are none. */
    public static Optional<WorkTime> ofAll(List<WorkTime> all) {
        return all.stream().reduce(WorkTime::with);
    }

    /** Of both peers, each of which did it as often. */
    public WorkTime meanWith(WorkTime other) {
        return new WorkTime(samples + other.samples, (nanos + other.nanos) / 2);
    }

    private WorkTime with(WorkTime other) {
        long both = samples + other.samples;
        return new WorkTime(both, (samples * nanos + other.samples * other.nanos) / both);
    }
}
