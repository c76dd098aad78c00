package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A file outside the scratch directory that is removed with it as long as the file is incomplete. There is one at a
 * time; it is recorded before it is made, and its name cannot be guessed.
 *
 * @param scratchDirectory the directory that contains the record
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
        Optional<String> recorded = new SmallFile(scratchDirectory.resolve(RECORD)).text(StandardCharsets.UTF_8);
        if (recorded.isPresent()) {
            Path file = Path.of(recorded.get());
            String name = String.valueOf(file.getFileName());
            if (file.isAbsolute() && name.startsWith(prefix()) && name.endsWith(SUFFIX)) {
                OwnFiles.deleteFile(file);
            }
        }
    }

    /** Prefix of a hidden file's name, which contains the scratch directory's name. */
    private String prefix() {
        return "." + scratchDirectory.getFileName() + ".";
    }
}
