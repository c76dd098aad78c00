package org.ipcbench.placement;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.ipcbench.measure.Proximity.Distance;

/**
 * The CPUs, NUMA nodes and commands that placements on a machine can use.
 *
 * @param allowed the CPUs this process may use; containers often lack CPU 0
 * @param siblings the hardware threads of each CPU's core, the CPU itself among them
 * @param cacheSiblings the CPUs that share each CPU's last cache, the CPU itself among them
 * @param nodes the CPUs of each NUMA node, as far as this process may use them; nodes without such CPUs are left out
 * @param commands the placing commands that are installed
 */
public record Topology(
        CpuSet allowed,
        Map<Integer, CpuSet> siblings,
        Map<Integer, CpuSet> cacheSiblings,
        Map<Integer, CpuSet> nodes,
        Set<String> commands) {
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");
    private static final Path NODES = Path.of("/sys/devices/system/node");

    public Topology {
        siblings = Map.copyOf(siblings);
        cacheSiblings = Map.copyOf(cacheSiblings);
        nodes = Map.copyOf(nodes);
        commands = Set.copyOf(commands);
    }

    /** The topology of this machine, as the kernel shows it. */
    public static Topology ofThisMachine() throws IOException {
        CpuSet allowed = CpuSet.allowed();
        Map<Integer, CpuSet> siblings = new TreeMap<>();
        for (int cpu : allowed.list()) {
            Path file = CPUS.resolve("cpu" + cpu).resolve("topology/thread_siblings_list");
            if (Files.isReadable(file)) {
                siblings.put(cpu, CpuSet.parse(Files.readString(file)));
            }
        }
        return new Topology(allowed, siblings, cacheSiblingsOf(allowed, CPUS), nodesOf(allowed), installedCommands());
    }

    /** How near to each other two CPUs are; on one node where the kernel shows nothing that they share or differ in. */
    public Distance between(int cpu, int other) {
        if (cpu == other) {
            return Distance.SAME_CPU;
        }
        if (share(siblings, cpu, other)) {
            return Distance.SAME_CORE;
        }
        if (share(cacheSiblings, cpu, other)) {
            return Distance.SAME_CACHE;
        }
        Optional<Integer> node = nodeOf(cpu);
        return node.isPresent() && nodeOf(other).isPresent() && !node.equals(nodeOf(other))
                ? Distance.OTHER_NODE
                : Distance.SAME_NODE;
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

    /** A CPU on another core than the first CPU, where there is one; else any other CPU. */
    int onAnotherCore(int first) {
        List<Integer> sameCore = siblings.getOrDefault(first, CpuSet.of(first)).list();
        List<Integer> others =
                allowed.list().stream().filter(cpu -> cpu != first).toList();
        return others.stream()
                .filter(cpu -> !sameCore.contains(cpu))
                .findFirst()
                .orElse(others.get(0));
    }

    /** The CPUs with which each CPU shares its cache of the highest level; virtual machines often hide the list. */
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
                Path file = index.resolve("shared_cpu_list");
                int level = Files.isReadable(index.resolve("level"))
                        ? Integer.parseInt(
                                Files.readString(index.resolve("level")).strip())
                        : 0;
                if (level > highest && Files.isReadable(file)) {
                    highest = level;
                    cpus = Files.readString(file).strip();
                }
            }
        }
        return cpus;
    }

    private static Map<Integer, CpuSet> nodesOf(CpuSet allowed) throws IOException {
        Map<Integer, CpuSet> nodes = new TreeMap<>();
        if (Files.isDirectory(NODES)) {
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(NODES, "node[0-9]*")) {
                for (Path directory : directories) {
                    String cpus = Files.readString(directory.resolve("cpulist")).strip();
                    List<Integer> usable = cpus.isEmpty()
                            ? List.of()
                            : CpuSet.parse(cpus).list().stream()
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

    private static Set<String> installedCommands() {
        Set<String> found = new TreeSet<>();
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory :
                Pattern.compile(Pattern.quote(File.pathSeparator)).split(path, -1)) {
            for (String command : List.of(Place.TASKSET, Place.NUMACTL)) {
                if (Files.isExecutable(Path.of(directory, command))) {
                    found.add(command);
                }
            }
        }
        return found;
    }
}
