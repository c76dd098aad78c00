package org.ipcbench.environment;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The kernel, with its settings that affect the figures.
 *
 * @param name {@code Linux}; on other systems the JVM's name for the system
 * @param release for example {@code 6.8.0-45-generic}
 * @param version how and when it was built, with its preemption model
 * @param mitigations the mitigation of each hardware vulnerability, by its name; they make each system call slower
 * @param numaBalancing {@code kernel.numa_balancing}; if not 0, pages may move between nodes during a run
 * @param transparentHugePages the current choice, such as {@code madvise}
 * @param sharedMemoryHugePages the current choice for shared memory without a file
 * @param cgroupCpuMax the tightest CPU limit of this process's control group and those around it, as quota and period in
 * microseconds: {@code 200000 100000} is the time of two CPUs; {@code max 100000} means no limit
 * @param seccomp whether filters check each system call of this process and of its peers: {@code off}, {@code filter} or
 * {@code strict}
 * @param seccompFilters number of these filters
 * @param securityModules the modules that the kernel asks before it acts, as the kernel lists them:
 * {@code lockdown,capability,yama,apparmor}
 * @param tcpCongestionControl TCP's algorithm for the amount of unacknowledged data, also over the loopback interface, such
 * as {@code cubic}; {@code bbr} also limits the rate
 */
public record Kernel(
        String name,
        String release,
        String version,
        Map<String, String> mitigations,
        String numaBalancing,
        String transparentHugePages,
        String sharedMemoryHugePages,
        String cgroupCpuMax,
        String seccomp,
        int seccompFilters,
        String securityModules,
        String tcpCongestionControl) {
    static final String SECCOMP_FILTER = "filter";

    public Kernel {
        mitigations = Collections.unmodifiableMap(new TreeMap<>(mitigations));
        tcpCongestionControl = Objects.requireNonNullElse(tcpCongestionControl, ""); // of the first records
    }

    /** Whether the kernel may move pages and processes between nodes during a run; false if unknown. */
    public boolean balancesNodes() {
        return !numaBalancing.isEmpty() && !numaBalancing.equals("0");
    }

    /** Whether filters check each system call. */
    public boolean filtersSystemCalls() {
        return seccomp.equals(SECCOMP_FILTER);
    }
}
