package org.ipcbench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Where a run leaves its files.
 *
 * @param output the directory of all runs, holding the newest run's table
 * @param path this run's own, named after the moment it started
 */
public record RunDirectory(Path output, Path path) {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);
    private static final String PROBE = ".probe";
    private static final int PROBE_CHUNK_BYTES = 64 << 10;

    /**
     * Makes the directory and proves that as much as the run will leave can be written there.
     *
     * @throws IOException where it cannot, with what to try
     */
    public static RunDirectory create(Path output, LocalDateTime now, long neededBytes) throws IOException {
        try {
            Files.createDirectories(output);
            RunDirectory directory = new RunDirectory(output, createUnique(output, NAME.format(now)));
            directory.probe(neededBytes);
            return directory;
        } catch (IOException e) {
            throw new IOException(
                    "cannot write to '%s' (%s); give a writable directory with at least %d KiB free"
                            .formatted(output, reason(e), neededBytes / 1024),
                    e);
        }
    }

    /** The newest run's table, next to the runs. */
    public Path newestTable() {
        return output.resolve(CsvReport.FILE_NAME);
    }

    private void probe(long neededBytes) throws IOException {
        Path probe = path.resolve(PROBE);
        try (var channel = Files.newByteChannel(
                probe, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SYNC)) {
            for (long written = 0; written < neededBytes; ) {
                written += channel.write(ByteBuffer.allocate(PROBE_CHUNK_BYTES));
            }
            requireWritable(newestTable());
        } catch (IOException e) {
            Files.deleteIfExists(probe);
            Files.deleteIfExists(path);
            throw e;
        }
        Files.delete(probe);
    }

    private static void requireWritable(Path table) throws IOException {
        if (Files.exists(table) && !Files.isRegularFile(table)) {
            throw new IOException(table + " is no file");
        }
    }

    private static Path createUnique(Path output, String name) throws IOException {
        for (int number = 1; ; number++) {
            try {
                return Files.createDirectory(output.resolve(number == 1 ? name : name + "-" + number));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(output)) {
                    throw e;
                }
            }
        }
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        return kind.equals("IO") || kind.equals("FileSystem") ? String.valueOf(e.getMessage()) : kind;
    }
}
