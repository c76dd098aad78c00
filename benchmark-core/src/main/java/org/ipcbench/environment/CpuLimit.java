package org.ipcbench.environment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much CPU time the control groups (version 2) around this process grant it. */
final class CpuLimit {
    private static final String MOUNT = "sys/fs/cgroup";

    /** Quota and period, in microseconds; as many digits as a long holds for certain. */
    private static final Pattern LIMIT = Pattern.compile("(max|\\d{1,18}) (\\d{1,18})");

    private final KernelFiles files;

    CpuLimit(KernelFiles files) {
        this.files = files;
    }

    /** The tightest limit on the way from the process's group to the outermost visible one, since each of them binds. */
    String tightest() {
        return groups().stream()
                .map(group -> files.text(MOUNT + group + "/cpu.max"))
                .filter(limit -> LIMIT.matcher(limit).matches())
                .min(Comparator.comparingDouble(CpuLimit::cpus))
                .orElse("");
    }

    /** The process's group and those around it: {@code /a/b}, {@code /a} and the root, which is empty. */
    private List<String> groups() {
        List<String> groups = new ArrayList<>();
        // The line of version 2 is "0::/a/b". A process moved out of its container's root sees "..", which is not
        // mounted.
        String path = files.field("proc/self/cgroup", "0").replaceFirst("^:", "");
        if (path.startsWith("/") && !path.contains("..")) {
            for (String group = path; !group.isEmpty(); group = group.substring(0, group.lastIndexOf('/'))) {
                groups.add(group);
            }
        }
        groups.add("");
        return groups;
    }

    private static double cpus(String limit) {
        Matcher parts = LIMIT.matcher(limit);
        if (!parts.matches() || parts.group(1).equals("max")) {
            return Double.POSITIVE_INFINITY;
        }
        return Double.parseDouble(parts.group(1)) / Double.parseDouble(parts.group(2));
    }
}
