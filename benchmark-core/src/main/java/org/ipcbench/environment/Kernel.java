package org.ipcbench.environment;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The kernel, and the settings of it that move the figures.
 *
 * @param name {@code Linux}; elsewhere what the JVM calls the system
 * @param release for example {@code 6.8.0-45-generic}
 * @param version how and when it was built, with its preemption model
 * @param mitigations what is done about each hardware vulnerability, by its name: each system call pays for these
 * @param numaBalancing {@code kernel.numa_balancing}; other than 0, pages may move between nodes during a run
 * @param transparentHugePages the choice in force, such as {@code madvise}
 * @param sharedMemoryHugePages the same for shared memory without a file
 * @param cgroupCpuMax the tightest CPU limit of this process's control group and those around it, as quota and period in
 *     microseconds: {@code 200000 100000} is two CPUs' worth; {@code max 100000} where there is none
 * @param seccomp whether filters decide about each system call of this process and of its peers: {@code off},
 *     {@code filter} or {@code strict}
 * @param seccompFilters number of these filters
 * @param securityModules the modules that the kernel asks before it acts, as the kernel lists them:
 *     {@code lockdown,capability,yama,apparmor}
 * @param tcpCongestionControl how TCP decides how much to send ahead, over the loopback interface too, such as
 *     {@code cubic}; {@code bbr} limits the rate as well
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
    }

    /** Whether it may move pages and processes between nodes during a run; false where it does not tell. */
    public boolean balancesNodes() {
        return !numaBalancing.isEmpty() && !numaBalancing.equals("0");
    }

    /** Whether filters decide about each system call. */
    public boolean filtersSystemCalls() {
        return seccomp.equals(SECCOMP_FILTER);
    }
}
