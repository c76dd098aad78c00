package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The path of a file to write.
 *
 * @param given the path as the user wrote it
 * @param force whether an existing file may be replaced
 * @param otherwise what else the user can do if the file exists
 */
public record TargetFile(Path given, boolean force, String otherwise) {

    /**
     * The path without symbolic links, so that a link's target is replaced and not the link.
     *
     * @throws IllegalArgumentException if no file can be made there; the message says what is allowed
     */
    public Path resolved() throws IOException {
        if (Files.isDirectory(given)) {
            throw new IllegalArgumentException("'%s' is a directory; give the name of a file".formatted(given));
        }
        boolean taken = Files.exists(given, LinkOption.NOFOLLOW_LINKS);
        if (taken && !Files.isRegularFile(given)) {
            throw new IllegalArgumentException("'%s' is not a regular file; give another name".formatted(given));
        }
        if (taken && !force) {
            throw new IllegalArgumentException(
                    "'%s' exists; %s, or replace it with --force".formatted(given, otherwise));
        }
        // not normalized: if a directory is a link or does not exist, the path would name another file
        Path absolute = taken ? given.toRealPath() : given.toAbsolutePath();
        Path directory = directoryOf(absolute);
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("directory '%s' not found; create it first".formatted(directory));
        }
        if (!Files.isWritable(directory)) {
            throw new IllegalArgumentException(
                    "'%s' is not writable; give a path in a writable directory".formatted(directory));
        }
        requirePossible(absolute);
        return directory.toRealPath().resolve(absolute.getFileName());
    }

    /**
     * Tries to create the file, because only the file system knows whether a name is too long or has characters that are
     * not allowed.
     */
    private void requirePossible(Path place) throws IOException {
        try {
            Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // success: a file can be made there
        } catch (FileSystemException e) {
            throw new IllegalArgumentException(
                    "'%s' cannot be a file name: %s; give another".formatted(given, e.getReason()), e);
        }
    }

    /** The directory that a file is in. */
    public static Path directoryOf(Path file) {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IllegalArgumentException("'%s' is not a file name".formatted(file));
        }
        return directory;
    }
}
