package org.ipcbench.measure.result;

import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;

/**
 * What the scheduler did to a measuring thread.
 *
 * @param queuedNanos time for which the thread could have run while another thread had its CPU, in nanoseconds; {@link
 *     Count#UNKNOWN} if the kernel does not tell
 * @param migrations number of migrations to another CPU; {@link Count#UNKNOWN} if the kernel does not tell
 */
public record Scheduling(long queuedNanos, long migrations) {
    public static final Scheduling UNKNOWN = new Scheduling(Count.UNKNOWN, Count.UNKNOWN);

    /** Combines parallel threads: the longest time of any, and the sum of the migrations. */
    static Scheduling ofAll(List<Scheduling> all) {
        return new Scheduling(
                ofAll(all, Scheduling::queuedNanos, Math::max), ofAll(all, Scheduling::migrations, Long::sum));
    }

    /** A kernel may tell one count and not the other. */
    private static long ofAll(List<Scheduling> all, ToLongFunction<Scheduling> count, LongBinaryOperator combination) {
        return all.stream().mapToLong(count).anyMatch(each -> each == Count.UNKNOWN)
                ? Count.UNKNOWN
                : all.stream().mapToLong(count).reduce(combination).orElse(Count.UNKNOWN);
    }

    /** Increase of a count since an earlier reading. */
    public static long grown(long before, long after) {
        return before == Count.UNKNOWN || after == Count.UNKNOWN ? Count.UNKNOWN : Math.max(0, after - before);
    }
}
