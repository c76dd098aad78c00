package org.ipcbench.transports.shared;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A file in the scratch directory that records an object of this session elsewhere, which may outlive its processes. The
 * record is written before the object is made and deleted after the object, so that a process that deletes the directory
 * finds what is left, and looks nowhere else.
 */
public final class OwnerRecord {
    private static final long MAX_AHEAD_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private final Path scratchDirectory;
    private final String kind;
    private final String name;
    private final Path file;
    private final long writtenSeconds;
    private final int userId;

    private OwnerRecord(Path scratchDirectory, String kind, String name) throws IOException {
        this.scratchDirectory = scratchDirectory;
        this.kind = kind;
        this.name = name;
        file = scratchDirectory.resolve(kind + "." + name);
        writtenSeconds =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).to(TimeUnit.SECONDS);
        userId = (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes the recorded object if there is one, and nothing else. */
    @FunctionalInterface
    public interface Removal {
        void run() throws IOException;
    }

    /**
     * Writes a record.
     *
     * @param kind of objects
     * @param name by which the object is found; nobody else may choose the same by chance
     */
    public static OwnerRecord write(Path scratchDirectory, String kind, String name) throws IOException {
        Files.createFile(scratchDirectory.resolve(kind + "." + name));
        return new OwnerRecord(scratchDirectory, kind, name);
    }

    /** Writes a record with a name that nobody can guess. */
    public static OwnerRecord choose(Path scratchDirectory, String kind) throws IOException {
        return write(scratchDirectory, kind, HexFormat.of().toHexDigits(new SecureRandom().nextLong()));
    }

    /** The records of one kind; none if the directory is gone. */
    public static List<OwnerRecord> in(Path scratchDirectory, String kind) throws IOException {
        String prefix = kind + ".";
        List<OwnerRecord> records = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(scratchDirectory, prefix + "*")) {
            for (Path file : files) {
                String name = file.getFileName().toString().substring(prefix.length());
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) { // else another process was faster
                    records.add(new OwnerRecord(scratchDirectory, kind, name));
                }
            }
        } catch (NoSuchFileException e) {
            // gone already: another process was faster
        }
        return records;
    }

    public String name() {
        return name;
    }

    /** The object's path, if the object is a file or directory in this one; the name begins with the scratch directory's. */
    public Path pathIn(Path directory) {
        return directory.resolve("%s.%s.%s".formatted(scratchDirectory.getFileName(), name, kind));
    }

    /** Whether nobody has deleted the record. Asked after the object is made: without a record, nobody removes it. */
    public boolean exists() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** The exception to throw if the record was gone when the object had been made. */
    public IOException gone(String maker) {
        return new IOException("scratch directory removed during %s".formatted(maker));
    }

    /**
     * Whether an object of this user is not much older than the record; another program's would be by chance. The record has the
     * time of the file system's server, which may be ahead of this kernel's.
     */
    public boolean isAboutAsOldAs(long madeSeconds, int ownerId) {
        return writtenSeconds - MAX_AHEAD_SECONDS <= madeSeconds && isOf(ownerId);
    }

    /** Whether this user has written the record. */
    public boolean isOf(int ownerId) {
        return userId == ownerId;
    }

    /**
     * Has an object removed that a killed process may have left, and deletes the record. Then the removal runs again: the
     * maker may still live, and has made the object in between; after that it finds its record gone.
     */
    public void clear(Removal removal) throws IOException {
        removal.run();
        delete();
        removal.run();
    }

    /** The object is gone, or has never been made. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
