package org.ipcbench.transports.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Says in a file of the scratch directory that the kernel may hold an object for this session which outlives its
 * processes. It is written before the object is made and deleted once that is gone, so that whoever deletes the
 * directory finds what is left.
 */
public final class OwnerRecord {
    private final Path file;
    private final String name;

    private OwnerRecord(Path file, String name) {
        this.file = file;
        this.name = name;
    }

    /**
     * Writes one.
     *
     * @param kind of objects
     * @param name by which the object is found; nobody else may choose the same by chance
     */
    public static OwnerRecord write(Path scratchDirectory, String kind, String name) throws IOException {
        Path file = scratchDirectory.resolve(kind + "." + name);
        Files.createFile(file);
        return new OwnerRecord(file, name);
    }

    /** Those of one kind; none where the directory is gone. */
    public static List<OwnerRecord> in(Path scratchDirectory, String kind) throws IOException {
        String prefix = kind + ".";
        List<OwnerRecord> records = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(scratchDirectory, prefix + "*")) {
            for (Path file : files) {
                String fileName = scratchDirectory.relativize(file).toString();
                records.add(new OwnerRecord(file, fileName.substring(prefix.length())));
            }
        } catch (NoSuchFileException e) {
            // gone already: another process was faster
        }
        return records;
    }

    public String name() {
        return name;
    }

    /** Whether nobody has deleted it. */
    public boolean exists() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether an object of this user is not older than the record; another program's would be by chance. */
    public boolean isOlderThan(long madeSeconds, int userId) throws IOException {
        long writtenSeconds =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).to(TimeUnit.SECONDS);
        return writtenSeconds <= madeSeconds && isOf(userId);
    }

    /** Whether this user has written it. */
    public boolean isOf(int userId) throws IOException {
        return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(userId);
    }

    /** The object is gone, or has never been made. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
