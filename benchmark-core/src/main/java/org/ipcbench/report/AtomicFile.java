package org.ipcbench.report;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is replaced as a whole: written beside its place and moved into it. */
final class AtomicFile {
    private AtomicFile() {}

    static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static void replace(Path file, byte[] content) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            write(content, beside);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(beside);
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Through a stream, because Ctrl-C's interrupt would close a channel and lose the table. */
    private static void write(byte[] content, Path file) throws IOException {
        try (FileOutputStream stream = new FileOutputStream(file.toFile())) {
            stream.write(content);
        }
    }
}
