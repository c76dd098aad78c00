package org.ipcbench.kernel;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The kernel's information about a process's rights.
 *
 * @param lines the lines of {@code /proc/self/status}; none if the system has no such file
 */
public record ProcessStatus(List<String> lines) {
    public static final int CAP_IPC_LOCK = 14;
    public static final int CAP_SYS_PTRACE = 19;
    public static final int CAP_SYS_ADMIN = 21;
    public static final int CAP_SYS_RESOURCE = 24;

    /** The file describes the process that reads it. */
    public static final Path FILE = Path.of("/proc/self/status");

    /** The file describes the thread that reads it. */
    public static final Path THREAD_FILE = Path.of("/proc/thread-self/status");

    private static final String FILTERED = "2";
    private static final int HEXADECIMAL = 16;

    public ProcessStatus {
        lines = List.copyOf(lines);
    }

    public static ProcessStatus ofThisProcess() {
        return new ProcessStatus(new KernelFile(FILE).lines());
    }

    /** Whether a capability is in effect. */
    public boolean isCapable(int capability) {
        String effective = value("CapEff");
        return !effective.isEmpty() && (Long.parseUnsignedLong(effective, HEXADECIMAL) >> capability & 1) == 1;
    }

    /** Whether the process belongs to a group. */
    public boolean isIn(long groupId) {
        String wanted = Long.toString(groupId);
        return Arrays.asList(value("Groups").split(" ", -1)).contains(wanted)
                || Arrays.asList(value("Gid").split("\\s+", -1)).contains(wanted);
    }

    /** Whether a filter (seccomp) decides which system calls the process may make. */
    public boolean isFiltered() {
        return value("Seccomp").equals(FILTERED);
    }

    /** The CPUs that the process may run on, in the kernel's notation; empty if the kernel does not tell. */
    public String allowedCpus() {
        return value("Cpus_allowed_list");
    }

    private String value(String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
