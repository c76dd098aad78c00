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

    /**
     * All caches of one kind.
     *
     * @param level 1 is nearest to the core
     * @param type {@code Data}, {@code Instruction} or {@code Unified}
     * @param sizeBytes size of each cache, in bytes
     * @param sharedCpus for each cache, the CPUs that share it, in the kernel's notation; two peers on CPUs of the same entry
     * can exchange data within this cache
     */
    public record CpuCache(int level, String type, long sizeBytes, List<String> sharedCpus) {

        public CpuCache {
            sharedCpus = List.copyOf(sharedCpus);
        }
    }

    /**
     * Memory with equal distance to some CPUs.
     *
     * @param id the kernel's number of the node
     * @param cpus its CPUs, in the kernel's notation; empty if the node has only memory
     * @param memoryBytes all of its memory, free or not
     */
    public record NumaNode(int id, String cpus, long memoryBytes) {}
}
