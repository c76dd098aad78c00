package org.ipcbench.placement;

import java.util.List;
import java.util.Optional;

/**
 * Where one peer runs.
 *
 * @param cpus the CPUs it may use
 * @param node the NUMA node whose CPUs these are and where its memory comes from; empty where only CPUs were asked for
 */
public record Place(CpuSet cpus, Optional<Integer> node) {
    static final String TASKSET = "taskset";
    static final String NUMACTL = "numactl";

    public static Place onCpu(int cpu) {
        return new Place(CpuSet.of(cpu), Optional.empty());
    }

    /** The command that puts a process in this place, to stand before its own command. */
    List<String> prefix() {
        return node.map(number -> List.of(NUMACTL, "--cpunodebind=" + number, "--membind=" + number))
                .orElse(List.of(TASKSET, "-c", cpus.toString())); // BusyBox knows no long options
    }

    /** The memory policy that the kernel has to show for the process; empty where none was asked for. */
    Optional<String> memoryPolicy() {
        return node.map(number -> "bind:" + number);
    }

    @Override
    public String toString() {
        return "CPU " + cpus
                + memoryPolicy().map(policy -> " with memory " + policy).orElse("");
    }
}
