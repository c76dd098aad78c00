package org.ipcbench.transports.cma;

import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.shared.KernelSetting;

/**
 * The kernel's rule for reading the memory of other processes.
 *
 * @param scope the value of {@code kernel.yama.ptrace_scope}; 0 if the kernel has no such setting, or does not show it
 * @param capable whether this process has the capability {@code CAP_SYS_PTRACE}
 */
record PtraceScope(long scope, boolean capable) {
    private static final KernelSetting SETTING = new KernelSetting("kernel.yama.ptrace_scope");

    /** A process may read its children, and processes that permit it; the peers permit each other. */
    private static final int RESTRICTED = 1;

    private static final int ADMINISTRATORS_ONLY = 2;

    static PtraceScope ofThisProcess() {
        return new PtraceScope(
                SETTING.value().orElse(0), ProcessStatus.ofThisProcess().isCapable(ProcessStatus.CAP_SYS_PTRACE));
    }

    Availability availability() {
        if (scope <= RESTRICTED || (scope == ADMINISTRATORS_ONLY && capable)) {
            return Availability.available();
        }
        return Availability.unavailable(
                "%s = %d forbids process_vm_readv".formatted(SETTING.name(), scope),
                scope == ADMINISTRATORS_ONLY
                        ? "sysctl -w %s=1 allows it, or CAP_SYS_PTRACE (docker run --cap-add SYS_PTRACE)"
                                .formatted(SETTING.name())
                        : "restart the machine with a %s below 3".formatted(SETTING.name()));
    }
}
