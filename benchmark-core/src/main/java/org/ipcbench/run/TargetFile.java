package org.ipcbench.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The path of a file that is going to be written.
 *
 * @param given as the user wrote it
 * @param force whether an existing file may be replaced
 * @param otherwise what else the user can do where a file exists
 */
public record TargetFile(Path given, boolean force, String otherwise) {

    /**
     * The place without symbolic links: not the link is replaced but the file it leads to.
     *
     * @throws IllegalArgumentException where no file can be made there, with what is allowed
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
        // not normalized: where a directory is a link, or is not there, the name would be that of another file
        Path absolute = taken ? given.toRealPath() : given.toAbsolutePath();
        Path directory = directoryOf(absolute);
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("directory '%s' not found; make it first".formatted(directory));
        }
        if (!Files.isWritable(directory)) {
            throw new IllegalArgumentException(
                    "'%s' is not writable; give a path in a writable directory".formatted(directory));
        }
        requirePossible(absolute);
        return directory.toRealPath().resolve(absolute.getFileName());
    }

    /** A name may be too long, or contain what the file system does not allow; only the system knows. */
    private void requirePossible(Path place) throws IOException {
        try {
            Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // a file can be made there
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
