package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ipcbench.environment.Kernel;

/**
 * Additional work of the kernel in each system call.
 *
 * @param kernel the kernel's settings
 */
record SystemCallChecks(Kernel kernel) implements Probe {
    /** The modules that check each use of a file, socket or queue; the others are called only rarely. */
    private static final Set<String> CHECK_EACH_USE = Set.of("apparmor", "selinux", "smack", "tomoyo");

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (kernel.filtersSystemCalls()) {
            findings.add(new Finding(
                    "seccomp filter",
                    Severity.MODERATE,
                    kernel.seccompFilters() > 0
                            ? "number of seccomp filters in force: " + kernel.seccompFilters()
                            : "a seccomp filter is in force",
                    "each system call costs more: transports through the kernel lose, those in shared memory do not",
                    "docker run --security-opt seccomp=unconfined, or measure outside the container"));
        }
        List<String> modules = Arrays.stream(kernel.securityModules().split(",", -1))
                .filter(CHECK_EACH_USE::contains)
                .toList();
        if (!modules.isEmpty()) {
            findings.add(new Finding(
                    "security module",
                    Severity.MODERATE,
                    "the kernel asks %s before each read and write".formatted(String.join(", ", modules)),
                    "each system call costs more: transports through the kernel lose, those in shared memory do not",
                    "compare only machines with the same module; the boot parameter lsm= chooses"));
        }
        return findings;
    }
}
