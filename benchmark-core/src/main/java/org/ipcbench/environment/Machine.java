package org.ipcbench.environment;

import java.util.List;

/**
 * The hardware as this process sees it.
 *
 * @param cpu the processors
 * @param caches their caches, one entry per kind
 * @param numaNodes the memory nodes
 * @param memory main and shared memory
 * @param loadAverages load averages of the last 1, 5 and 15 minutes when the environment was captured
 */
public record Machine(
        Cpu cpu, List<CpuCache> caches, List<NumaNode> numaNodes, Memory memory, List<Double> loadAverages) {

    public Machine {
        caches = List.copyOf(caches);
        numaNodes = List.copyOf(numaNodes);
        loadAverages = List.copyOf(loadAverages);
    }
}
