package org.ipcbench.environment;

import java.util.List;

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
