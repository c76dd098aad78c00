package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Set;

/**
 * Operations on this user's files in directories where others may write as well. Another user's files are not touched,
 * even by root, and no link is followed: trees are deleted by the handles of their directories, which no other user can
 * replace.
 */
public final class OwnFiles {
    private static final Set<PosixFilePermission> FOR_THIS_USER_ALONE = PosixFilePermissions.fromString("rwx------");

    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private OwnFiles() {}

    /** Makes a directory that only this user can access; fails if the name exists already. */
    public static void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(FOR_THIS_USER_ALONE));
    }

    /** Deletes a file or an empty directory; does nothing if it does not exist or belongs to another user. */
    public static void deleteFile(Path file) throws IOException {
        try {
            if (Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(currentUser())) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // another process was faster
        }
    }

    /**
     * Deletes a directory and its content; does nothing if it does not exist, belongs to another user, or is a link.
     */
    public static void deleteTree(Path root) throws IOException {
        try {
            PosixFileAttributes found =
                    Files.readAttributes(root, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isDirectory() || !found.owner().equals(currentUser())) {
                return;
            }
            try (DirectoryStream<Path> directory = Files.newDirectoryStream(root)) {
                if (directory instanceof SecureDirectoryStream<Path> handle) {
                    requireSame(found, handle, root);
                    empty(handle);
                } else {
                    requirePrivate(found, root);
                    emptyByPath(directory);
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            Files.deleteIfExists(root);
        } catch (NoSuchFileException e) {
            // another process was faster
        }
    }

    /** The current user: the owner of the process's own entry, because a container's user often has no name. */
    public static UserPrincipal currentUser() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self)
                ? Files.getOwner(self)
                : self.getFileSystem()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(System.getProperty("user.name"));
    }

    /** Whether a file with these attributes belongs to this user, and no other user can write to it. */
    public static boolean isPrivate(PosixFileAttributes attributes, UserPrincipal me) {
        return attributes.owner().equals(me) && Collections.disjoint(attributes.permissions(), OTHERS_WRITE);
    }

    /** Empties a directory by its handle, even after the directory has moved. */
    static void empty(SecureDirectoryStream<Path> directory) throws IOException {
        for (Path entry : directory) {
            Path name = entry.getFileName();
            try {
                if (directory
                        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes()
                        .isDirectory()) {
                    try (SecureDirectoryStream<Path> inner =
                            directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                        requireOwn(inner, entry);
                        empty(inner);
                    }
                    directory.deleteDirectory(name);
                } else {
                    directory.deleteFile(name);
                }
            } catch (NoSuchFileException e) {
                // another process was faster
            }
        }
    }

    /**
     * Empties a directory by paths; in a directory that no other user can enter, no other user can replace an entry
     * with a link.
     */
    static void emptyByPath(DirectoryStream<Path> directory) throws IOException {
        for (Path entry : directory) {
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                try (DirectoryStream<Path> inner = Files.newDirectoryStream(entry)) {
                    emptyByPath(inner);
                } catch (NoSuchFileException e) {
                    continue; // another process was faster
                }
            }
            Files.deleteIfExists(entry);
        }
    }

    /** Requires that the opened directory is the one found before: opening a path follows a link. */
    private static void requireSame(PosixFileAttributes found, SecureDirectoryStream<Path> handle, Path root)
            throws IOException {
        Object opened = attributes(handle).fileKey();
        if (!opened.equals(found.fileKey())) {
            throw new FileSystemException(root.toString(), null, "was exchanged while it was being deleted");
        }
        requireOwn(handle, root);
    }

    private static void requireOwn(SecureDirectoryStream<Path> handle, Path directory) throws IOException {
        if (!attributes(handle).owner().equals(currentUser())) {
            throw new FileSystemException(directory.toString(), null, "belongs to another user");
        }
    }

    private static void requirePrivate(PosixFileAttributes found, Path root) throws IOException {
        if (!found.permissions().equals(FOR_THIS_USER_ALONE)) {
            throw new FileSystemException(
                    root.toString(), null, "other users may enter it, and this platform has no handles of directories");
        }
    }

    private static PosixFileAttributes attributes(SecureDirectoryStream<Path> handle) throws IOException {
        return handle.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    }
}
