package org.ipcbench.cli.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@link FaultLauncher} writes while it runs: when it injected which fault, and when the program reported the
 * iteration.
 *
 * @param path the file
 */
record FaultLog(Path path) {
    private static final String INJECTED = "injected";
    private static final String REPORTED = "reported";
    private static final String FINISHED = "finished";
    private static final String SEPARATOR = "\t";

    /**
     * A fault that was injected.
     *
     * @param millis when, since 1970
     * @param processes which processes there were
     * @param scratch their scratch directory
     */
    record Injected(long millis, List<Long> processes, Path scratch) {}

    void injected(int iteration, List<Long> processes, Path scratch) {
        String ids = processes.stream().map(String::valueOf).collect(Collectors.joining(" "));
        append(INJECTED, iteration, System.currentTimeMillis() + SEPARATOR + ids + SEPARATOR + scratch);
    }

    void finished(int iteration) {
        append(FINISHED, iteration, "");
    }

    void reported(int iteration) {
        append(REPORTED, iteration, Long.toString(System.currentTimeMillis()));
    }

    /** The fault of an iteration; empty where it was not injected, or not yet. */
    Optional<Injected> injected(int iteration) throws IOException {
        try (Stream<String[]> entries = entries(INJECTED, iteration)) {
            return entries.findFirst()
                    .map(fields -> new Injected(
                            Long.parseLong(fields[2]),
                            Stream.of(fields[3].split(" ", -1))
                                    .map(Long::valueOf)
                                    .toList(),
                            Path.of(fields[4])));
        }
    }

    /** Whether the victim had reported its measurement when the signal arrived, as on a busy machine it may have. */
    boolean isFinished(int iteration) throws IOException {
        try (Stream<String[]> entries = entries(FINISHED, iteration)) {
            return entries.findAny().isPresent();
        }
    }

    /** When an iteration was first reported, in milliseconds since 1970; empty where it was not. */
    Optional<Long> reportedMillis(int iteration) throws IOException {
        try (Stream<String[]> entries = entries(REPORTED, iteration)) {
            return entries.findFirst().map(fields -> Long.valueOf(fields[2]));
        }
    }

    private Stream<String[]> entries(String kind, int iteration) throws IOException {
        if (!Files.exists(path)) {
            return Stream.empty();
        }
        String text = Files.readString(path);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> line.split(SEPARATOR, -1))
                .filter(fields -> fields[0].equals(kind) && fields[1].equals(Integer.toString(iteration)));
    }

    /** Through no channel: an interrupted thread would close it. */
    private void append(String kind, int iteration, String rest) {
        try (FileOutputStream file = new FileOutputStream(path.toFile(), true)) {
            String line = String.join(SEPARATOR, kind, Integer.toString(iteration), rest) + "\n";
            file.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
