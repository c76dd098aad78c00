package org.ipcbench.environment;

import java.util.List;

/**
 * All caches of one kind.
 *
 * @param level 1 is nearest to the core
 * @param type {@code Data}, {@code Instruction} or {@code Unified}
 * @param sizeBytes size of each
 * @param sharedCpus for each the CPUs that share it, in the kernel's notation; two peers on CPUs of one entry need not
 *     go beyond this cache
 */
public record CpuCache(int level, String type, long sizeBytes, List<String> sharedCpus) {

    public CpuCache {
        sharedCpus = List.copyOf(sharedCpus);
    }
}
