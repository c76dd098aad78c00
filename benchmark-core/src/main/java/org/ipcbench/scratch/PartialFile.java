package org.ipcbench.scratch;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.ipcbench.transport.OwnFiles;

/**
 * A file outside the scratch directory that is removed with it, as long as it is not whole. There is one at a time, recorded before it is made; nobody
 * can guess its name.
 *
 * @param scratchDirectory holds the record
 */
record PartialFile(Path scratchDirectory) {
    private static final String RECORD = "partial-file";
    private static final String SUFFIX = ".partial";

    /** Chooses and records the path of a new file in a directory; removes the previous one. */
    Path choose(Path directory) throws IOException {
        delete();
        String unique = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
        Path file = directory.toAbsolutePath().resolve(prefix() + unique + SUFFIX);
        Files.writeString(scratchDirectory.resolve(RECORD), file.toString());
        return file;
    }

    /** Removes the file, if any; another user's file of the same name stays. */
    void delete() throws IOException {
        // a stream, because the interrupt of Ctrl-C would close a channel and leave the file
        try (FileInputStream record =
                new FileInputStream(scratchDirectory.resolve(RECORD).toFile())) {
            Path file = Path.of(new String(record.readAllBytes(), StandardCharsets.UTF_8));
            String name = String.valueOf(file.getFileName());
            if (file.isAbsolute() && name.startsWith(prefix()) && name.endsWith(SUFFIX)) {
                OwnFiles.deleteFile(file);
            }
        } catch (FileNotFoundException e) {
            // nothing is recorded, or the directory is gone
        }
    }

    /** A hidden file's name that begins with the scratch directory's. */
    private String prefix() {
        return "." + scratchDirectory.getFileName() + ".";
    }
}
