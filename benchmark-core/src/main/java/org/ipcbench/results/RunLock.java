package org.ipcbench.results;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.environment.MachineIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a run's record, which one process has at a time. It is a lock on a separate file, because the kernel
 * releases the lock when its holder dies, but also when the holder closes any descriptor of the file, as every reader of the
 * record does with the record's file. The lock file's existence alone means nothing: a killed run leaves it behind.
 */
public final class RunLock implements Closeable {
    static final String FILE_NAME = "results.lock";

    private static final Pattern HOLDER = Pattern.compile("(\\d{1,19}) ([0-9a-f]{1,64})");

    /** Larger than the text about a holder. */
    private static final int MAX_BYTES = 100;

    /** If all of these fail, other processes are creating and removing the file all the time. */
    private static final int ATTEMPTS = 100;

    /** Locks of this process. Closing a second descriptor of the file would release the lock that the process has already. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;

    /**
     * Its channel is only locked. Writes do not use it, since an interrupt would close the channel, and release the lock with it.
     */
    private final RandomAccessFile file;

    private final boolean effective;

    private RunLock(Path path, RandomAccessFile file, boolean effective) {
        this.path = path;
        this.file = file;
        this.effective = effective;
    }

    /**
     * Takes the lock of the run in this directory.
     *
     * @throws LockedRunException if this or another process has it
     */
    public static RunLock of(Path directory) throws IOException {
        Path path = directory.toRealPath().resolve(FILE_NAME);
        if (!HELD.add(path)) {
            throw new LockedRunException("is being measured by this process itself");
        }
        boolean taken = false;
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<RunLock> lock = attempt(path);
                if (lock.isPresent()) {
                    taken = true;
                    return lock.get();
                }
            }
        } finally {
            if (!taken) {
                HELD.remove(path);
            }
        }
        throw new LockedRunException("is repeatedly being resumed by other processes");
    }

    /** Takes the lock; empty if the file was another process's, which removed it meanwhile. */
    private static Optional<RunLock> attempt(Path path) throws IOException {
        File place = path.toFile();
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
            // a killed run has left it, or another process has it
        }
        Object before = key(path);
        if (before == null) {
            return Optional.empty();
        }
        RandomAccessFile file = new RandomAccessFile(place, "rw");
        boolean taken = false;
        try {
            boolean effective = lock(file);
            if (!before.equals(key(path))) {
                return Optional.empty();
            }
            sign(file);
            taken = true;
            return Optional.of(new RunLock(path, file, effective));
        } finally {
            if (!taken) {
                file.close();
            }
        }
    }

    /** Writes which process has the lock, except to a file that this suite did not write. */
    private static void sign(RandomAccessFile file) throws IOException {
        if (file.length() <= MAX_BYTES) {
            file.setLength(0);
            file.write("%d %s\n"
                    .formatted(
                            ProcessHandle.current().pid(),
                            MachineIdentity.current().host())
                    .getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Distinguishes the file at a path from one that replaces it later; null if there is none. */
    private static @Nullable Object key(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new LockedRunException("has a %s that is not a file; remove it".formatted(FILE_NAME));
            }
            return attributes.fileKey() == null ? attributes.creationTime() : attributes.fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Whether the lock is effective; some network file systems have no locks. */
    private static boolean lock(RandomAccessFile file) throws LockedRunException {
        try {
            FileLock lock = file.getChannel().tryLock();
            if (lock != null) {
                return true;
            }
        } catch (OverlappingFileLockException e) {
            throw new LockedRunException("is being measured by this process itself");
        } catch (IOException e) {
            return false;
        }
        throw new LockedRunException(
                "is being measured by %s, which may be stopped; end it first".formatted(holder(file)));
    }

    private static String holder(RandomAccessFile file) {
        byte[] text = new byte[MAX_BYTES];
        try {
            int read = Math.max(0, file.read(text));
            Matcher holder = HOLDER.matcher(new String(text, 0, read, StandardCharsets.US_ASCII).strip());
            if (holder.matches()) {
                return holder.group(2).equals(MachineIdentity.current().host())
                        ? "process " + holder.group(1)
                        : "process %s of another machine".formatted(holder.group(1));
            }
        } catch (IOException e) {
            return "an unknown process (%s)".formatted(e.getMessage());
        }
        return "another process";
    }

    /** A warning if the lock cannot keep a second process from writing the same record; empty if it can. */
    public Optional<String> weakness() {
        return effective
                ? Optional.empty()
                : Optional.of("%s cannot be locked on this file system: resume the run after it has ended"
                        .formatted(path.resolveSibling(ResultsLog.FILE_NAME)));
    }

    /** Releases the lock, once. The file is deleted first, so that the next process creates another one. */
    @Override
    public void close() throws IOException {
        if (file.getChannel().isOpen()) {
            try (file) {
                Files.deleteIfExists(path);
            } finally {
                HELD.remove(path);
            }
        }
    }

    /** The lock of a run cannot be taken, usually because another process is writing the record. */
    public static final class LockedRunException extends IOException {
        private static final long serialVersionUID = 1;

        /** @param message the state of the run, without its name */
        LockedRunException(String message) {
            super(message);
        }
    }
}
