package org.ipcbench.run.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ipcbench.scratch.OwnFiles;
import org.ipcbench.text.CommandWords;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.jspecify.annotations.Nullable;

/** A transport whose peers are the programs that a {@linkplain TransportDescription description} names: no JVM sends its messages. */
final class DescribedTransport implements Transport {
    /** Longer than an interpreter takes to load a large library from a slow disk. */
    private static final long CHECK_SECONDS = 30;

    private final TransportDescription description;
    private @Nullable Availability availability;
    private @Nullable String version;

    DescribedTransport(TransportDescription description) {
        this.description = description;
    }

    @Override
    public TransportInfo info() {
        return description.info(this::version);
    }

    @Override
    public Traits traits() {
        return description.traits();
    }

    @Override
    public Optional<OwnPeers> ownPeers() {
        return Optional.of(description.peers());
    }

    /** Runs the checks once: they load libraries, which takes time. */
    @Override
    public synchronized Availability availability() {
        if (availability == null) {
            availability = description.needs().stream()
                    .map(need -> lack(need.check())
                            .map(lack -> Availability.unavailable(lack, need.install()))
                            .orElse(Availability.available()))
                    .filter(Availability.Unavailable.class::isInstance)
                    .findFirst()
                    .orElse(Availability.available());
        }
        return availability;
    }

    private synchronized String version() {
        if (version == null) {
            version = description.version().isEmpty() || availability() instanceof Availability.Unavailable
                    ? description.title()
                    : run(description.version()).firstLine().orElse(description.title());
        }
        return version;
    }

    /** A single word is a command that has to be there; several ones are run. */
    private Optional<String> lack(List<String> check) {
        String command = check.get(0);
        if (!CommandWords.isCommand(command)) {
            return Optional.of("the command %s is missing".formatted(command));
        }
        if (check.size() == 1) {
            return Optional.empty();
        }
        Outcome outcome = run(check);
        return outcome.exitCode() == 0
                ? Optional.empty()
                : Optional.of("'%s' fails%s"
                        .formatted(
                                String.join(" ", check),
                                outcome.lastLine().map(": "::concat).orElse("")));
    }

    private Outcome run(List<String> words) {
        try {
            Path output = Files.createTempFile("ipcbench-check", ".txt");
            try {
                return run(words, output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return new Outcome(-1, List.of(String.valueOf(e.getMessage())));
        }
    }

    private Outcome run(List<String> words, Path output) throws IOException {
        Process process = new ProcessBuilder(words)
                .directory(description.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.getOutputStream().close();
            return process.waitFor(CHECK_SECONDS, TimeUnit.SECONDS)
                    ? new Outcome(
                            process.exitValue(),
                            new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
                                    .lines()
                                    .map(String::strip)
                                    .filter(line -> !line.isEmpty())
                                    .toList())
                    : new Outcome(-1, List.of("it takes more than %d s".formatted(CHECK_SECONDS)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(-1, List.of("interrupted"));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Removes files elsewhere that carry the name of the scratch directory. */
    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        String scratch = scratchDirectory.getFileName().toString();
        for (String pattern : description.leaves()) {
            Path files = Path.of(pattern.replace(TransportDescription.SCRATCH, scratch));
            Path directory = files.getParent();
            if (directory == null || !Files.isDirectory(directory)) {
                continue;
            }
            try (DirectoryStream<Path> left =
                    Files.newDirectoryStream(directory, files.getFileName().toString())) {
                for (Path file : left) {
                    OwnFiles.deleteFile(file);
                }
            }
        }
    }

    @Override
    public Listener listen(Session session) throws IOException {
        throw noJvm();
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        throw noJvm();
    }

    private IOException noJvm() {
        return new IOException("%s connects only the programs of %s".formatted(id(), description.directory()));
    }

    /** What a command has done, and its lines. */
    private record Outcome(int exitCode, List<String> lines) {
        Optional<String> firstLine() {
            return exitCode == 0 ? lines.stream().findFirst() : Optional.empty();
        }

        Optional<String> lastLine() {
            return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
        }
    }
}
