package org.ipcbench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.workload.Role;

/**
 * Which CPUs each peer runs on.
 *
 * @param label as the user wrote it
 * @param clientCpus the client's; empty leaves the choice to the kernel
 * @param serverCpus the server's; empty leaves the choice to the kernel
 */
public record Placement(String label, Optional<CpuSet> clientCpus, Optional<CpuSet> serverCpus) {
    public static final Placement DEFAULT = new Placement("default", Optional.empty(), Optional.empty());

    /** What {@link #parse} understands, for messages and help. */
    public static final String ALLOWED = "default, same-cpu, split-cpu, cpu:C,S";

    private static final String PIN_COMMAND = "taskset";
    private static final Pattern CPUS = Pattern.compile("cpu:(\\d{1,5}),(\\d{1,5})");

    /**
     * Chooses the CPUs for a placement.
     *
     * @param allowed the CPUs the launcher itself may use; containers often lack CPU 0
     * @throws IllegalArgumentException with what is allowed, or what this machine lacks
     */
    public static Placement parse(String label, CpuSet allowed) {
        List<Integer> cpus = allowed.list();
        Matcher explicit = CPUS.matcher(label);
        if (explicit.matches()) {
            return pinned(label, existing(explicit.group(1), allowed), existing(explicit.group(2), allowed));
        }
        return switch (label) {
            case "default" -> DEFAULT;
            case "same-cpu" -> pinned(label, cpus.get(0), cpus.get(0));
            case "split-cpu" -> {
                if (cpus.size() < 2) {
                    throw new IllegalArgumentException(
                            "split-cpu needs two CPUs, this process may use only CPU %s; same-cpu works"
                                    .formatted(allowed));
                }
                yield pinned(label, cpus.get(0), onAnotherCore(allowed));
            }
            default -> throw new IllegalArgumentException("'%s' is not one of %s".formatted(label, ALLOWED));
        };
    }

    /** The command that puts a peer in its place, to stand before the JVM's own; empty for the kernel's choice. */
    public List<String> prefix(Role role) {
        return cpus(role)
                .map(set -> List.of(PIN_COMMAND, "--cpu-list", set.toString()))
                .orElse(List.of());
    }

    /** The CPUs asked for a peer; empty for the kernel's choice. */
    public Optional<CpuSet> cpus(Role role) {
        return switch (role) {
            case CLIENT -> clientCpus;
            case SERVER -> serverCpus;
            case AUXILIARY -> Optional.empty(); // it serves both, so it is pinned to neither's CPU
        };
    }

    /** Fails the iteration of a peer that may run on other CPUs than those asked for. */
    void verify(Role role, String actualCpus) throws IterationFailedException {
        CpuSet wanted = cpus(role).orElse(null);
        if (wanted != null && !actualCpus.equals(wanted.toString())) {
            throw new IterationFailedException(
                    "the %s was to run on CPU %s but may run on '%s'".formatted(role.label(), wanted, actualCpus));
        }
    }

    private static Placement pinned(String label, int client, int server) {
        if (!onPath(PIN_COMMAND)) {
            throw new IllegalArgumentException(
                    "'%s' needs the command %s; install util-linux".formatted(label, PIN_COMMAND));
        }
        return new Placement(label, Optional.of(CpuSet.of(client)), Optional.of(CpuSet.of(server)));
    }

    /** The first CPU that is no hardware thread of the first one's core, where there is one. */
    private static int onAnotherCore(CpuSet allowed) {
        List<Integer> cpus = allowed.list();
        List<Integer> siblings = threadSiblings(cpus.get(0));
        return cpus.stream().filter(cpu -> !siblings.contains(cpu)).findFirst().orElse(cpus.get(1));
    }

    private static List<Integer> threadSiblings(int cpu) {
        Path file = Path.of("/sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list");
        try {
            return CpuSet.parse(Files.readString(file)).list();
        } catch (IOException e) {
            return List.of(cpu); // the kernel does not tell: take every CPU for a core
        }
    }

    private static int existing(String cpu, CpuSet allowed) {
        int number = Integer.parseInt(cpu);
        if (!allowed.list().contains(number)) {
            throw new IllegalArgumentException(
                    "CPU %d is not among those this process may use: %s".formatted(number, allowed));
        }
        return number;
    }

    private static boolean onPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
    }
}
