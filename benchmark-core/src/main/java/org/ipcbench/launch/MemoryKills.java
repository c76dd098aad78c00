package org.ipcbench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Processes that the kernel has killed because the memory of this process's control group was used up. A killed process
 * itself tells no more than that it was killed.
 *
 * @param root the directory that holds {@code proc} and {@code sys}
 */
record MemoryKills(Path root) {
    private static final String KILLS = "oom_kill ";

    /** In version 1 a line of its own among those of the group's hierarchies; in version 2 the only one. */
    private static final String VERSION_1 = ":memory:";

    private static final String VERSION_2 = "0::";

    static MemoryKills ofThisMachine() {
        return new MemoryKills(Path.of("/"));
    }

    /** How many there have been so far; 0 where the kernel does not tell. */
    long count() {
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            Optional<Path> counters = counters(line);
            if (counters.isPresent()) {
                return lines(counters.get()).stream()
                        .filter(counter -> counter.startsWith(KILLS))
                        .mapToLong(counter -> Long.parseLong(counter.substring(KILLS.length())))
                        .sum();
            }
        }
        return 0;
    }

    private Optional<Path> counters(String line) {
        Path groups = root.resolve("sys/fs/cgroup");
        int version1 = line.indexOf(VERSION_1);
        if (version1 > 0) {
            return existing(
                    groups.resolve("memory"), line.substring(version1 + VERSION_1.length()), "memory.oom_control");
        }
        return line.startsWith(VERSION_2)
                ? existing(groups, line.substring(VERSION_2.length()), "memory.events")
                : Optional.empty();
    }

    /** A container often sees its own group as the mount's root, and by its path on the machine. */
    private static Optional<Path> existing(Path mount, String group, String file) {
        Path named = mount.resolve(group.replaceFirst("^/+", "")).resolve(file);
        return List.of(named, mount.resolve(file)).stream()
                .filter(Files::isReadable)
                .findFirst();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // no control groups here
        }
    }
}
