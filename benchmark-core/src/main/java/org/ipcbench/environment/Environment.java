package org.ipcbench.environment;

import com.google.gson.annotations.SerializedName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The environment that the figures of a run belong to. Unknown values are an empty text, an empty list or zero. People
 * publish the environment with their figures. So it contains no host name, no user's home (written {@code ~}), and no value
 * in the peers' JVM arguments whose name suggests a secret. Other paths in the user's JVM arguments are kept.
 *
 * @param suiteVersion the version of this suite
 * @param startedAt when the run started, ISO 8601 in UTC
 * @param seed the seed of the order of measuring: with the same seed, the same iterations have the same order
 * @param machine the hardware, and how busy it was
 * @param kernel the kernel, with its settings that affect the figures
 * @param launcher the JVM that started the peers
 * @param peers the JVM that was measured; with several variants, the JVM of the first one
 * @param transports the library behind each transport, by the transport's id, in the order given
 * @param variants the JVM of each variant, by the variant's label; empty if the run compares none
 * @param prefixes where each peer behind a prefix ran, by the peer's role, after the label of its variant if there are several; empty
 *     if all peers ran beside the launcher
 * @param programs the programs of client and server, for example {@code java:c}, by the label of their variant, which is empty if the
 *     run compares none; empty if all peers were this program
 * @param ownPrograms those of transports that have programs of their own, by the transport's id
 * @param pins how each peer was bound to CPUs, by the placement and then by the peer's role; without placements that bind none
 * @param settings the kernel's settings that decide figures
 * @param wakeUps how long a sleeping thread took to run, by the placement whose CPUs it slept on; without placements on one CPU
 */
public record Environment(
        String suiteVersion,
        String startedAt,
        long seed,
        Machine machine,
        Kernel kernel,
        LauncherJvm launcher,
        PeerJvm peers,
        Map<String, String> transports,
        Map<String, PeerJvm> variants,
        @SerializedName("walls") Map<String, String> prefixes, // as records have always named them
        Map<String, String> programs,
        Map<String, String> ownPrograms,
        Map<String, Map<String, PeerPin>> pins,
        Settings settings,
        Map<String, WakeUp> wakeUps) {
    /** A kernel's release up to its second number; the rest is the distribution's build. */
    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");

    public Environment {
        transports = Collections.unmodifiableMap(new LinkedHashMap<>(transports));
        // missing in files of older builds that did not compare variants
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(variants, Map.of())));
        prefixes = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(prefixes, Map.of())));
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(programs, Map.of())));
        ownPrograms =
                Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(ownPrograms, Map.of())));
        pins = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(pins, Map.of())));
        settings = Objects.requireNonNullElse(settings, Settings.UNKNOWN);
        wakeUps = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(wakeUps, Map.of())));
    }

    /** Returns a copy that says where peers behind prefixes ran, which programs were not JVMs, and how peers were bound. */
    public Environment with(
            Map<String, String> otherPrefixes,
            Map<String, String> otherPrograms,
            Map<String, String> otherOwnPrograms,
            Map<String, Map<String, PeerPin>> otherPins) {
        return with(otherPrefixes, otherPrograms, otherOwnPrograms, otherPins, settings, wakeUps);
    }

    /** Returns a copy for peers behind a prefix, which may have other namespaces; what they tell of these is in {@link #prefixes}. */
    public Environment ofOtherNamespaces() {
        return with(prefixes, programs, ownPrograms, pins, settings.withoutNamespaces(), wakeUps);
    }

    /** Returns a copy that says how long sleeping threads took to run. */
    public Environment withWakeUps(Map<String, WakeUp> measured) {
        return with(prefixes, programs, ownPrograms, pins, settings, measured);
    }

    private Environment with(
            Map<String, String> otherPrefixes,
            Map<String, String> otherPrograms,
            Map<String, String> otherOwnPrograms,
            Map<String, Map<String, PeerPin>> otherPins,
            Settings otherSettings,
            Map<String, WakeUp> otherWakeUps) {
        return new Environment(
                suiteVersion,
                startedAt,
                seed,
                machine,
                kernel,
                launcher,
                peers,
                transports,
                variants,
                otherPrefixes,
                otherPrograms,
                otherOwnPrograms,
                otherPins,
                otherSettings,
                otherWakeUps);
    }

    /** The versions of all JVMs that were measured, for example {@code 17.0.15}, each once. */
    public List<String> peerVersions() {
        return Stream.concat(Stream.of(peers), variants.values().stream())
                .map(PeerJvm::version)
                .distinct()
                .toList();
    }

    /** One line for people, leaving out what is not known: {@code AMD EPYC, 2 CPUs, Linux 6.18, JDK 17.0.15}. */
    public String description() {
        List<String> parts = new ArrayList<>();
        parts.add(machine.cpu().model());
        int cpus = machine.cpu().logicalCpus();
        parts.add(cpus == 0 ? "" : cpus + (cpus == 1 ? " CPU" : " CPUs"));
        Matcher release = MAJOR_MINOR.matcher(kernel.release());
        parts.add((kernel.name() + " " + (release.lookingAt() ? release.group() : kernel.release())).strip());
        parts.add("JDK " + String.join(" and ", peerVersions()));
        parts.removeIf(String::isEmpty);
        return String.join(", ", parts);
    }

    /**
     * The description for a run whose peers run on CPUs that the kernel chooses. Also says if the kernel moves peers and
     * their memory between nodes.
     */
    public String descriptionUnplaced() {
        return description()
                + (kernel.balancesNodes() ? ", kernel.numa_balancing=%s".formatted(kernel.numaBalancing()) : "");
    }

    /**
     * The JVM that starts the peers.
     *
     * @param version its {@code java.version}
     * @param vmName its {@code java.vm.name}
     * @param vendor its {@code java.vendor}
     * @param vmVersion its {@code java.vm.version}
     * @param osName its {@code os.name}
     * @param osArch its {@code os.arch}
     */
    public record LauncherJvm(
            String version, String vmName, String vendor, String vmVersion, String osName, String osArch) {
        static LauncherJvm of(Properties system) {
            return new LauncherJvm(
                    system.getProperty("java.version", ""),
                    system.getProperty("java.vm.name", ""),
                    system.getProperty("java.vendor", ""),
                    system.getProperty("java.vm.version", ""),
                    system.getProperty("os.name", ""),
                    system.getProperty("os.arch", ""));
        }
    }

    /**
     * How a peer was bound to its CPUs.
     *
     * @param pin {@code thread} if only the measuring thread is bound to its CPU, {@code process} if all threads are
     * @param measuringCpus the CPUs of the measuring thread, for example {@code 0}
     * @param otherCpus the CPUs of the peer's other threads, for example {@code 2-7}
     */
    public record PeerPin(String pin, String measuringCpus, String otherCpus) {}

    /**
     * The JVM that is measured.
     *
     * @param version for example {@code 17.0.15}
     * @param featureVersion for example 17
     * @param flags the flags that every peer gets, then the user's flags; in an environment, secrets in them are replaced by
     * {@code ***}
     */
    public record PeerJvm(String version, int featureVersion, List<String> flags) {

        public PeerJvm {
            flags = List.copyOf(flags);
        }

        /** Returns a copy without anything that people would not publish. */
        PeerJvm redactedBy(Redaction redaction) {
            return new PeerJvm(version, featureVersion, redaction.flags(flags));
        }
    }

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

    /**
     * Settings of the kernel that decide figures, by name. What the kernel does not show is left out.
     *
     * @param idle how an idle CPU sleeps: {@code driver}, {@code governor}, {@code states} with their latencies in microseconds, parameters of
     *     {@code haltpoll} and of other drivers, and the latency to which a process holds {@code cpu_dma_latency}, or {@code none}
     * @param loopback {@code mtu} of the loopback interface, and its {@code queue}; empty if peers may have another one
     * @param limits what sockets, pipes and message queues hold, by the names of {@code sysctl}; empty if peers may have others
     * @param options how the kernel was built and booted: {@code CONFIG_HZ}, {@code CONFIG_IRQ_TIME_ACCOUNTING}, {@code idle}; and
     *     {@code interrupts}, which are {@code charged} to the process that they interrupt, or {@code uncharged}
     */
    public record Settings(
            Map<String, String> idle,
            Map<String, String> loopback,
            Map<String, String> limits,
            Map<String, String> options) {
        /** No setting is known. */
        public static final Settings UNKNOWN = new Settings(Map.of(), Map.of(), Map.of(), Map.of());

        public Settings {
            idle = copy(idle);
            loopback = copy(loopback);
            limits = copy(limits);
            options = copy(options);
        }

        private static Map<String, String> copy(Map<String, String> settings) {
            return Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(settings, Map.of())));
        }

        /** Returns a copy for peers that may have namespaces of their own. */
        Settings withoutNamespaces() {
            return new Settings(idle, Map.of(), Map.of(), options);
        }
    }

    /**
     * How long a thread that sleeps on an otherwise idle CPU takes to run after a thread on another CPU has woken it.
     *
     * @param medianNanos the median, in nanoseconds; 0 if unknown, as where runs of several machines were merged
     * @param samples number of wake-ups
     * @param cpus both CPUs, for example {@code 0,1}
     */
    public record WakeUp(long medianNanos, int samples, String cpus) {
        private static final double NANOS_PER_MICRO = 1e3;

        /** From here on, decimals of microseconds say nothing. */
        private static final double COARSE_MICROS = 10;

        /** Whether the median is known. */
        public boolean isKnown() {
            return medianNanos > 0;
        }

        /** The median with two digits or more, for example {@code 41 us} or {@code 3.2 us}. */
        public String text(Locale locale) {
            double micros = medianNanos / NANOS_PER_MICRO;
            return String.format(locale, micros < COARSE_MICROS ? "%.1f us" : "%.0f us", micros);
        }

        /** The same with a decimal point. */
        public String text() {
            return text(Locale.ROOT);
        }
    }
}
