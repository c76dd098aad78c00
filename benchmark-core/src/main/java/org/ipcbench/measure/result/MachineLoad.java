package org.ipcbench.measure.result;

import org.jspecify.annotations.Nullable;

/**
 * What the machine did during the measured part on the CPUs where the measured processes may run, including these
 * processes. Of a server on another machine it only has the server's own CPU time.
 *
 * @param cpus number of these CPUs
 * @param busyNanos time for which CPUs were busy, summed over them, in nanoseconds; steps by the kernel's tick
 * @param stealNanos time for which CPUs were ready to run but the hypervisor ran something else, summed over them, in
 *     nanoseconds
 * @param throttledNanos time for which the control group was not allowed to run, in nanoseconds; -1 if unknown
 * @param unchargedNanos part of the busy time that the kernel charges to no process, summed over the CPUs, in nanoseconds: interrupts,
 *     among them the network's work on the peers' messages; 0 if the kernel charges them to the processes that they interrupt
 * @param pressure of the whole machine; null if the kernel does not tell
 */
public record MachineLoad(
        int cpus,
        long busyNanos,
        long stealNanos,
        long throttledNanos,
        long unchargedNanos,
        @Nullable Pressure pressure) {
    /** No load is known, because the kernel does not tell. */
    public static final MachineLoad UNKNOWN = new MachineLoad(0, 0, 0, 0, 0);

    /** The load of a kernel that tells no pressure. */
    public MachineLoad(int cpus, long busyNanos, long stealNanos, long throttledNanos, long unchargedNanos) {
        this(cpus, busyNanos, stealNanos, throttledNanos, unchargedNanos, null);
    }

    /** The load of a kernel that charges all time to processes. */
    public MachineLoad(int cpus, long busyNanos, long stealNanos, long throttledNanos) {
        this(cpus, busyNanos, stealNanos, throttledNanos, 0);
    }

    /** The part of the busy time that processes were charged with, in nanoseconds. */
    public long chargedNanos() {
        return busyNanos - unchargedNanos;
    }

    /** Returns a copy that includes this CPU time of a process on another machine, so that none of it is taken for other work's. */
    public MachineLoad plusBusy(long nanos) {
        return isKnown()
                ? new MachineLoad(cpus, busyNanos + nanos, stealNanos, throttledNanos, unchargedNanos, pressure)
                : this;
    }

    /** Whether the kernel tells the load. */
    public boolean isKnown() {
        return cpus > 0;
    }

    /**
     * The kernel's pressure (PSI): time for which at least one thread of the machine had to wait for something, in nanoseconds.
     *
     * @param cpuNanos for a CPU
     * @param memoryNanos for memory
     * @param ioNanos for a disk
     */
    public record Pressure(long cpuNanos, long memoryNanos, long ioNanos) {

        /** What was added since an earlier reading, of which this share counts. */
        public Pressure since(Pressure before, double share) {
            return new Pressure(
                    part(share, cpuNanos - before.cpuNanos),
                    part(share, memoryNanos - before.memoryNanos),
                    part(share, ioNanos - before.ioNanos));
        }

        private static long part(double share, long nanos) {
            return Math.max(0, (long) (share * nanos));
        }
    }
}
