package org.ipcbench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A text file that is replaced as a whole: written beside its place and moved into it. */
final class AtomicFile {
    private AtomicFile() {}

    static void replace(Path file, String text) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(beside, text);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(beside);
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
