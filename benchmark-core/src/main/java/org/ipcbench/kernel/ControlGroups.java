package org.ipcbench.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.kernel.KernelFiles.KernelNumber;

/**
 * The resources that the control groups around this process, of version 2 or 1, grant it. Each group up to the
 * outermost visible one limits the process, so the tightest limit counts.
 */
public final class ControlGroups {
    private static final String MOUNT = ControlGroup.MOUNT;

    /** Mount point of version 2 on systems that have both versions. */
    private static final String MOUNT_BESIDE_VERSION_1 = MOUNT + "/unified";

    private static final String UNLIMITED = "max";

    /** Quota and period, in microseconds; the number of digits always fits into a long. */
    private static final Pattern CPU_MAX = Pattern.compile("(" + UNLIMITED + "|\\d{1,18}) (\\d{1,18})");

    private final KernelFiles files;

    /**
     * The groups around this process.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     */
    public ControlGroups(Path root) {
        this(new KernelFiles(root));
    }

    public ControlGroups(KernelFiles files) {
        this.files = files;
    }

    /** The tightest limit of CPU time, as quota and period in microseconds; empty if the kernel does not tell. */
    public String cpuMax() {
        return directories("cpu").stream()
                .map(this::cpuMax)
                .filter(limit -> CPU_MAX.matcher(limit).matches())
                .min(Comparator.comparingDouble(ControlGroups::cpus))
                .orElse("");
    }

    /** CPU time that the groups grant, as a number of CPUs; infinite without a limit. */
    public double cpus() {
        return cpus(cpuMax());
    }

    /** Number of periods in which the groups have used up their CPU time since they were made. */
    public long throttledPeriods() {
        return directories("cpu").stream()
                .flatMap(directory -> files.lines(directory + "/cpu.stat").stream())
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length == 2 && words[0].equals("nr_throttled"))
                .mapToLong(words -> KernelNumber.number(words[1]))
                .max()
                .orElse(0);
    }

    /** The tightest limit of memory, in bytes; empty, or larger than any memory, if there is none. */
    public OptionalLong memoryBytes() {
        return directories("memory").stream()
                .flatMap(directory -> Stream.of(directory + "/memory.max", directory + "/memory.limit_in_bytes"))
                .mapToLong(file -> KernelNumber.sizeBytes(files.text(file)))
                .filter(bytes -> bytes > 0) // no limit is written "max", not as a number
                .min();
    }

    /** Number of further threads and processes that may be started; empty without a limit. */
    public OptionalLong tasksLeft() {
        return directories("pids").stream()
                .map(directory -> List.of(files.text(directory + "/pids.max"), files.text(directory + "/pids.current")))
                .filter(counts -> counts.stream().allMatch(KernelNumber::isNumber))
                .mapToLong(counts -> KernelNumber.number(counts.get(0)) - KernelNumber.number(counts.get(1)))
                .map(left -> Math.max(0, left))
                .min();
    }

    private String cpuMax(String directory) {
        String limit = files.text(directory + "/cpu.max");
        if (!limit.isEmpty()) {
            return limit;
        }
        String quota = files.text(directory + "/cpu.cfs_quota_us");
        return (quota.startsWith("-") ? UNLIMITED : quota) + " " + files.text(directory + "/cpu.cfs_period_us");
    }

    /** The directories of the groups' files for a controller. */
    private Set<String> directories(String controller) {
        Set<String> directories = new LinkedHashSet<>();
        for (ControlGroup own : ControlGroup.in(files)) {
            List<String> groups = groups(own.path());
            if (own.isVersion2()) {
                groups.forEach(group -> directories.add(MOUNT + group));
                groups.forEach(group -> directories.add(MOUNT_BESIDE_VERSION_1 + group));
            } else if (own.isVersion1Of(controller)) {
                groups.forEach(group -> directories.add("%s/%s%s".formatted(MOUNT, own.hierarchy(), group)));
                groups.forEach(group -> directories.add("%s/%s%s".formatted(MOUNT, controller, group)));
            }
        }
        return directories;
    }

    /**
     * A group and the groups around it: {@code /a/b}, {@code /a} and the root, which is empty. A process moved out of
     * its container's root sees {@code ..}, which is not mounted.
     */
    private static List<String> groups(String path) {
        List<String> groups = new ArrayList<>();
        if (path.startsWith("/") && !path.contains("..")) {
            for (String group = path; !group.isEmpty(); group = group.substring(0, group.lastIndexOf('/'))) {
                groups.add(group);
            }
        }
        groups.add("");
        return groups;
    }

    private static double cpus(String limit) {
        Matcher parts = CPU_MAX.matcher(limit);
        if (!parts.matches() || parts.group(1).equals(UNLIMITED)) {
            return Double.POSITIVE_INFINITY;
        }
        return Double.parseDouble(parts.group(1)) / Double.parseDouble(parts.group(2));
    }

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
}
