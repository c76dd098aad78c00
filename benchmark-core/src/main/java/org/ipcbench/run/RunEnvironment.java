package org.ipcbench.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.doctor.WakeUpMeter;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.Environment.PeerPin;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefixes;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * The part of a run's environment file that is not about the machine: the peers' JVM and the measured libraries.
 *
 * @param settings common settings of all peers, by variant
 * @param plan has the measured transports
 */
record RunEnvironment(VariantSettings settings, Plan plan) {

    Environment capture() {
        Map<String, String> libraries = new LinkedHashMap<>();
        plan.cells().forEach(cell -> libraries.put(cell.transportId(), library(cell.transport())));
        Map<String, PeerJvm> variants = new LinkedHashMap<>();
        if (settings.areVaried()) {
            settings.byVariant().forEach((variant, each) -> variants.put(variant.label(), jvm(each)));
        }
        Environment environment = new EnvironmentProbe()
                .capture(Instant.now(), plan.seed(), jvm(settings.first()), libraries, variants)
                .with(prefixes(), programs(), ownPrograms(), pins());
        return settings.all().stream().allMatch(each -> each.prefixes().areNone())
                ? environment
                : environment.ofOtherNamespaces();
    }

    /**
     * How long a sleeping thread takes to run, for each placement whose peers have two CPUs; takes {@link RunEstimate#WAKE_UP_SECONDS} for each.
     * Empty if a peer runs under another kernel.
     */
    Map<String, WakeUp> wakeUps() {
        Map<String, WakeUp> wakeUps = new LinkedHashMap<>();
        if (settings.all().stream().allMatch(each -> areHere(each.prefixes()))) {
            plan.placementsOnTwoCpus()
                    .forEach(placement ->
                            WakeUpMeter.of(placement).ifPresent(wakeUp -> wakeUps.put(placement.label(), wakeUp)));
        }
        return wakeUps;
    }

    /** Whether both peers are known to run under this kernel. */
    private static boolean areHere(Prefixes prefixes) {
        String boot = new KernelFiles(Path.of("/")).text("proc/sys/kernel/random/boot_id");
        return prefixes.areNone()
                || (!boot.isEmpty()
                        && Stream.of(prefixes.server(), prefixes.client())
                                .flatMap(prefix -> prefix.there().stream())
                                .allMatch(there -> there.boot().equals(boot)));
    }

    private Map<String, String> prefixes() {
        Map<String, String> prefixes = new LinkedHashMap<>();
        settings.byVariant()
                .forEach((variant, each) -> each.prefixes()
                        .descriptions()
                        .forEach((role, text) ->
                                prefixes.put((settings.areVaried() ? variant.label() + ": " : "") + role, text)));
        return prefixes;
    }

    private Map<String, String> programs() {
        Map<String, String> programs = new LinkedHashMap<>();
        settings.byVariant().forEach((variant, each) -> {
            if (!each.prefixes().areOfThisProgram()) {
                programs.put(variant.label(), each.prefixes().programs());
            }
        });
        return programs;
    }

    private Map<String, String> ownPrograms() {
        Map<String, String> programs = new LinkedHashMap<>();
        plan.cells()
                .forEach(cell -> cell.transport()
                        .ownPeers()
                        .ifPresent(peers -> programs.put(
                                cell.transportId(), program(peers.client()) + ":" + program(peers.server()))));
        return programs;
    }

    /** Names of files, without their directories: the program's, and that of what it interprets. */
    private static String program(List<String> command) {
        return command.stream()
                .limit(2)
                .filter(word -> !word.startsWith("-"))
                .map(word -> word.substring(word.lastIndexOf('/') + 1))
                .collect(Collectors.joining(" "));
    }

    /** How the peers of each placement that this machine has were bound. */
    private Map<String, Map<String, PeerPin>> pins() {
        Map<String, Map<String, PeerPin>> pins = new LinkedHashMap<>();
        plan.cells().stream()
                .map(Cell::placement)
                .distinct()
                .filter(placement -> placement.obstacle().isEmpty())
                .forEach(placement -> {
                    Map<String, PeerPin> peers = pins(settings.first().pinning(), placement);
                    if (!peers.isEmpty()) {
                        pins.put(placement.label(), peers);
                    }
                });
        return pins;
    }

    private static Map<String, PeerPin> pins(Pinning pinning, Placement placement) {
        Map<String, PeerPin> pins = new LinkedHashMap<>();
        for (Role role : List.of(Role.CLIENT, Role.SERVER)) {
            pinning.bound(placement, role)
                    .ifPresent(pin -> pins.put(
                            role.label(),
                            new PeerPin(
                                    pin.label(),
                                    text(placement.place(role).map(Place::cpus)),
                                    text(pinning.otherCpus(placement, role)))));
        }
        return pins;
    }

    private static String text(Optional<CpuSet> cpus) {
        return cpus.map(CpuSet::toString).orElse("");
    }

    /**
     * Identifies this run.
     *
     * @param environment the environment of the run
     * @param arguments the command line
     * @param labels the user's labels for the run, by key
     * @param accepted kinds of doubt that the user accepts
     */
    RunIdentity identity(
            Environment environment, List<String> arguments, Map<String, String> labels, Set<Reason.Kind> accepted) {
        MachineIdentity machine = MachineIdentity.current();
        return new RunIdentity(
                UUID.randomUUID().toString(),
                machine.host(),
                machine.boot(),
                environment.suiteVersion(),
                SuiteVersion.commit(),
                environment.startedAt(),
                new EnvironmentProbe().published(arguments),
                published(labels),
                accepted.stream().sorted().map(Reason.Kind::label).toList());
    }

    /** The labels as the published arguments have them. */
    private static Map<String, String> published(Map<String, String> labels) {
        Map<String, String> published = new LinkedHashMap<>();
        labels.forEach((key, value) -> published.put(
                key,
                new EnvironmentProbe()
                        .publishedCommand(List.of(key + "=" + value))
                        .get(0)
                        .substring(key.length() + 1)));
        return published;
    }

    /** The environment in one line, for people. */
    String description(Environment environment) {
        boolean unplaced =
                plan.cells().stream().anyMatch(cell -> cell.placement().equals(Placement.UNPINNED));
        return unplaced ? environment.descriptionUnplaced() : environment.description();
    }

    private String library(Transport transport) {
        Library library = transport.info().library();
        return library.equals(Library.JDK)
                ? library.nameAndVersion() + " " + jvmVersions()
                : ofPeers(each -> library.nameAndVersion(each.jvm().version(), each.userArguments())
                        + PeerPreparation.chosen(transport, each)
                                .map(", "::concat)
                                .orElse(""));
    }

    private String jvmVersions() {
        return ofPeers(each -> each.jvm().version());
    }

    /** A fact about the peers of all variants; equal facts only once. */
    private String ofPeers(Function<PeerSettings, String> fact) {
        return settings.all().stream().map(fact).distinct().collect(Collectors.joining(" and "));
    }

    private PeerJvm jvm(PeerSettings peers) {
        return new PeerJvm(peers.jvm().version(), peers.jvm().feature(), flags(peers));
    }

    /** The flags of the first cell's peers; heap and direct memory grow with the message size. */
    private List<String> flags(PeerSettings peers) {
        var cell = plan.cells().get(0);
        Transport transport = cell.transport();
        List<String> flags = new ArrayList<>(
                peers.command(transport, cell.maxMessageBytes(), cell.placement(), Path.of("."), Role.SERVER)
                        .fixedFlags());
        flags.addAll(peers.pinning().jvmArguments(cell.placement(), Role.SERVER));
        flags.addAll(peers.userArguments());
        if (settings.all().stream().map(PeerSettings::classPath).distinct().count() > 1) {
            flags.addAll(List.of("-cp", peers.classPath()));
        }
        return flags;
    }
}
