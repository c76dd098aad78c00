package org.ipcbench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.report.file.CsvReport;

/**
 * The directory of a run's files.
 *
 * @param output the directory of all runs, which also has the newest run's table
 * @param path this run's directory; its name is the start time and a few random characters
 */
public record RunDirectory(Path output, Path path) {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);
    private static final String PROBE = ".probe";

    /** Characters of random names, without letters and digits that look alike. */
    private static final String CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz";

    /**
     * Number of random characters: enough that hosts and jobs that share a directory and begin in the same second hardly
     * ever have to draw again.
     */
    private static final int DRAWN = 5;

    /** One block of a file system; a full file system has no space for it. */
    private static final int PROBE_BYTES = 4 << 10;

    /**
     * Checks whether the directory could be made with enough space for the run's files; creates nothing.
     *
     * @throws IOException if it certainly could not; the message has a remedy
     */
    public static void check(Path output, long neededBytes) throws IOException {
        try {
            requirePossible(output, neededBytes);
        } catch (IOException e) {
            throw unusable(output, neededBytes, e);
        }
    }

    /**
     * Makes the directory, and checks that it is writable and has enough space for the run's files. No other run gets the
     * same directory, neither on this host nor on another one that shares the directory of all runs.
     *
     * @throws IOException if a check fails; the message has a remedy
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

    /** The newest run's table, beside the directories of runs. */
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

    /** The directory itself if it exists, otherwise the nearest parent that does. */
    private static Path nearestExisting(Path place) {
        Path existing = place;
        for (Path above = place.getParent(); above != null && !Files.exists(existing); above = above.getParent()) {
            existing = above;
        }
        return existing;
    }

    /** Checks the free space. A trial file of this size could take minutes to write, and would stay after an interruption. */
    private static void requireRoom(Path directory, long neededBytes) throws IOException {
        DiskSpace space = DiskSpace.of(directory);
        if (space.lacks(neededBytes)) {
            throw new IOException("needs %d bytes, %d are free".formatted(neededBytes, space.freeBytes()));
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

    /**
     * Makes a directory with a free name. Only creating it shows reliably whether a name is free, also on a network file
     * system.
     */
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
