package org.ipcbench.measure.result;

import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;

/**
 * What the scheduler did to a measuring thread.
 *
 * @param queuedNanos time for which the thread could have run while another thread had its CPU, in nanoseconds; {@link
 *     #UNTOLD} if the kernel does not tell
 * @param migrations number of migrations to another CPU; {@link #UNTOLD} if the kernel does not tell
 */
public record Scheduling(long queuedNanos, long migrations) {
    public static final long UNTOLD = -1;

    public static final Scheduling UNKNOWN = new Scheduling(UNTOLD, UNTOLD);

    /** Combines parallel threads: the longest time of any, and the sum of the migrations. */
    static Scheduling ofAll(List<Scheduling> all) {
        return new Scheduling(
                ofAll(all, Scheduling::queuedNanos, Math::max), ofAll(all, Scheduling::migrations, Long::sum));
    }

    /** A kernel may tell one count and not the other. */
    private static long ofAll(List<Scheduling> all, ToLongFunction<Scheduling> count, LongBinaryOperator combination) {
        return all.stream().mapToLong(count).anyMatch(each -> each == UNTOLD)
                ? UNTOLD
                : all.stream().mapToLong(count).reduce(combination).orElse(UNTOLD);
    }

    /** Increase of a count since an earlier reading. */
    public static long grown(long before, long after) {
        return before == UNTOLD || after == UNTOLD ? UNTOLD : Math.max(0, after - before);
    }
}
