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
 * A file in the scratch directory that records an object of this session outside the directory, which may outlive its
 * processes. The record is written before the object is made and deleted after the object is removed. So a process that
 * deletes the directory finds the objects that are left, without searching anywhere else.
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
     * @param kind the kind of object
     * @param name the name of the object; no other process may choose the same name by chance
     */
    public static OwnerRecord write(Path scratchDirectory, String kind, String name) throws IOException {
        Files.createFile(scratchDirectory.resolve(kind + "." + name));
        return new OwnerRecord(scratchDirectory, kind, name);
    }

    /** Writes a record with a name that nobody can guess. */
    public static OwnerRecord choose(Path scratchDirectory, String kind) throws IOException {
        return write(scratchDirectory, kind, HexFormat.of().toHexDigits(new SecureRandom().nextLong()));
    }

    /** The records of one kind; empty if the directory is gone. */
    public static List<OwnerRecord> in(Path scratchDirectory, String kind) throws IOException {
        String prefix = kind + ".";
        List<OwnerRecord> records = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(scratchDirectory, prefix + "*")) {
            for (Path file : files) {
                String name = file.getFileName().toString().substring(prefix.length());
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) { // otherwise another process was faster
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

    /**
     * The object's path, if the object is a file or directory in this directory; its name begins with the scratch
     * directory's name.
     */
    public Path pathIn(Path directory) {
        return directory.resolve("%s.%s.%s".formatted(scratchDirectory.getFileName(), name, kind));
    }

    /**
     * Whether the record still exists. To be checked after the object is made, because without a record the object would
     * never be removed.
     */
    public boolean exists() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** The exception to throw if the record was gone after the object had been made. */
    public IOException gone(String maker) {
        return new IOException("scratch directory removed during %s".formatted(maker));
    }

    /**
     * Whether an object belongs to this user and is not much older than the record; another program's object would be so
     * only by chance. The record has the time of the file system's server, which may be ahead of this kernel's time.
     */
    public boolean isAboutAsOldAs(long madeSeconds, int ownerId) {
        return writtenSeconds - MAX_AHEAD_SECONDS <= madeSeconds && isOf(ownerId);
    }

    /** Whether this user has written the record. */
    public boolean isOf(int ownerId) {
        return userId == ownerId;
    }

    /**
     * Removes an object that a killed process may have left, and deletes the record. Then the removal runs again, because
     * the maker may still be alive and have made the object in between; a later maker finds its record gone.
     */
    public void clear(Removal removal) throws IOException {
        removal.run();
        delete();
        removal.run();
    }

    /** Deletes the record, after the object is gone or if it was never made. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
