package org.ipcbench.measure.meter;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.result.Count;

/**
 * The kernel's counts of one thread; {@link Count#UNKNOWN} if it does not tell.
 *
 * @param cpuNanos CPU time, in nanoseconds; for a thread that is running at this moment, up to the scheduler's last
 *     tick (1 to 10 ms)
 * @param voluntarySwitches number of times that the thread waited
 * @param involuntarySwitches number of times that the thread was preempted
 * @param migrations number of times that the thread went to another CPU
 */
record ThreadCounts(long cpuNanos, long voluntarySwitches, long involuntarySwitches, long migrations) {
    private static final ThreadCounts STARTED = new ThreadCounts(0, 0, 0, 0);

    /** All threads below a directory like {@code /proc/self/task}, by their identifiers there. */
    static Map<String, ThreadCounts> all(Path tasks) {
        Map<String, ThreadCounts> counts = new HashMap<>();
        for (String thread : KernelFile.names(tasks)) {
            counts.put(thread, of(tasks.resolve(thread)));
        }
        return counts;
    }

    private static ThreadCounts of(Path task) {
        String status = new KernelFile(task.resolve("status")).text().orElse("");
        return new ThreadCounts(
                new KernelFile(task.resolve("schedstat")).number("").orElse(Count.UNKNOWN),
                KernelFile.number(status, "voluntary_ctxt_switches:").orElse(Count.UNKNOWN),
                KernelFile.number(status, "nonvoluntary_ctxt_switches:").orElse(Count.UNKNOWN),
                new KernelFile(task.resolve("sched")).number("se.nr_migrations").orElse(Count.UNKNOWN));
    }

    /**
     * Increase of a count, summed over all threads that are alive at the end, whether or not they were alive before;
     * unknown if no thread's count is known.
     */
    static long grown(
            Map<String, ThreadCounts> before, Map<String, ThreadCounts> after, ToLongFunction<ThreadCounts> count) {
        return after.entrySet().stream()
                .filter(thread -> count.applyAsLong(thread.getValue()) != Count.UNKNOWN)
                .mapToLong(thread -> Math.max(
                        0,
                        count.applyAsLong(thread.getValue())
                                - Math.max(0, count.applyAsLong(before.getOrDefault(thread.getKey(), STARTED)))))
                .reduce(Long::sum)
                .orElse(Count.UNKNOWN);
    }
}
