package org.ipcbench.environment;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Machine.Memory;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.kernel.KernelFiles.KernelNumber;

/** Captures the environment from Linux's files; on other systems it finds little, but does not fail. */
public final class EnvironmentProbe {
    /** Number of load averages, for 1, 5 and 15 minutes; the line has other numbers after them. */
    private static final int LOAD_AVERAGES = 3;

    private final Path root;
    private final Properties system;

    /** A probe of this machine. */
    public EnvironmentProbe() {
        this(Path.of("/"));
    }

    /**
     * A probe of a machine described by other files.
     *
     * @param root the directory that holds {@code proc}, {@code sys} and {@code dev}
     */
    public EnvironmentProbe(Path root) {
        this(root, System.getProperties());
    }

    EnvironmentProbe(Path root, Properties system) {
        this.root = root;
        this.system = system;
    }

    /**
     * Captures the current environment, without the user's home and without secrets in JVM arguments.
     *
     * @param startedAt when the run started
     * @param seed the seed of the order of measuring
     * @param peers the JVM to be measured
     * @param transports the library behind each transport, by the transport's id
     */
    public Environment capture(Instant startedAt, long seed, PeerJvm peers, Map<String, String> transports) {
        return capture(startedAt, seed, peers, transports, Map.of());
    }

    /**
     * Captures the current environment of a run that compares variants.
     *
     * @param variants the JVM of each variant, by the variant's label
     */
    public Environment capture(
            Instant startedAt,
            long seed,
            PeerJvm peers,
            Map<String, String> transports,
            Map<String, PeerJvm> variants) {
        Environment.LauncherJvm launcher = Environment.LauncherJvm.of(system);
        Redaction redaction = Redaction.ofHome(system.getProperty("user.home", ""));
        Map<String, String> libraries = new LinkedHashMap<>(transports);
        libraries.replaceAll((transport, library) -> redaction.text(library));
        Map<String, PeerJvm> redactedVariants = new LinkedHashMap<>(variants);
        redactedVariants.replaceAll((variant, jvm) -> jvm.redactedBy(redaction));
        return new Environment(
                SuiteVersion.current(),
                startedAt.truncatedTo(ChronoUnit.SECONDS).toString(),
                seed,
                machine(),
                kernel(),
                launcher,
                peers.redactedBy(redaction),
                libraries,
                redactedVariants,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                new SettingsProbe(root, new KernelFiles(root)).settings(),
                Map.of());
    }

    /** Arguments of a command line, without the user's home and without secrets. */
    public List<String> published(List<String> arguments) {
        return Redaction.ofHome(system.getProperty("user.home", "")).arguments(arguments);
    }

    /** Whether what a server is asked has a secret in it, as far as names tell: it would stand in every file of a run. */
    public static boolean isSecret(String asked) {
        return Redaction.isSecret(asked);
    }

    /** The words of a command, each of which may hold blanks, without the user's home and without secrets. */
    public List<String> publishedCommand(List<String> words) {
        return Redaction.ofHome(system.getProperty("user.home", "")).words(words);
    }

    /** The hardware alone. */
    public Machine machine() {
        KernelFiles files = new KernelFiles(root);
        MemoryProbe memory = new MemoryProbe(files);
        return new Machine(
                new CpuProbe(files, Environment.LauncherJvm.of(system).osArch()).cpu(),
                new CacheProbe(files).caches(),
                memory.numaNodes(),
                memory.memory(),
                KernelNumber.decimals(files.text("proc/loadavg"), LOAD_AVERAGES));
    }

    /** The kernel alone. */
    public Kernel kernel() {
        return new KernelProbe(
                        new KernelFiles(root),
                        Environment.LauncherJvm.of(system).osName(),
                        system.getProperty("os.version", ""))
                .kernel();
    }

    /** Reads the caches. */
    private static final class CacheProbe {
        private static final String CPUS = "sys/devices/system/cpu";

        private final KernelFiles files;

        CacheProbe(KernelFiles files) {
            this.files = files;
        }

        /**
         * The caches, nearest to the core first. There is one entry per kind: a large machine has hundreds of caches of four
         * kinds.
         */
        List<Machine.CpuCache> caches() {
            Map<CacheType, Set<String>> sharedCpus = new LinkedHashMap<>();
            for (int cpu : files.numbers(CPUS, "cpu")) {
                String caches = "%s/cpu%d/cache".formatted(CPUS, cpu);
                for (int index : files.numbers(caches, "index")) {
                    collect("%s/index%d/".formatted(caches, index), sharedCpus);
                }
            }
            return sharedCpus.entrySet().stream()
                    .map(cache -> cache.getKey().sharedBy(cache.getValue()))
                    .sorted(Comparator.comparingInt(Machine.CpuCache::level).thenComparing(Machine.CpuCache::type))
                    .toList();
        }

        private void collect(String cache, Map<CacheType, Set<String>> sharedCpus) {
            int level = KernelNumber.number(files.text(cache + "level"));
            if (level == 0) {
                return; // a cache of unknown level has no use
            }
            // Virtual machines often hide the size, and some the CPUs; the level is useful without them.
            CacheType type = new CacheType(
                    level, files.text(cache + "type"), KernelNumber.sizeBytes(files.text(cache + "size")));
            Set<String> known = sharedCpus.computeIfAbsent(type, unseen -> new LinkedHashSet<>());
            String cpus = files.text(cache + "shared_cpu_list");
            if (!cpus.isEmpty()) {
                known.add(cpus);
            }
        }

        private record CacheType(int level, String type, long sizeBytes) {

            Machine.CpuCache sharedBy(Set<String> cpus) {
                return new Machine.CpuCache(level, type, sizeBytes, List.copyOf(cpus));
            }
        }
    }

    /** Reads the kernel's version and settings. */
    private static final class KernelProbe {
        private static final String VULNERABILITIES = "sys/devices/system/cpu/vulnerabilities";
        private static final String STATUS = "proc/self/status";
        private static final String HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/";

        /** The kernel lists all choices, with the current one in brackets: {@code always [madvise] never}. */
        private static final Pattern CHOICE = Pattern.compile("\\[([^\\]]+)]");

        private final KernelFiles files;
        private final String systemName;
        private final String systemVersion;

        /**
         * @param systemName name of the system from the JVM, if the kernel does not tell
         * @param systemVersion version of the system from the JVM, if the kernel does not tell
         */
        KernelProbe(KernelFiles files, String systemName, String systemVersion) {
            this.files = files;
            this.systemName = systemName;
            this.systemVersion = systemVersion;
        }

        Kernel kernel() {
            return new Kernel(
                    setting("ostype", systemName),
                    setting("osrelease", systemVersion),
                    setting("version", ""),
                    mitigations(),
                    setting("numa_balancing", ""),
                    choice(HUGE_PAGES + "enabled"),
                    choice(HUGE_PAGES + "shmem_enabled"),
                    new ControlGroups(files).cpuMax(),
                    seccomp(),
                    KernelNumber.number(files.field(STATUS, "Seccomp_filters")),
                    files.text("sys/kernel/security/lsm"),
                    files.text("proc/sys/net/ipv4/tcp_congestion_control"));
        }

        private String setting(String name, String otherwise) {
            String value = files.text("proc/sys/kernel/" + name);
            return value.isEmpty() ? otherwise : value;
        }

        private String seccomp() {
            return switch (files.field(STATUS, "Seccomp")) {
                case "0" -> "off";
                case "1" -> "strict";
                case "2" -> Kernel.SECCOMP_FILTER;
                default -> "";
            };
        }

        private Map<String, String> mitigations() {
            Map<String, String> mitigations = new TreeMap<>();
            for (String vulnerability : files.names(VULNERABILITIES)) {
                String state = files.text(VULNERABILITIES + "/" + vulnerability);
                if (!state.isEmpty()) {
                    mitigations.put(vulnerability, state);
                }
            }
            return mitigations;
        }

        private String choice(String file) {
            String choices = files.text(file);
            Matcher chosen = CHOICE.matcher(choices);
            return chosen.find() ? chosen.group(1) : choices;
        }
    }

    /** Reads main memory, its nodes and shared memory. */
    private static final class MemoryProbe {
        private static final String NODES = "sys/devices/system/node";

        private final KernelFiles files;

        MemoryProbe(KernelFiles files) {
            this.files = files;
        }

        Memory memory() {
            DiskSpace shared = files.space("dev/shm");
            return new Memory(
                    KernelNumber.sizeBytes(files.field("proc/meminfo", "MemTotal")),
                    shared.totalBytes(),
                    shared.freeBytes());
        }

        List<Machine.NumaNode> numaNodes() {
            return files.numbers(NODES, "node").stream().map(this::node).toList();
        }

        private Machine.NumaNode node(int id) {
            String node = "%s/node%d/".formatted(NODES, id);
            String total = files.field(node + "meminfo", "Node %d MemTotal".formatted(id));
            return new Machine.NumaNode(id, files.text(node + "cpulist"), KernelNumber.sizeBytes(total));
        }
    }
}
