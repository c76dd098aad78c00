package org.ipcbench.placement;

import java.util.List;
import java.util.Optional;

/**
 * The place where one peer runs.
 *
 * @param cpus the CPUs that the peer may use
 * @param node the NUMA node that has these CPUs and provides the peer's memory; empty if only CPUs were requested
 */
public record Place(CpuSet cpus, Optional<Integer> node) {
    static final String TASKSET = "taskset";
    static final String NUMACTL = "numactl";

    public static Place onCpu(int cpu) {
        return new Place(CpuSet.of(cpu), Optional.empty());
    }

    /** The command that puts a process in this place, used as a prefix of the process's own command. */
    List<String> prefix() {
        return node.map(number -> List.of(NUMACTL, "--cpunodebind=" + number, "--membind=" + number))
                .orElse(List.of(TASKSET, "-c", cpus.toString())); // BusyBox knows no long options
    }

    /** The memory policy that the kernel has to show for the process; empty if none was requested. */
    Optional<String> memoryPolicy() {
        return node.map(number -> "bind:" + number);
    }

    @Override
    public String toString() {
        return "CPU " + cpus
                + memoryPolicy().map(policy -> " with memory " + policy).orElse("");
    }
}
