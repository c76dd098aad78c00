package org.ipcbench.transports.netty;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.shared.ProcessStatus;

/**
 * Whether a process may use io_uring.
 *
 * @param kernel the kernel's version
 * @param disabled the value of {@code kernel.io_uring_disabled}; 0 where the kernel has no such setting
 * @param privileged whether the process may where only some may
 */
record UringPermission(String kernel, long disabled, boolean privileged) {
    private static final KernelSetting DISABLED = new KernelSetting("kernel.io_uring_disabled");
    private static final KernelSetting GROUP = new KernelSetting("kernel.io_uring_group");
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    /** The oldest kernel that Netty's io_uring runs on. */
    private static final int LEAST_MAJOR = 5;

    private static final int LEAST_MINOR = 9;

    private static final int FOR_ALL = 0;
    private static final int FOR_SOME = 1;

    static UringPermission ofThisProcess() {
        ProcessStatus status = ProcessStatus.ofThisProcess();
        return new UringPermission(
                System.getProperty("os.version"),
                DISABLED.exists() ? DISABLED.value() : FOR_ALL,
                status.isCapable(ProcessStatus.CAP_SYS_ADMIN) || (GROUP.exists() && status.isIn(GROUP.value())));
    }

    Availability availability() {
        if (isTooOld()) {
            return Availability.unavailable(
                    "Netty's io_uring needs Linux %d.%d, this is %s".formatted(LEAST_MAJOR, LEAST_MINOR, kernel),
                    "use a later kernel");
        }
        if (disabled == FOR_ALL || (disabled == FOR_SOME && privileged)) {
            return Availability.available();
        }
        return Availability.unavailable(
                "the kernel forbids io_uring (%s = %d)".formatted(DISABLED.name(), disabled),
                "sysctl -w %s=0 allows it".formatted(DISABLED.name()));
    }

    private boolean isTooOld() {
        Matcher version = VERSION.matcher(kernel);
        if (!version.matches()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        return major < LEAST_MAJOR || (major == LEAST_MAJOR && minor < LEAST_MINOR);
    }
}
