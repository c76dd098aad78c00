package org.ipcbench.scratch;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A record of a few words in a directory of this user. The file's type is checked before the file is opened, since
 * opening a FIFO waits and opening a device may have effects. The check is sufficient in a directory where no other
 * user can replace files.
 *
 * @param path the file's path
 */
record SmallFile(Path path) {
    /** The longest record is a path. */
    private static final int MAX_BYTES = 8192;

    /**
     * The file's content; empty if there is no file.
     *
     * @throws FileSystemException if the path is not a regular file, for example a link or a FIFO, or if the file is
     *     too large
     */
    Optional<String> text(Charset charset) throws IOException {
        if (!existsAsFile()) {
            return Optional.empty();
        }
        // a stream, because the interrupt of Ctrl-C would close a channel
        try (FileInputStream stream = new FileInputStream(path.toFile())) {
            return Optional.of(new String(stream.readNBytes(MAX_BYTES), charset));
        } catch (FileNotFoundException e) {
            requireMissing(e);
            return Optional.empty();
        }
    }

    /**
     * Whether there is such a file.
     *
     * @throws FileSystemException if the path is not a regular file
     */
    boolean existsAsFile() throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile() || attributes.size() > MAX_BYTES) {
                throw new FileSystemException(
                        path.toString(), null, "no regular file of at most " + MAX_BYTES + " bytes");
            }
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Requires that the file is missing: another process may have deleted it meanwhile, but a stream throws the same
     * exception if reading is forbidden.
     */
    private void requireMissing(FileNotFoundException e) throws FileNotFoundException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw e;
        }
    }
}
