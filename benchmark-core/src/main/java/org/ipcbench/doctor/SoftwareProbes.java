package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.environment.Kernel;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Transport;

/** What the JVM, the kernel and the transports bring along. */
final class SoftwareProbes {
    private SoftwareProbes() {}

    /**
     * Whether the JVM is one for production.
     *
     * @param system the JVM's system properties
     */
    record PeersJvm(Properties system) implements Probe {
        private static final String OTHER_JVM = "--jvm JAVA_HOME of another one";

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            String debug = system.getProperty("jdk.debug", "release");
            if (!debug.equals("release")) {
                findings.add(new Finding(
                        "debug JVM",
                        Severity.SERIOUS,
                        "the JVM is a %s build".formatted(debug),
                        "its code checks itself all the time: figures are several times too low",
                        OTHER_JVM));
            }
            // java.vm.info alone does not suffice: peers do not get this program's flags, so its -Xint does not matter.
            String name = system.getProperty("java.vm.name", "");
            if (name.contains("Zero")) {
                findings.add(new Finding(
                        "interpreter only",
                        Severity.SERIOUS,
                        "%s (%s) has no compiler".formatted(name, system.getProperty("java.vm.info", "")),
                        "what is measured is the interpreter",
                        OTHER_JVM));
            }
            String version = system.getProperty("java.version", "");
            if (version.endsWith("-ea")) {
                findings.add(new Finding(
                        "early-access JVM",
                        Severity.MODERATE,
                        "the JVM is %s, which is not released".formatted(version),
                        "they may be others with the release",
                        OTHER_JVM));
            }
            return findings;
        }
    }

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

    /**
     * Transports that cannot be measured here, or not at every size.
     *
     * @param intent what is to be measured
     */
    record TransportLimits(Intent intent) implements Probe {

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            for (Transport transport : intent.transports()) {
                if (transport.availability() instanceof Unavailable unavailable) {
                    findings.add(new Finding(
                            transport.id(),
                            intent.named().contains(transport.id())
                                            || intent.transports().size() == 1
                                    ? Severity.SERIOUS
                                    : Severity.MODERATE,
                            "not available: " + unavailable.reason(),
                            "none of this transport",
                            unavailable.remedy()));
                } else {
                    addSizes(transport, findings);
                }
            }
            return findings;
        }

        private void addSizes(Transport transport, List<Finding> findings) {
            SizeLimit limit = transport.traits().sizeLimit();
            List<Integer> tooLarge = intent.sizesBytes().stream()
                    .filter(size -> !limit.allows(size))
                    .toList();
            if (!tooLarge.isEmpty()) {
                boolean nothingElse = intent.transports().size() == 1
                        && tooLarge.size() == intent.sizesBytes().size();
                String sizes = tooLarge.stream().map(String::valueOf).collect(Collectors.joining(", "));
                findings.add(new Finding(
                        transport.id(),
                        nothingElse ? Severity.SERIOUS : Severity.MODERATE,
                        "carries at most %d bytes on this machine, not %s".formatted(limit.maximumBytes(), sizes),
                        "none of this transport at these sizes",
                        limit.remedy().isEmpty() ? "ask for smaller sizes (-s)" : limit.remedy()));
            }
        }
    }
}
