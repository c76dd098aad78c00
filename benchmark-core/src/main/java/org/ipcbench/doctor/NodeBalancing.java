package org.ipcbench.doctor;

import java.util.List;
import org.ipcbench.environment.Kernel;
import org.ipcbench.environment.Machine;

/**
 * Whether the kernel moves memory and processes between NUMA nodes.
 *
 * @param machine the hardware
 * @param kernel the kernel's settings
 */
record NodeBalancing(Machine machine, Kernel kernel) implements Probe {

    @Override
    public List<Finding> findings() {
        int nodes = machine.numaNodes().size();
        return nodes > 1 && kernel.balancesNodes()
                ? List.of(new Finding(
                        "NUMA balancing",
                        Severity.MODERATE,
                        "the kernel moves memory between %d NUMA nodes".formatted(nodes),
                        "page faults while peers run, and iterations that differ by where memory happens to be",
                        "sysctl -w kernel.numa_balancing=0, or --placement same-node"))
                : List.of();
    }
}
