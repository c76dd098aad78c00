package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.ControlMessage.Described;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.control.Surroundings;
import org.ipcbench.control.SurroundingsProbe;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.command.Wall;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;

/**
 * Looks behind walls before a run: starts a peer there that tells where it runs, and what it sees of this side.
 *
 * @param settings settings of the peers
 * @param launcher the surroundings of this process
 */
public record SideProbe(PeerSettings settings, Surroundings launcher) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PROBE = ".probe";

    /** An older probe is left over: no prefix takes that long. */
    private static final Duration LONGEST_LOOK = Duration.ofHours(24);

    private static final Duration END = Duration.ofSeconds(2);
    private static final Duration WORDS = Duration.ofSeconds(1);

    /**
     * Returns the wall with what is behind it.
     *
     * @param opened gets the peer that has answered: as long as it lives, nothing else gets the identities of its namespaces
     * @throws IterationFailedException if no peer of this program can run there; the message is one line
     */
    public Wall look(Wall wall, CloseOnFailure opened)
            throws IterationFailedException, InterruptedException, IOException {
        if (wall.isUsual()) {
            return wall.leadingTo(launcher, true);
        }
        List<Path> probes = new ArrayList<>();
        try (ScratchDirectory scratch = ScratchDirectory.create(List.of())) {
            probes.add(probe(scratch.path(), "probe"));
            if (Files.isWritable(SHARED_MEMORY)) {
                removeLeftOvers();
                probes.add(probe(SHARED_MEMORY, scratch.path().getFileName() + PROBE));
            }
            Surroundings found = ask(wall, scratch.path(), new Describe(probes), opened);
            require(wall, found);
            if (wall.isOpen()) {
                return wall.leadingTo(launcher.running(found), true);
            }
            List<Path> seen = new ArrayList<>();
            for (Path probe : probes) {
                if (found.seen().contains(probe) && Files.readString(probe).contains(SurroundingsProbe.MARK)) {
                    seen.add(probe);
                }
            }
            if (!wall.program().isJava() && !seen.contains(probes.get(0))) {
                throw failure(wall, "does not see %s, which it needs there; mount it".formatted(scratch.path()));
            }
            return wall.leadingTo(found.seeing(seen), seen.contains(probes.get(0)));
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
        Instant old = Instant.now().minus(LONGEST_LOOK);
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
    private void require(Wall wall, Surroundings found) throws IterationFailedException {
        if (found.protocol() != Surroundings.PROTOCOL) {
            throw new IterationFailedException("'%s' leads to a peer of control protocol %d, this program has %d"
                    .formatted(wall.label(), found.protocol(), Surroundings.PROTOCOL));
        }
        if (!wall.program().isJava() && found.speaks() == null) {
            throw failure(wall, "does not tell what it 'speaks'; see docs/peer-protocol.md");
        }
        if (!found.program().isEmpty()
                && !launcher.program().isEmpty()
                && !found.program().equals(launcher.program())) {
            throw new IterationFailedException(
                    "'%s' leads to another jar (SHA-256 %.12s..., this program's %.12s...); name a copy of this one by --via-jar"
                            .formatted(wall.label(), found.program(), launcher.program()));
        }
    }

    private Surroundings ask(Wall wall, Path scratch, Describe question, CloseOnFailure opened)
            throws IterationFailedException, InterruptedException, IOException {
        Process process = start(wall, scratch);
        ControlLink link = new ControlLink(
                Channels.newChannel(process.getInputStream()), new PromptChannel(process.getOutputStream()));
        opened.add(() -> end(process, link));
        Tail words = new Tail(process.getErrorStream(), "probe-stderr");
        try {
            ControlMessage answer = answer(link, wall, question);
            if (answer instanceof Described described) {
                return described.surroundings();
            }
            throw failure(
                    wall,
                    "leads to a peer that sent '%s', expected 'Described'%s"
                            .formatted(
                                    answer.getClass().getSimpleName(),
                                    answer instanceof Failed failed ? ": " + failed.reason() : ""));
        } catch (EndException e) {
            process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
            String said = words.text(WORDS.toMillis()).replace("\n", " | ");
            throw failure(
                    wall,
                    "%s before a peer answered%s%s"
                            .formatted(
                                    process.isAlive()
                                            ? "closed its standard output"
                                            : "ended with exit code " + process.exitValue(),
                                    said.isEmpty() ? "" : ": " + said,
                                    wall.program().isJava()
                                            ? "; it needs Java and this program there: see --via-java and --via-jar"
                                            : ""));
        } catch (TimeoutException e) {
            throw failure(
                    wall,
                    "led to no peer within %d s; a larger --timeout waits longer"
                            .formatted(settings.timeout().toSeconds()));
        }
    }

    private static void end(Process process, ControlLink link) throws IOException {
        try (link) {
            link.send(new Stop());
            process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // the peer has ended already
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private ControlMessage answer(ControlLink link, Wall wall, Describe question)
            throws IterationFailedException, InterruptedException, EndException, TimeoutException {
        CompletableFuture<ControlMessage> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> exchange(link, question, answer), "probe-control");
        thread.setDaemon(true);
        thread.start();
        try {
            return answer.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof EndException) {
                throw new EndException();
            }
            throw failure(
                    wall,
                    "prints something else than control messages on standard output, which carries them: %s; silence it"
                            .formatted(String.valueOf(e.getCause()).replaceFirst("^[^:]*: ", "")));
        }
    }

    private static void exchange(ControlLink link, Describe question, CompletableFuture<ControlMessage> answer) {
        try {
            link.send(question);
        } catch (IOException e) {
            answer.completeExceptionally(new EndException()); // nobody reads any more
        }
        try {
            ControlMessage message = link.receive();
            if (message == null) {
                answer.completeExceptionally(new EndException());
            } else {
                answer.complete(message);
            }
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
    }

    private static IterationFailedException failure(Wall wall, String text) {
        return new IterationFailedException("'%s' %s".formatted(wall.label(), text));
    }

    private Process start(Wall wall, Path scratch) throws IterationFailedException {
        List<String> command = new ArrayList<>(wall.prefix());
        command.addAll(wall.words(List.of(
                wall.java().orElse(settings.jvm().executable().toString()),
                "-XX:-UsePerfData",
                "-cp",
                wall.jar().orElse(settings.classPath()),
                settings.mainClass())));
        command.addAll(
                List.of(scratch.resolve("probe.control").toString(), Role.CLIENT.label(), LaunchCommand.STREAMS));
        ProcessBuilder builder = LaunchCommand.builder(command);
        PeerProcess.removeForeignFlags(builder);
        try {
            return builder.start();
        } catch (IOException e) {
            throw failure(wall, "cannot be started: " + e.getMessage());
        }
    }

    /** The other side has ended without an answer. */
    private static final class EndException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
