package org.ipcbench.measure;

import java.util.List;

/**
 * What the scheduler did to a measuring thread.
 *
 * @param queuedNanos time for which it could have run and another thread had its CPU, in nanoseconds; {@link #UNTOLD} where the
 *     kernel does not tell
 * @param migrations how often it went to another CPU; {@link #UNTOLD} where the kernel does not tell
 */
public record Scheduling(long queuedNanos, long migrations) {
    public static final long UNTOLD = -1;

    public static final Scheduling UNKNOWN = new Scheduling(UNTOLD, UNTOLD);

    /** Of threads side by side: the longest time of them, and all migrations. */
    static Scheduling ofAll(List<Scheduling> all) {
        return all.contains(UNKNOWN)
                ? UNKNOWN
                : new Scheduling(
                        all.stream().mapToLong(Scheduling::queuedNanos).max().orElse(UNTOLD),
                        all.stream()
                                .mapToLong(Scheduling::migrations)
                                .reduce(Long::sum)
                                .orElse(UNTOLD));
    }

    /** What has come since an earlier reading of a count. */
    static long grown(long before, long after) {
        return before == UNTOLD || after == UNTOLD ? UNTOLD : Math.max(0, after - before);
    }
}
