package org.ipcbench.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ipcbench.archive.ClassArchive;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Doctor;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.environment.Machine.Cpu;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.launch.process.TrialStart;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.PeerPrograms;
import org.ipcbench.run.program.PeerPrograms.UnavailablePeerException;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.scratch.CacheDirectory;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Availability.Available;
import org.ipcbench.transport.Transport;

/**
 * Preparations before the first peer starts. Its checks throw an {@link InvalidRequestException}.
 *
 * @param launcher starts the peers
 * @param request what the user wants of the peers
 * @param lines gets messages for the user
 */
public record PeerPreparation(Launcher launcher, PeerRequest request, Consumer<String> lines) {

    /**
     * Refuses an unusable directory for temporary files, and limits that would make every iteration fail, before anything
     * is created or measured.
     */
    public void requireRoom(Intent intent) {
        try {
            ScratchDirectory.requirePossible();
        } catch (IOException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        }
        List<Finding> shortages = new Doctor(temporaries()).shortages(intent).findings();
        if (!shortages.isEmpty()) {
            throw new InvalidRequestException(
                    Argument.REQUEST,
                    shortages.stream()
                            .map(shortage -> shortage.statement() + "; " + shortage.remedy())
                            .collect(Collectors.joining("; ")));
        }
    }

    /** Removes leftovers of dead processes of earlier runs; a failure is reported and does not stop the run. */
    public void removeLeftOvers() {
        ScratchDirectory.removeLeftOvers(launcher.registry().all(), lines);
    }

    /** Prints at most one line, about what is certain to distort figures. */
    public void warn(Intent intent, Cpu cpu) {
        new Doctor(temporaries()).glance(intent, cpu).line().ifPresent(lines);
    }

    /** The settings of the peers, with an archive of their classes; the first run of a jar creates the archive. */
    public PeerSettings settings() {
        return archived(classArchive(), request.settings(launcher));
    }

    /** Roughly the time that {@link #variantSettings} takes: that of archives that are missing. */
    Duration time() {
        ClassArchive archive = classArchive();
        return request.variantSettings(launcher).all().stream()
                .map(archive::expectedTime)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static PeerSettings archived(ClassArchive archive, PeerSettings settings) {
        try {
            return archive.applyTo(settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it, and end before its first iteration
            return settings;
        }
    }

    /** The settings of each variant's peers, each with the archive for the variant's JVM and jar, and with the relay that the plan has. */
    VariantSettings variantSettings(Plan plan) {
        ClassArchive archive = classArchive();
        Relay relay = Relay.NONE.with(ownRelay(plan));
        return request.variantSettings(launcher)
                .map(settings -> archived(archive, settings).through(relay));
    }

    private static List<String> ownRelay(Plan plan) {
        boolean isWanted = plan.cells().stream()
                .anyMatch(cell -> cell.obstacle().isEmpty() && cell.relay().isOwn());
        try {
            return isWanted ? PeerPrograms.ofThisUser().relay() : List.of();
        } catch (UnavailablePeerException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it, and end before its first iteration
            return List.of();
        }
    }

    /** Refuses a variant whose JVM does not start. */
    void requireStart() {
        if (request.variation().isEmpty() || request.isToBeSurveyed()) { // a survey has started peers behind them
            return;
        }
        request.variantSettings(launcher)
                .byVariant()
                .forEach((variant, settings) -> refusal(settings).ifPresent(reason -> {
                    throw new InvalidRequestException(
                            Argument.VARIATION,
                            "the JVM of '%s' does not start: %s".formatted(variant.label(), reason));
                }));
    }

    /** Refuses JVM arguments that request something that a transport's library does not have; tells what they choose. */
    void requireLibraries(List<Transport> transports) {
        requireClassPath();
        Set<String> chosen = new LinkedHashSet<>();
        for (PeerSettings settings : request.variantSettings(launcher).all()) {
            for (Transport transport : transports) {
                try {
                    StandardOutputRule.requireUnused(transport, settings.userArguments());
                    transport.info().library().nameAndVersion(settings.jvm().version(), settings.userArguments());
                    transport.requireUsable(settings.userArguments());
                    chosen(transport, settings)
                            .filter(choice -> !settings.userArguments().isEmpty())
                            .ifPresent(choice -> chosen.add(transport.id() + ": " + choice));
                } catch (IllegalArgumentException e) {
                    throw new InvalidRequestException(Argument.JVM_ARGUMENTS, e);
                }
            }
        }
        chosen.forEach(lines);
    }

    /** What JVM arguments, or their absence, choose of a transport; empty if that is nothing, or if it is on the other side of a prefix. */
    static Optional<String> chosen(Transport transport, PeerSettings settings) {
        return settings.prefixes().areNone() && transport.availability() instanceof Available
                ? transport.chosen(settings.userArguments(), TemporaryDirectory.path())
                : Optional.empty();
    }

    /** Refuses a path of this program's jar that peers would not find. */
    public static void requireClassPath() {
        try {
            Plugins.requireNoSeparator(Path.of(PeerPreparation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (IllegalArgumentException | URISyntaxException e) {
            throw new InvalidRequestException(Argument.REQUEST, "this program's jar: " + e.getMessage());
        }
    }

    private static Optional<String> refusal(PeerSettings settings) {
        try {
            return TrialStart.refusal(settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Why peers start without an archive of their classes; empty if they can have one. */
    public Optional<String> archiveObstacle() {
        return classArchive().obstacle(request.settings(launcher));
    }

    /** The directories of scratch directories: this process's, and those of processes with another environment. */
    public static List<Path> temporaries() {
        return TemporaryDirectory.ofThisProcess().all();
    }

    private ClassArchive classArchive() {
        return new ClassArchive(CacheDirectory.ofThisUser(), launcher.registry().all(), lines);
    }

    /** Some transports carry their messages over the peers' standard output, so the JVM itself must not write there. */
    static final class StandardOutputRule {
        private static final String LOG = "-Xlog";
        private static final Set<String> SILENT = Set.of("disable", "async");
        private static final Set<String> STANDARD_OUTPUT = Set.of("", "stdout", "#0");

        private StandardOutputRule() {}

        /**
         * Refuses an argument that makes a JVM write between the messages.
         *
         * @throws IllegalArgumentException if there is one
         */
        static void requireUnused(Transport transport, List<String> jvmArguments) {
            if (!transport.traits().ownsStandardStreams()) {
                return;
            }
            jvmArguments.stream().filter(StandardOutputRule::writes).findFirst().ifPresent(argument -> {
                throw new IllegalArgumentException(
                        "'%s': writes to standard output, which carries the messages of %s; log to stderr or a file, such as -Xlog:gc:stderr, or leave out %s"
                                .formatted(argument, transport.id(), transport.id()));
            });
        }

        private static boolean writes(String argument) {
            if (argument.startsWith("-verbose") || argument.equals("--show-version")) {
                return true;
            }
            if (!argument.equals(LOG) && !argument.startsWith(LOG + ":")) {
                return false;
            }
            String[] parts = argument.split(":", -1);
            boolean silent = parts.length == 2 && SILENT.contains(parts[1]);
            return !silent && STANDARD_OUTPUT.contains(parts.length > 2 ? parts[2] : "");
        }
    }
}
