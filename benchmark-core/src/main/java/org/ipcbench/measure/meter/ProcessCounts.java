package org.ipcbench.measure.meter;

import java.util.Map;
import java.util.function.ToLongFunction;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.measure.result.Cost.KernelCounts;
import org.ipcbench.measure.result.Count;

/**
 * The kernel's counts of this process so far; {@link Count#UNKNOWN} if it does not tell.
 *
 * @param threads counts of each thread except the reading one, by the kernel's identifier
 * @param reader counts of the thread that reads
 * @param userTicks CPU time in user mode, in ticks
 * @param systemTicks CPU time in the kernel, in ticks
 * @param ioCalls system calls of the read and write families
 * @param minorFaults page faults without a read from disk
 * @param majorFaults page faults with a read from disk
 * @param peakResidentBytes the most memory it had in RAM
 */
record ProcessCounts(
        Map<String, ThreadCounts> threads,
        Map<String, ThreadCounts> reader,
        long userTicks,
        long systemTicks,
        long ioCalls,
        long minorFaults,
        long majorFaults,
        long peakResidentBytes) {
    /**
     * CPU time of all threads except the reading one since the earlier reading, in nanoseconds; unknown if no thread's
     * time is known.
     */
    long otherCpuNanosSince(ProcessCounts before) {
        return ThreadCounts.grown(before.threads, threads, ThreadCounts::cpuNanos);
    }

    /** CPU time in user mode since the earlier reading, in nanoseconds. */
    long userNanosSince(ProcessCounts before) {
        return KernelFile.TICK_NANOS * Math.max(0, userTicks - before.userTicks);
    }

    /** CPU time in the kernel since the earlier reading, in nanoseconds. */
    long systemNanosSince(ProcessCounts before) {
        return KernelFile.TICK_NANOS * Math.max(0, systemTicks - before.systemTicks);
    }

    /**
     * The counts since the earlier reading.
     *
     * @param overheadCalls number of system calls that the metering itself made
     */
    KernelCounts since(ProcessCounts before, long overheadCalls) {
        return new KernelCounts(
                grown(before.ioCalls + overheadCalls, ioCalls),
                grownInThreads(before, ThreadCounts::voluntarySwitches),
                grownInThreads(before, ThreadCounts::involuntarySwitches),
                grownInThreads(before, ThreadCounts::migrations),
                grown(before.minorFaults, minorFaults),
                grown(before.majorFaults, majorFaults),
                peakResidentBytes);
    }

    private long grownInThreads(ProcessCounts before, ToLongFunction<ThreadCounts> count) {
        long ofOthers = ThreadCounts.grown(before.threads, threads, count);
        long ofReader = ThreadCounts.grown(before.reader, reader, count);
        return ofReader == Count.UNKNOWN ? ofOthers : Math.max(0, ofOthers) + ofReader;
    }

    private static long grown(long before, long after) {
        return after == Count.UNKNOWN ? Count.UNKNOWN : Math.max(0, after - before);
    }
}
