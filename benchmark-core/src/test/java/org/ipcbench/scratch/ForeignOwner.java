package org.ipcbench.scratch;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** Somebody else, who gets a file or a directory; tests that need that are skipped where this user may not give it away. */
public final class ForeignOwner {
    private ForeignOwner() {}

    public static void give(Path file) throws IOException {
        UserPrincipal somebody = file.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("54321"); // numbers are names, too
        try {
            Files.setOwner(file, somebody);
        } catch (FileSystemException e) {
            abort("only root can give files away: " + e.getMessage());
        }
    }
}
