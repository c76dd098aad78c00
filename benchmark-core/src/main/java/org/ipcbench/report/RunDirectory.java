package org.ipcbench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.ipcbench.report.csv.CsvReport;

/**
 * Where a run leaves its files.
 *
 * @param output the directory of all runs, holding the newest run's table
 * @param path this run's own, named after the moment it started and by a few random characters
 */
public record RunDirectory(Path output, Path path) {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);
    private static final String PROBE = ".probe";

    /** Without letters and digits that look alike. */
    private static final String CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz";

    /** Enough that hosts and jobs that share a directory and begin in the same second hardly ever draw twice. */
    private static final int DRAWN = 5;

    /** One block of a file system: a full one has no room for it. */
    private static final int PROBE_BYTES = 4 << 10;

    /**
     * Looks whether the directory could be made with room for what the run will leave, and makes nothing.
     *
     * @throws IOException if it certainly could not, with what to try
     */
    public static void check(Path output, long neededBytes) throws IOException {
        try {
            requirePossible(output, neededBytes);
        } catch (IOException e) {
            throw unusable(output, neededBytes, e);
        }
    }

    /**
     * Makes the directory, and proves that it can be written to and has room for what the run will leave. No other run gets the
     * same one, on this host or on another one that shares the directory of all runs.
     *
     * @throws IOException if that is not so, with what to try
     */
    public static RunDirectory create(Path output, LocalDateTime now, long neededBytes) throws IOException {
        return create(output, now, new SecureRandom(), neededBytes);
    }

    static RunDirectory create(Path output, LocalDateTime now, RandomGenerator random, long neededBytes)
            throws IOException {
        try {
            requirePossible(output, neededBytes);
            Files.createDirectories(output);
            RunDirectory directory = new RunDirectory(output, createUnique(output, NAME.format(now), random));
            directory.probe();
            return directory;
        } catch (IOException e) {
            throw unusable(output, neededBytes, e);
        }
    }

    private static IOException unusable(Path output, long neededBytes, IOException cause) {
        return new IOException(
                "cannot write to '%s' (%s); give a writable directory with at least %d KiB free"
                        .formatted(output, reason(cause), neededBytes / 1024),
                cause);
    }

    /** The newest run's table, next to the runs. */
    public Path newestTable() {
        return output.resolve(CsvReport.FILE_NAME);
    }

    private static void requirePossible(Path output, long neededBytes) throws IOException {
        Path existing = nearestExisting(output.toAbsolutePath());
        if (!Files.isDirectory(existing)) {
            throw new IOException(existing + " is not a directory");
        }
        if (!Files.isWritable(existing)) {
            throw new AccessDeniedException(existing.toString());
        }
        Path table = output.resolve(CsvReport.FILE_NAME);
        if (Files.exists(table) && !Files.isRegularFile(table)) {
            throw new IOException(table + " is not a file");
        }
        requireRoom(existing, neededBytes);
    }

    /** The directory itself, or the one in which it would be made. */
    private static Path nearestExisting(Path place) {
        Path existing = place;
        for (Path above = place.getParent(); above != null && !Files.exists(existing); above = above.getParent()) {
            existing = above;
        }
        return existing;
    }

    /** Not by writing as much: that may take minutes, and what an interruption left of it would stay. */
    private static void requireRoom(Path directory, long neededBytes) throws IOException {
        FileStore store = Files.getFileStore(directory);
        long freeBytes = store.getUsableSpace();
        boolean known = store.getTotalSpace() > 0; // some containers and some remote file systems do not tell
        if (known && freeBytes < neededBytes) {
            throw new IOException("needs %d bytes, %d are free".formatted(neededBytes, freeBytes));
        }
    }

    private void probe() throws IOException {
        try (var channel = Files.newByteChannel(
                path.resolve(PROBE),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            channel.write(ByteBuffer.allocate(PROBE_BYTES));
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /** Whether a name is free only the making of the directory tells, on a network file system too. */
    private static Path createUnique(Path output, String time, RandomGenerator random) throws IOException {
        while (true) {
            try {
                return Files.createDirectory(output.resolve(time + "-" + drawn(random)));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(output)) {
                    throw e;
                }
            }
        }
    }

    private static String drawn(RandomGenerator random) {
        return random.ints(DRAWN, 0, CHARACTERS.length())
                .mapToObj(index -> CHARACTERS.substring(index, index + 1))
                .collect(Collectors.joining());
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        return kind.equals("IO") || kind.equals("FileSystem") ? String.valueOf(e.getMessage()) : kind;
    }
}
