package org.ipcbench.report.file;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/**
 * A file that is replaced atomically: a temporary file is written beside it, or elsewhere on its file system, and moved
 * into its place.
 */
public final class AtomicFile {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private AtomicFile() {}

    public static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Replaces the file. If several processes do so at once, the file has the complete content of the last one.
     *
     * @throws IOException if the file cannot be written; the message has the file and the reason, and the old file is kept
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, content, file);
    }

    /** Replaces the file by one that only its owner may read. A program that is interrupted meanwhile leaves no other file. */
    public static void replacePrivately(Path file, byte[] content) throws IOException {
        Path beside = beside(file);
        beside.toFile().deleteOnExit();
        move(file, beside, () -> {
            Files.createFile(beside, OWNER_ONLY);
            write(content, beside);
        });
    }

    /**
     * Replaces the file, with the temporary file in another file's directory. A process that is killed meanwhile leaves the
     * temporary file there.
     */
    public static void replace(Path file, byte[] content, Path neighbour) throws IOException {
        Path beside = beside(neighbour);
        move(file, beside, () -> write(content, beside));
    }

    /** The name is a short one, because the file's may be as long as a file system allows. */
    private static Path beside(Path neighbour) {
        return neighbour.resolveSibling(".%s.new".formatted(UUID.randomUUID()));
    }

    private interface Writing {
        void write() throws IOException;
    }

    private static void move(Path file, Path beside, Writing writing) throws IOException {
        try {
            writing.write();
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            IOException failure = new IOException("cannot write %s: %s".formatted(file, reason(e, beside)), e);
            try {
                Files.deleteIfExists(beside);
            } catch (IOException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    /** Writes through a stream, because the interrupt by Ctrl-C would close a channel, and the table would be lost. */
    private static void write(byte[] content, Path file) throws IOException {
        try (FileOutputStream stream = new FileOutputStream(file.toFile())) {
            stream.write(content);
        }
    }

    /** The system's reason, without the name of the temporary file. */
    private static String reason(IOException e, Path beside) {
        if (e instanceof FileSystemException problem && problem.getReason() != null) {
            return problem.getReason();
        }
        String message = String.valueOf(e.getMessage());
        return e instanceof FileNotFoundException && message.startsWith(beside + " (")
                ? message.substring(beside.toString().length() + 2, message.length() - 1)
                : message;
    }
}
