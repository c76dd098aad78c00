package org.ipcbench.measure.result;

/**
 * What the machine did during the measured part on the CPUs where the measured processes may run, including these
 * processes. Of a server on another machine it only has the server's own CPU time.
 *
 * @param cpus number of these CPUs
 * @param busyNanos time for which CPUs were busy, summed over them, in nanoseconds; steps by the kernel's tick
 * @param stealNanos time for which CPUs were ready to run but the hypervisor ran something else, summed over them, in
 *     nanoseconds
 * @param throttledNanos time for which the control group was not allowed to run, in nanoseconds
 */
public record MachineLoad(int cpus, long busyNanos, long stealNanos, long throttledNanos) {
    /** No load is known, because the kernel does not tell. */
    public static final MachineLoad UNKNOWN = new MachineLoad(0, 0, 0, 0);

    /** Returns a copy that includes this CPU time of a process on another machine, so that none of it is taken for other work's. */
    public MachineLoad plusBusy(long nanos) {
        return isKnown() ? new MachineLoad(cpus, busyNanos + nanos, stealNanos, throttledNanos) : this;
    }

    /** Whether the kernel tells the load. */
    public boolean isKnown() {
        return cpus > 0;
    }
}
