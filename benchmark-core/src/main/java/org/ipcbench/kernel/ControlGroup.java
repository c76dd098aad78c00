package org.ipcbench.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A control group that a process is in.
 *
 * @param hierarchy its controllers, in the form of version 1, which names their common directory; empty in version 2
 * @param path the group's path in the hierarchy
 */
public record ControlGroup(String hierarchy, String path) {
    /** Mount point of the hierarchies, relative to the root directory. */
    public static final String MOUNT = "sys/fs/cgroup";

    private static final String FILE = "proc/self/cgroup";

    /**
     * The groups of this process, in the kernel's order.
     *
     * @param root the directory that holds {@code proc}
     */
    public static List<ControlGroup> ofThisProcess(Path root) {
        return in(new KernelFiles(root));
    }

    static List<ControlGroup> in(KernelFiles files) {
        return files.lines(FILE).stream()
                .map(line -> line.split(":", 3)) // the first part is the hierarchy's number
                .filter(parts -> parts.length == 3)
                .map(parts -> new ControlGroup(parts[1], parts[2]))
                .toList();
    }

    /** Whether the hierarchy is the one of version 2, which has all controllers. */
    public boolean isVersion2() {
        return hierarchy.isEmpty();
    }

    /** Whether the hierarchy is of version 1 and has this controller. */
    public boolean isVersion1Of(String controller) {
        return Stream.of(hierarchy.split(",", -1)).anyMatch(controller::equals);
    }
}
