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

    /**
     * The processors.
     *
     * @param model the model; several, joined by {@code +}, if they differ; the architecture if the machine does not tell
     * @param sockets number of packages with a CPU online
     * @param cores number of cores with a CPU online
     * @param logicalCpus number of CPUs online; each hardware thread counts
     * @param online the CPUs online, in the kernel's notation: {@code 0-3,8}
     * @param allowed the CPUs that this process may run on, in the same notation
     * @param governors the current frequency governors, each once
     * @param clockSource the kernel's source of time; {@code doctor} measures what a reading takes
     * @param hypervisor {@code present} or {@code absent} by the CPU's flags; empty if it has no such flag
     * @param smt {@code on} if cores have several hardware threads online, else {@code off}
     * @param turbo {@code on} if CPUs may exceed their nominal frequency, else {@code off}
     */
    public record Cpu(
            String model,
            int sockets,
            int cores,
            int logicalCpus,
            String online,
            String allowed,
            List<String> governors,
            String clockSource,
            String hypervisor,
            String smt,
            String turbo) {

        public Cpu {
            governors = List.copyOf(governors);
        }
    }

    /**
     * Main memory, and the part of it that shared-memory transports map.
     *
     * @param totalBytes main memory of the machine, without regard to a container's limit
     * @param sharedMemoryBytes size of {@code /dev/shm}, which is 64 MiB in many containers
     * @param sharedMemoryFreeBytes free part of {@code /dev/shm} when the environment was captured
     */
    public record Memory(long totalBytes, long sharedMemoryBytes, long sharedMemoryFreeBytes) {}
}
