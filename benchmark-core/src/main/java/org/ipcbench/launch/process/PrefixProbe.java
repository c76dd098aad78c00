package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.control.Surroundings;
import org.ipcbench.control.SurroundingsProbe;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/**
 * Looks behind prefixes before a run: starts a peer there that tells where it runs, and what it sees of this side.
 *
 * @param settings settings of the peers
 * @param launcher the surroundings of this process
 * @param deployments copies of this program behind prefixes
 */
public record PrefixProbe(PeerSettings settings, Surroundings launcher, Deployments deployments) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PROBE = ".probe";

    /** An older probe is left over: no prefix takes that long. */
    private static final Duration MAX_LOOK = Duration.ofHours(24);

    /** A peer that is told to end has nothing left to do. */
    static final Duration END = Duration.ofSeconds(2);

    /**
     * Returns the prefix with what is behind it.
     *
     * @param opened gets the peer that has answered: as long as it lives, nothing else gets the identities of its namespaces
     * @throws IterationFailedException if no peer of this program can run there; the message is one line
     */
    public Prefix look(Prefix asked, CloseOnFailure opened)
            throws IterationFailedException, InterruptedException, IOException {
        if (asked.isUsual()) {
            return asked.leadingTo(launcher, true, true);
        }
        Prefix prefix = asked.needsCopy() ? deployments.behind(asked, settings) : asked;
        List<Path> probes = new ArrayList<>();
        try (ScratchDirectory scratch = ScratchDirectory.create(List.of())) {
            probes.add(probe(scratch.path(), "probe"));
            if (Files.isWritable(SHARED_MEMORY)) {
                removeLeftOvers();
                probes.add(probe(SHARED_MEMORY, scratch.path().getFileName() + PROBE));
            }
            ProbePeer probePeer = ProbePeer.start(prefix, command(prefix, scratch.path()), settings.timeout());
            opened.add(() -> probePeer.end(END));
            Surroundings found = probePeer.ask(new Describe(probes));
            require(prefix, found);
            if (prefix.isNone()) {
                return prefix.leadingTo(launcher.running(found), true, true);
            }
            List<Path> seen = new ArrayList<>();
            for (Path probe : probes) {
                if (found.seen().contains(probe) && Files.readString(probe).contains(SurroundingsProbe.MARK)) {
                    seen.add(probe);
                }
            }
            if (!prefix.program().isJava() && !seen.contains(probes.get(0))) {
                throw failure(
                        prefix,
                        "does not see %s, which it needs there; mount it and run as the same user"
                                .formatted(scratch.path()));
            }
            return prefix.leadingTo(found.seeing(seen), seen.contains(probes.get(0)), found.sharesClock(launcher));
        } finally {
            for (Path probe : probes) {
                Files.deleteIfExists(probe);
            }
        }
    }

    private static Path probe(Path directory, String name) throws IOException {
        Path probe = Files.createFile(
                directory.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        probe.toFile().deleteOnExit(); // Ctrl-C may end this process
        return probe;
    }

    /** Removes the probes of this user's launchers that were killed while they looked. */
    private static void removeLeftOvers() throws IOException {
        Instant old = Instant.now().minus(MAX_LOOK);
        try (DirectoryStream<Path> probes = Files.newDirectoryStream(SHARED_MEMORY, "ipcbench-*" + PROBE)) {
            for (Path probe : probes) {
                if (Files.getLastModifiedTime(probe).toInstant().isBefore(old)) {
                    OwnFiles.deleteFile(probe);
                }
            }
        } catch (NoSuchFileException e) {
            // another run has just removed it
        }
    }

    /** Refuses a peer of another program. */
    private void require(Prefix prefix, Surroundings found) throws IterationFailedException {
        if (found.protocol() != Surroundings.PROTOCOL) {
            throw new IterationFailedException("'%s' leads to a peer of control protocol %d, this program has %d"
                    .formatted(prefix.label(), found.protocol(), Surroundings.PROTOCOL));
        }
        if (!prefix.program().isJava() && found.speaks() == null) {
            throw failure(prefix, "does not tell what it 'speaks'; see docs/peer-protocol.md");
        }
        if (!found.program().isEmpty()
                && !launcher.program().isEmpty()
                && !found.program().equals(launcher.program())) {
            throw new IterationFailedException(
                    "'%s' leads to another jar (SHA-256 %.12s..., this program's %.12s...); use --remote-java, which copies this one"
                            .formatted(prefix.label(), found.program(), launcher.program()));
        }
    }

    private static IterationFailedException failure(Prefix prefix, String text) {
        return new IterationFailedException("'%s' %s".formatted(prefix.label(), text));
    }

    private List<String> command(Prefix prefix, Path scratch) {
        List<String> command = new ArrayList<>(prefix.words(List.of(
                prefix.java()
                        .map(Prefix.RemoteJava::command)
                        .orElse(settings.jvm().executable().toString()),
                "-XX:-UsePerfData",
                "-cp",
                prefix.classPath(settings.classPath()),
                settings.mainClass())));
        command.addAll(
                List.of(scratch.resolve("probe.control").toString(), Role.CLIENT.label(), PeerInvocation.STREAMS));
        return command;
    }
}
