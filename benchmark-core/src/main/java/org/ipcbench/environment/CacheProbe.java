package org.ipcbench.environment;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelNumber;

/** Reads the caches. */
final class CacheProbe {
    private static final String CPUS = "sys/devices/system/cpu";

    private final KernelFiles files;

    CacheProbe(KernelFiles files) {
        this.files = files;
    }

    /**
     * The caches, nearest to the core first. There is one entry per kind: a large machine has hundreds of caches of four
     * kinds.
     */
    List<CpuCache> caches() {
        Map<CacheType, Set<String>> sharedCpus = new LinkedHashMap<>();
        for (int cpu : files.numbers(CPUS, "cpu")) {
            String caches = "%s/cpu%d/cache".formatted(CPUS, cpu);
            for (int index : files.numbers(caches, "index")) {
                collect("%s/index%d/".formatted(caches, index), sharedCpus);
            }
        }
        return sharedCpus.entrySet().stream()
                .map(cache -> cache.getKey().sharedBy(cache.getValue()))
                .sorted(Comparator.comparingInt(CpuCache::level).thenComparing(CpuCache::type))
                .toList();
    }

    private void collect(String cache, Map<CacheType, Set<String>> sharedCpus) {
        int level = KernelNumber.number(files.text(cache + "level"));
        if (level == 0) {
            return; // a cache of unknown level has no use
        }
        // Virtual machines often hide the size, and some the CPUs; the level is useful without them.
        CacheType type =
                new CacheType(level, files.text(cache + "type"), KernelNumber.sizeBytes(files.text(cache + "size")));
        Set<String> known = sharedCpus.computeIfAbsent(type, unseen -> new LinkedHashSet<>());
        String cpus = files.text(cache + "shared_cpu_list");
        if (!cpus.isEmpty()) {
            known.add(cpus);
        }
    }

    private record CacheType(int level, String type, long sizeBytes) {

        CpuCache sharedBy(Set<String> cpus) {
            return new CpuCache(level, type, sizeBytes, List.copyOf(cpus));
        }
    }
}
