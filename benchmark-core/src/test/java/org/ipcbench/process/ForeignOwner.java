package org.ipcbench.process;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** Somebody else, who gets a directory; tests that need that are skipped where this user may not give it away. */
final class ForeignOwner {
    private ForeignOwner() {}

    static void give(Path directory) throws IOException {
        UserPrincipal somebody = directory
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("54321"); // numbers are names, too
        try {
            Files.setOwner(directory, somebody);
        } catch (FileSystemException e) {
            abort("only root can give directories away: " + e.getMessage());
        }
    }
}
