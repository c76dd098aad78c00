package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where a driver and its clients keep the files they share.
 *
 * @param path named after the scratch directory; the driver makes its own directory anew, as everybody's, therefore inside
 */
record DriverDirectory(Path path) {

    /** Makes it, for this user alone. */
    void create() throws IOException {
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** What Aeron knows of it. */
    String aeronDirectoryName() {
        return path.resolve("driver").toString();
    }

    /** Removes it and all in it; does nothing where there is none, or somebody else is about to remove it. */
    void remove() throws IOException {
        remove(path);
    }

    private static void remove(Path entry) throws IOException {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(entry)) {
                for (Path each : inside) {
                    remove(each);
                }
            } catch (NoSuchFileException e) {
                return; // somebody else was faster
            }
        }
        Files.deleteIfExists(entry);
    }
}
