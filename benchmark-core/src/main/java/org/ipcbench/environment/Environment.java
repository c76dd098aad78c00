package org.ipcbench.environment;

import com.google.gson.annotations.SerializedName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
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
        pins = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(pins, Map.of())));
        settings = Objects.requireNonNullElse(settings, Settings.UNKNOWN);
        wakeUps = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(wakeUps, Map.of())));
    }

    /** Returns a copy that says where peers behind prefixes ran, which programs were not JVMs, and how peers were bound. */
    public Environment with(
            Map<String, String> otherPrefixes,
            Map<String, String> otherPrograms,
            Map<String, Map<String, PeerPin>> otherPins) {
        return with(otherPrefixes, otherPrograms, otherPins, settings, wakeUps);
    }

    /** Returns a copy for peers behind a prefix, which may have other namespaces; what they tell of these is in {@link #prefixes}. */
    public Environment ofOtherNamespaces() {
        return with(prefixes, programs, pins, settings.withoutNamespaces(), wakeUps);
    }

    /** Returns a copy that says how long sleeping threads took to run. */
    public Environment withWakeUps(Map<String, WakeUp> measured) {
        return with(prefixes, programs, pins, settings, measured);
    }

    private Environment with(
            Map<String, String> otherPrefixes,
            Map<String, String> otherPrograms,
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
}
