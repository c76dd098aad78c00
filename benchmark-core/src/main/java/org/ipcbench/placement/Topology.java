package org.ipcbench.placement;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.kernel.KernelFiles.KernelNumber;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.ipcbench.placement.PlacingCommands.InstalledCommands;

/**
 * The CPUs, NUMA nodes and commands that placements on a machine can use.
 *
 * @param allowed the CPUs that this process runs on unless it is moved; containers often lack CPU 0
 * @param siblings the hardware threads of each CPU's core, including the CPU itself
 * @param cacheSiblings the CPUs that share each CPU's last-level cache, including the CPU itself
 * @param nodes the examined CPUs of each NUMA node; nodes without such CPUs are left out
 * @param commands the commands that move processes
 */
public record Topology(
        CpuSet allowed,
        Map<Integer, CpuSet> siblings,
        Map<Integer, CpuSet> cacheSiblings,
        Map<Integer, CpuSet> nodes,
        PlacingCommands commands) {
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");
    /** Cache of topologies: every pair needs one, and a large machine has thousands of files to read for it. */
    private static final Map<CpuSet, Topology> KNOWN = new ConcurrentHashMap<>();

    private static final Path NODES = Path.of("/sys/devices/system/node");

    public Topology {
        siblings = Map.copyOf(siblings);
        cacheSiblings = Map.copyOf(cacheSiblings);
        nodes = Map.copyOf(nodes);
    }

    /** The topology of this machine, as the kernel shows it. */
    public static Topology ofThisMachine() throws IOException {
        return among(CpuSet.allowed());
    }

    /** The topology of a placement's CPUs, which need not be among the CPUs that this process runs on. */
    public static Topology around(Placement placement) throws IOException {
        CpuSet cpus =
                placement.isOfClient() ? CpuSet.allowed() : placement.cpus().orElse(CpuSet.allowed());
        Topology known = KNOWN.get(cpus);
        if (known == null) {
            known = among(cpus);
            KNOWN.put(cpus, known);
        }
        return known;
    }

    private static Topology among(CpuSet cpus) throws IOException {
        Map<Integer, CpuSet> siblings = new TreeMap<>();
        for (int cpu : cpus.list()) {
            CpuSet threads = CpuSet.listedIn(CPUS.resolve("cpu" + cpu).resolve("topology/thread_siblings_list"));
            if (!threads.list().isEmpty()) {
                siblings.put(cpu, threads);
            }
        }
        return new Topology(cpus, siblings, cacheSiblingsOf(cpus, CPUS), nodesOf(cpus), new InstalledCommands());
    }

    /**
     * How near to each other two CPUs are; empty if they differ and the kernel shows neither cores nor nodes, as where
     * {@code /sys} is hidden.
     */
    public Optional<Distance> between(int cpu, int other) {
        if (cpu == other) {
            return Optional.of(Distance.SAME_CPU);
        }
        if (siblings.isEmpty() && nodes.isEmpty()) {
            return Optional.empty();
        }
        if (share(siblings, cpu, other)) {
            return Optional.of(Distance.SAME_CORE);
        }
        if (share(cacheSiblings, cpu, other)) {
            return Optional.of(Distance.SAME_CACHE);
        }
        Optional<Integer> node = nodeOf(cpu);
        boolean apart = node.isPresent() && nodeOf(other).isPresent() && !node.equals(nodeOf(other));
        return Optional.of(apart ? Distance.OTHER_NODE : Distance.SAME_NODE);
    }

    private static boolean share(Map<Integer, CpuSet> sharers, int cpu, int other) {
        return sharers.getOrDefault(cpu, CpuSet.of(cpu)).list().contains(other);
    }

    private Optional<Integer> nodeOf(int cpu) {
        return nodes.entrySet().stream()
                .filter(node -> node.getValue().list().contains(cpu))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Another CPU than the first one: on another core if possible, and of those on the same node if possible. */
    int onAnotherCore(int first) {
        return allowed.list().stream()
                .filter(cpu -> cpu != first)
                .min(Comparator.comparing((Integer cpu) -> share(siblings, first, cpu))
                        .thenComparing(cpu -> !nodeOf(cpu).equals(nodeOf(first))))
                .orElseThrow();
    }

    /** The CPUs with which each CPU shares its last-level cache; virtual machines often hide the list. */
    static Map<Integer, CpuSet> cacheSiblingsOf(CpuSet allowed, Path cpus) throws IOException {
        Map<Integer, CpuSet> sharers = new TreeMap<>();
        for (int cpu : allowed.list()) {
            Path caches = cpus.resolve("cpu" + cpu).resolve("cache");
            if (Files.isDirectory(caches)) {
                String list = lastOf(caches);
                if (!list.isEmpty()) {
                    sharers.put(cpu, CpuSet.parse(list));
                }
            }
        }
        return sharers;
    }

    private static String lastOf(Path caches) throws IOException {
        int highest = 0;
        String cpus = "";
        try (DirectoryStream<Path> indices = Files.newDirectoryStream(caches, "index[0-9]*")) {
            for (Path index : indices) {
                int level = KernelNumber.number(text(index.resolve("level")));
                String list = text(index.resolve("shared_cpu_list"));
                if (level > highest && !list.isEmpty()) {
                    highest = level;
                    cpus = list;
                }
            }
        }
        return cpus;
    }

    private static String text(Path file) throws IOException {
        return new KernelFile(file).wholeText().orElse("").strip();
    }

    private static Map<Integer, CpuSet> nodesOf(CpuSet allowed) throws IOException {
        Map<Integer, CpuSet> nodes = new TreeMap<>();
        if (Files.isDirectory(NODES)) {
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(NODES, "node[0-9]*")) {
                for (Path directory : directories) {
                    List<Integer> usable = CpuSet.listedIn(directory.resolve("cpulist")).list().stream()
                            .filter(allowed.list()::contains)
                            .toList();
                    if (!usable.isEmpty()) {
                        String number = directory.getFileName().toString().substring("node".length());
                        nodes.put(Integer.valueOf(number), new CpuSet(usable));
                    }
                }
            }
        }
        return nodes;
    }
}
