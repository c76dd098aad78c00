package org.ipcbench.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Probe;
import org.ipcbench.environment.Environment.Kernel;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.Grants;

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
     * The cost of a system call, and what may add to it.
     *
     * @param kernel the kernel's settings
     * @param nanos what a call takes that does nothing; empty if unknown
     */
    record SystemCallChecks(Kernel kernel, OptionalDouble nanos) implements Probe {
        /**
         * A round trip makes four calls. The fastest one through the kernel took 6 us in tests, where an empty call took 0.2 us: from here on
         * the calls alone are a third of it.
         */
        private static final double MAX_NANOS = 500;

        /** The modules that check each use of a file, socket or queue; the others are called only rarely. */
        private static final Set<String> CHECK_EACH_USE = Set.of("apparmor", "selinux", "smack", "tomoyo");

        @Override
        public List<Finding> findings() {
            if (nanos.isEmpty() || nanos.getAsDouble() <= MAX_NANOS) {
                return List.of();
            }
            List<String> causes = new ArrayList<>();
            List<String> remedies = new ArrayList<>();
            if (kernel.filtersSystemCalls()) {
                causes.add(
                        kernel.seccompFilters() > 0
                                ? "seccomp filters in force: " + kernel.seccompFilters()
                                : "a seccomp filter is in force");
                remedies.add("docker run --security-opt seccomp=unconfined");
            }
            List<String> modules = Arrays.stream(kernel.securityModules().split(",", -1))
                    .filter(CHECK_EACH_USE::contains)
                    .toList();
            if (!modules.isEmpty()) {
                causes.add("the kernel asks %s".formatted(String.join(", ", modules)));
                remedies.add("boot parameter lsm=");
            }
            remedies.add("auditctl -e 0 if audit is on");
            remedies.add("measure outside the container or virtual machine");
            return List.of(new Finding(
                    "slow system calls",
                    Severity.MODERATE,
                    String.format(Locale.ROOT, "a system call that does nothing takes %.0f ns", nanos.getAsDouble())
                            + (causes.isEmpty() ? "" : " (%s)".formatted(String.join("; ", causes))),
                    "transports through the kernel lose, those in shared memory do not",
                    String.join(", or ", remedies)));
        }
    }

    /**
     * What a sandbox, a chroot or a small kernel hides: it is unknown to a run, and to the other checks.
     *
     * @param root the directory that holds {@code proc} and {@code sys}
     */
    record Invisible(Path root) implements Probe {
        /** What is unknown without a file or directory, which has content where it is visible. */
        private static final Map<String, String> TOLD_BY = new LinkedHashMap<>();

        static {
            TOLD_BY.put("proc/thread-self/schedstat", "stalls and waits for a CPU");
            TOLD_BY.put("proc/thread-self/sched", "migrations");
            TOLD_BY.put("proc/stat", "other load and steal");
            TOLD_BY.put("proc/self/cgroup", "limits of control groups");
            TOLD_BY.put("sys/fs/cgroup", "limits of control groups");
            TOLD_BY.put("proc/self/limits", "limits of this user");
            TOLD_BY.put("proc/meminfo", "memory");
            TOLD_BY.put("proc/cpuinfo", "the CPU's model");
            TOLD_BY.put("proc/sys/kernel", "limits of queues and segments, the boot");
            TOLD_BY.put("proc/sys/net", "limits of sockets");
            TOLD_BY.put("sys/devices/system/cpu", "cores, caches, frequency");
            TOLD_BY.put("sys/devices/system/clocksource", "the clock's source");
        }

        @Override
        public List<Finding> findings() {
            KernelFiles files = new KernelFiles(root);
            Set<String> unknown = new LinkedHashSet<>();
            List<String> hidden = new ArrayList<>();
            TOLD_BY.forEach((path, what) -> {
                if (files.names(path).isEmpty() && files.text(path).isEmpty()) {
                    hidden.add("/" + path);
                    unknown.add(what);
                }
            });
            return hidden.isEmpty() || files.names("proc/self/fd").isEmpty() // another system than Linux
                    ? List.of()
                    : List.of(new Finding(
                            "not visible here",
                            Severity.NOTE,
                            "%s (%s)".formatted(String.join("; ", unknown), String.join(", ", hidden)),
                            "unknown in the record: nothing is doubted or marked for it, and doctor finds nothing about it",
                            "measure outside of the sandbox, or mount /proc and /sys as a whole"));
        }
    }

    /**
     * Transports that cannot be measured here, or not at every size.
     *
     * @param intent what is to be measured
     * @param grants what the machine grants them
     */
    record TransportLimits(Intent intent, Grants grants) implements Probe {

        @Override
        public List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            for (Transport transport : intent.transports()) {
                if (grants.to(transport) instanceof Unavailable unavailable) {
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
                    addLacks(transport, findings);
                }
            }
            return findings;
        }

        /** The first size at which the machine lacks something stands for all larger ones. */
        private void addLacks(Transport transport, List<Finding> findings) {
            intent.sizesBytes().stream()
                    .filter(transport.traits().sizeLimit()::allows)
                    .sorted()
                    .flatMap(size ->
                            grants.to(transport, size, 0, intent.crowd().connections()) instanceof Unavailable lack
                                    ? Stream.of(new Finding(
                                            transport.id(),
                                            intent.transports().size() == 1 ? Severity.SERIOUS : Severity.MODERATE,
                                            "%d bytes: %s".formatted(size, lack.reason()),
                                            "none of this transport at this size",
                                            lack.remedy()))
                                    : Stream.empty())
                    .findFirst()
                    .ifPresent(findings::add);
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
