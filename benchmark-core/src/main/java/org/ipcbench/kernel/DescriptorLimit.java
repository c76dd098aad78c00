package org.ipcbench.kernel;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The limit of files, sockets and queues together that a process may have open at the same time.
 *
 * @param descriptors the current limit; negative if the system does not tell it
 */
public record DescriptorLimit(long descriptors) {
    private static final String NAME = "Max open files";
    private static final String EXHAUSTED = "Too many open files";
    private static final String EXHAUSTED_BY_ALL_PROCESSES = "Too many open files in system";
    private static final String ERRNO = "EMFILE";

    /**
     * The limit of this process. Uses a call that needs no descriptor, because there may be none left to read {@code
     * /proc}.
     */
    public static DescriptorLimit ofThisProcess() {
        return new DescriptorLimit(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                        ? system.getMaxFileDescriptorCount()
                        : -1);
    }

    /** The limit's name as in {@code /proc/self/limits}, its value, and how to raise it. */
    public String remedy() {
        return (descriptors < 0 ? NAME : "%s is %d (/proc/self/limits)".formatted(NAME, descriptors))
                + ", ulimit -n raises it";
    }

    /** Returns a failure's text, with this limit appended if the failure is due to it and does not name it. */
    public String explain(String failure) {
        boolean met = failure.contains(ERRNO)
                || failure.replace(EXHAUSTED_BY_ALL_PROCESSES, "").contains(EXHAUSTED);
        if (!met || failure.contains(NAME)) {
            return failure;
        }
        return failure + "; " + (failure.contains(ERRNO) ? "" : ERRNO + "; ") + remedy();
    }
}
