package org.ipcbench.environment;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.KernelNumber;

/** Reads the kernel's version and settings. */
final class KernelProbe {
    private static final String VULNERABILITIES = "sys/devices/system/cpu/vulnerabilities";
    private static final String STATUS = "proc/self/status";
    private static final String HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/";

    /** The kernel lists all choices, with the current one in brackets: {@code always [madvise] never}. */
    private static final Pattern CHOICE = Pattern.compile("\\[([^\\]]+)]");

    private final KernelFiles files;
    private final String systemName;
    private final String systemVersion;

    /**
     * @param systemName name of the system from the JVM, if the kernel does not tell
     * @param systemVersion version of the system from the JVM, if the kernel does not tell
     */
    KernelProbe(KernelFiles files, String systemName, String systemVersion) {
        this.files = files;
        this.systemName = systemName;
        this.systemVersion = systemVersion;
    }

    Kernel kernel() {
        return new Kernel(
                setting("ostype", systemName),
                setting("osrelease", systemVersion),
                setting("version", ""),
                mitigations(),
                setting("numa_balancing", ""),
                choice(HUGE_PAGES + "enabled"),
                choice(HUGE_PAGES + "shmem_enabled"),
                new ControlGroups(files).cpuMax(),
                seccomp(),
                KernelNumber.number(files.field(STATUS, "Seccomp_filters")),
                files.text("sys/kernel/security/lsm"),
                files.text("proc/sys/net/ipv4/tcp_congestion_control"));
    }

    private String setting(String name, String otherwise) {
        String value = files.text("proc/sys/kernel/" + name);
        return value.isEmpty() ? otherwise : value;
    }

    private String seccomp() {
        return switch (files.field(STATUS, "Seccomp")) {
            case "0" -> "off";
            case "1" -> "strict";
            case "2" -> Kernel.SECCOMP_FILTER;
            default -> "";
        };
    }

    private Map<String, String> mitigations() {
        Map<String, String> mitigations = new TreeMap<>();
        for (String vulnerability : files.names(VULNERABILITIES)) {
            String state = files.text(VULNERABILITIES + "/" + vulnerability);
            if (!state.isEmpty()) {
                mitigations.put(vulnerability, state);
            }
        }
        return mitigations;
    }

    private String choice(String file) {
        String choices = files.text(file);
        Matcher chosen = CHOICE.matcher(choices);
        return chosen.find() ? chosen.group(1) : choices;
    }
}
