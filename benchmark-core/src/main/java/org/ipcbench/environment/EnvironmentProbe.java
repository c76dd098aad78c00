package org.ipcbench.environment;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelNumber;

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
        LauncherJvm launcher = LauncherJvm.of(system);
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
                new SettingsProbe(root, new KernelFiles(root)).settings(),
                Map.of());
    }

    /** Arguments of a command line, without the user's home and without secrets. */
    public List<String> published(List<String> arguments) {
        return Redaction.ofHome(system.getProperty("user.home", "")).arguments(arguments);
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
                new CpuProbe(files, LauncherJvm.of(system).osArch()).cpu(),
                new CacheProbe(files).caches(),
                memory.numaNodes(),
                memory.memory(),
                KernelNumber.decimals(files.text("proc/loadavg"), LOAD_AVERAGES));
    }

    /** The kernel alone. */
    public Kernel kernel() {
        return new KernelProbe(
                        new KernelFiles(root), LauncherJvm.of(system).osName(), system.getProperty("os.version", ""))
                .kernel();
    }
}
