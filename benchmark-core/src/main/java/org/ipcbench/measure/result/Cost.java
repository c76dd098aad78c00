package org.ipcbench.measure.result;

/**
 * The resources that a peer used during the measured part.
 *
 * @param cpuNanos CPU time of the whole process, in nanoseconds
 * @param measuringNanos CPU time of the measuring thread, from its first message on, in nanoseconds; the rest is the
 *     JVM's own
 * @param userNanos CPU time of the process in user mode, in nanoseconds; steps by the kernel's tick of 10 ms
 * @param systemNanos CPU time of the process in the kernel, in nanoseconds; steps by the kernel's tick of 10 ms
 * @param allocatedBytes allocations of its threads on the heap, in bytes; the threads that talk to the launcher do not
 *     count
 * @param kernel what the kernel counted
 * @param jvm the JVM's work besides the measuring
 */
public record Cost(
        long cpuNanos,
        long measuringNanos,
        long userNanos,
        long systemNanos,
        long allocatedBytes,
        KernelCounts kernel,
        JvmWork jvm) {
    public static final Cost NONE = new Cost(0, 0);

    /** A cost of which only the CPU time and the allocations are known. */
    public Cost(long cpuNanos, long allocatedBytes) {
        this(cpuNanos, 0, 0, 0, allocatedBytes, KernelCounts.UNKNOWN, JvmWork.NONE);
    }

    /** The cost of both processes together. */
    public Cost plus(Cost other) {
        return new Cost(
                cpuNanos + other.cpuNanos,
                measuringNanos + other.measuringNanos,
                userNanos + other.userNanos,
                systemNanos + other.systemNanos,
                allocatedBytes + other.allocatedBytes,
                kernel.plus(other.kernel),
                jvm.plus(other.jvm));
    }

    /**
     * Returns a copy for a process whose measuring threads are not the thread that metered it.
     *
     * @param threadNanos CPU time of these threads, in nanoseconds
     * @param waitedNanos the part of this time that the threads spent before their first message
     */
    public Cost measuredByOthers(long threadNanos, long waitedNanos) {
        return new Cost(
                Math.max(0, cpuNanos - waitedNanos),
                Math.max(0, threadNanos - waitedNanos),
                userNanos,
                systemNanos,
                allocatedBytes,
                kernel,
                jvm);
    }

    /** Returns a copy without this time of waiting, in nanoseconds. The time is taken from user mode first. */
    public Cost withoutWait(long waitNanos) {
        long ofUser = Math.min(waitNanos, userNanos);
        return new Cost(
                Math.max(0, cpuNanos - waitNanos),
                Math.max(0, measuringNanos - waitNanos),
                userNanos - ofUser,
                Math.max(0, systemNanos - (waitNanos - ofUser)),
                allocatedBytes,
                kernel,
                jvm);
    }

    /**
     * The kernel's counts; {@link Count#UNKNOWN} if it does not tell.
     *
     * @param ioCalls system calls of the read and write families, which are the only ones that it counts
     * @param voluntarySwitches number of times that a thread of the process waited
     * @param involuntarySwitches number of times that a thread of the process was preempted
     * @param migrations number of times that a thread of the process went to another CPU
     * @param minorFaults page faults without a read from disk
     * @param majorFaults page faults with a read from disk
     * @param peakResidentBytes the most memory it had in RAM
     */
    public record KernelCounts(
            long ioCalls,
            long voluntarySwitches,
            long involuntarySwitches,
            long migrations,
            long minorFaults,
            long majorFaults,
            long peakResidentBytes) {
        public static final KernelCounts UNKNOWN = new KernelCounts(
                Count.UNKNOWN,
                Count.UNKNOWN,
                Count.UNKNOWN,
                Count.UNKNOWN,
                Count.UNKNOWN,
                Count.UNKNOWN,
                Count.UNKNOWN);

        private KernelCounts plus(KernelCounts other) {
            return new KernelCounts(
                    sum(ioCalls, other.ioCalls),
                    sum(voluntarySwitches, other.voluntarySwitches),
                    sum(involuntarySwitches, other.involuntarySwitches),
                    sum(migrations, other.migrations),
                    sum(minorFaults, other.minorFaults),
                    sum(majorFaults, other.majorFaults),
                    sum(peakResidentBytes, other.peakResidentBytes));
        }

        private static long sum(long one, long other) {
            return one == Count.UNKNOWN || other == Count.UNKNOWN ? Count.UNKNOWN : one + other;
        }
    }

    /**
     * The JVM's work besides the measuring.
     *
     * @param collections number of garbage collections
     * @param collectionNanos their time, in nanoseconds; steps by 1 ms
     * @param compilationNanos elapsed time, not CPU time, of all compilations that ended, in nanoseconds; steps by 1
     *     ms. The times of parallel compiler threads add up, including their waits for a CPU
     */
    public record JvmWork(long collections, long collectionNanos, long compilationNanos) {
        public static final JvmWork NONE = new JvmWork(0, 0, 0);

        private JvmWork plus(JvmWork other) {
            return new JvmWork(
                    collections + other.collections,
                    collectionNanos + other.collectionNanos,
                    compilationNanos + other.compilationNanos);
        }
    }
}
