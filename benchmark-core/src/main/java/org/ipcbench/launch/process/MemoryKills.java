package org.ipcbench.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.kernel.ControlGroups.ControlGroup;
import org.ipcbench.kernel.KernelFile;

/**
 * Counts the processes that the kernel has killed because the memory of this process's control group was used up. The
 * exit code of a killed process tells only that it was killed.
 *
 * @param root the directory that holds {@code proc} and {@code sys}
 */
record MemoryKills(Path root) {
    private static final String KILLS = "oom_kill ";
    private static final String CONTROLLER = "memory";

    static MemoryKills ofThisMachine() {
        return new MemoryKills(Path.of("/"));
    }

    /** Number of killed processes so far; 0 if the kernel does not tell. */
    long count() {
        return ControlGroup.ofThisProcess(root).stream()
                .flatMap(group -> counters(group).stream())
                .findFirst()
                .map(KernelFile::new)
                .map(file -> file.number(KILLS).orElse(0))
                .orElse(0L);
    }

    private Optional<Path> counters(ControlGroup group) {
        Path groups = root.resolve(ControlGroup.MOUNT);
        if (group.isVersion1Of(CONTROLLER)) {
            return existing(groups.resolve(CONTROLLER), group.path(), "memory.oom_control");
        }
        return group.isVersion2() ? existing(groups, group.path(), "memory.events") : Optional.empty();
    }

    /**
     * Finds a group's file. A container often sees its own group as the mount's root, although the group's path is the
     * machine's.
     */
    private static Optional<Path> existing(Path mount, String group, String file) {
        Path named = mount.resolve(group.replaceFirst("^/+", "")).resolve(file);
        return List.of(named, mount.resolve(file)).stream()
                .filter(Files::isReadable)
                .findFirst();
    }
}
