package org.ipcbench.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.archive.CacheDirectory;
import org.ipcbench.archive.ClassArchive;
import org.ipcbench.doctor.Doctor;
import org.ipcbench.doctor.Finding;
import org.ipcbench.doctor.Intent;
import org.ipcbench.environment.Cpu;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.launch.TrialStart;
import org.ipcbench.plan.VariantSettings;
import org.ipcbench.run.Plugins;
import org.ipcbench.run.StandardOutputRule;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Preparations before the first peer starts.
 *
 * @param context what the command got from outside
 * @param options what the user wants of the peers
 */
record PeerPreparation(CliContext context, PeerOptions options) {

    /** Finds a directory for temporary files that is of no use before anything is made or measured. */
    void requireScratchDirectories(CommandLine commandLine) {
        try {
            ScratchDirectory.requirePossible();
        } catch (IOException e) {
            throw new ParameterException(commandLine, String.valueOf(e.getMessage()), e);
        }
    }

    /** Finds limits that would fail every iteration before anything is made or measured. */
    void requireRoom(CommandLine commandLine, Intent intent) {
        List<Finding> shortages = new Doctor(temporary()).shortages(intent).findings();
        if (!shortages.isEmpty()) {
            throw new ParameterException(
                    commandLine,
                    shortages.stream()
                            .map(shortage -> shortage.statement() + "; " + shortage.remedy())
                            .collect(Collectors.joining("; ")));
        }
    }

    /** Removes what dead processes of an earlier run left; a failure is reported, and hinders nothing. */
    void removeLeftOvers() {
        ScratchDirectory.removeLeftOvers(
                ScratchDirectory.temporary(),
                context.registry().all(),
                context.terminal().err()::println);
    }

    /** Prints at most one line: what is certain to spoil figures. */
    void warn(Intent intent, Cpu cpu) {
        new Doctor(temporary())
                .glance(intent, cpu)
                .line()
                .ifPresent(context.terminal().err()::println);
    }

    /** The settings of the peers, with an archive of their classes, which the first run of a jar makes. */
    PeerSettings settings() {
        return archived(classArchive(), options.settings(context));
    }

    private static PeerSettings archived(ClassArchive archive, PeerSettings settings) {
        try {
            return archive.applyTo(settings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run will see it, and end before its first iteration
            return settings;
        }
    }

    /** The settings of each variant's peers, each with the archive of its own JVM and jar. */
    VariantSettings settings(VaryOption vary) {
        ClassArchive archive = classArchive();
        return withoutArchives(vary).map(settings -> archived(archive, settings));
    }

    /** The same before anything is prepared. */
    VariantSettings withoutArchives(VaryOption vary) {
        return vary.settings(options.settings(context), options.plugins);
    }

    /** Finds a JVM that does not start as a variant wants it. */
    void requireStart(CommandLine commandLine, VaryOption vary) {
        if (vary.given().isEmpty()) {
            return;
        }
        withoutArchives(vary)
                .byVariant()
                .forEach((variant, settings) -> refusal(settings).ifPresent(reason -> {
                    throw new ParameterException(
                            commandLine,
                            "Invalid value for option '%s': the JVM of '%s' does not start: %s"
                                    .formatted(VaryOption.NAME, variant.label(), reason));
                }));
    }

    /** Finds JVM arguments that ask a transport's library for what it does not have. */
    void requireLibraries(CommandLine commandLine, VaryOption vary, List<Transport> transports) {
        requireClassPath(commandLine);
        for (PeerSettings settings : withoutArchives(vary).all()) {
            for (Transport transport : transports) {
                try {
                    StandardOutputRule.requireUnused(transport, settings.userArguments());
                    transport.info().library().nameAndVersion(settings.jvm().version(), settings.userArguments());
                } catch (IllegalArgumentException e) {
                    throw new ParameterException(commandLine, "Invalid JVM argument " + e.getMessage(), e);
                }
            }
        }
    }

    /** Finds a jar of this program that peers would not find again. */
    static void requireClassPath(CommandLine commandLine) {
        try {
            Plugins.requireNoSeparator(Path.of(PeerPreparation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (IllegalArgumentException | URISyntaxException e) {
            throw new ParameterException(commandLine, "this program's jar: " + e.getMessage(), e);
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

    /** Why peers start without an archive of their classes; empty where nothing speaks against it. */
    Optional<String> archiveObstacle() {
        return classArchive().obstacle(options.settings(context));
    }

    /** Where scratch directories are made. */
    static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private ClassArchive classArchive() {
        CacheDirectory cache = CacheDirectory.of(System.getenv(), Path.of(System.getProperty("user.home")));
        return new ClassArchive(
                cache, context.registry().all(), context.terminal().err()::println);
    }
}
