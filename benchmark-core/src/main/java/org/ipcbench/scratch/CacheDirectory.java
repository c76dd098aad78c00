package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * The directory for files that only save time from one run to the next.
 *
 * @param path path below the user's directory for caches
 */
public record CacheDirectory(Path path) {
    private static final String NAME = "ipcbench";

    /** The directory of this user. */
    public static CacheDirectory ofThisUser() {
        return of(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** {@code $XDG_CACHE_HOME/ipcbench}, or {@code ~/.cache/ipcbench} if the variable is not set. */
    public static CacheDirectory of(Map<String, String> environment, Path home) {
        Path given = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        Path caches = given.isAbsolute() ? given : home.resolve(".cache"); // the specification ignores relative paths
        return new CacheDirectory(caches.resolve(NAME));
    }

    /**
     * Creates the directory if it is missing, accessible only to this user.
     *
     * @throws IOException if this is impossible, or if another user could have put files into the directory
     */
    public void open() throws IOException {
        if (!path.isAbsolute()) { // the JVM has "?" for the home of a user without a name
            throw new IOException("this user has no home directory; set XDG_CACHE_HOME to a directory for caches");
        }
        Files.createDirectories(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        if (!Files.getOwner(path).equals(OwnFiles.currentUser())) {
            throw new IOException("%s belongs to another user".formatted(path));
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("other users may write to %s; use chmod 700".formatted(path));
        }
    }
}
