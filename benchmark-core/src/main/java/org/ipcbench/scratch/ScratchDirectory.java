package org.ipcbench.scratch;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.Charset;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * A directory private to the user that holds what one pair of peers needs, and an owner record by which a later start
 * recognises it as left over.
 */
public final class ScratchDirectory implements AutoCloseable {
    /** Several processes may delete one directory at once and find gone what they have just seen. */
    private static final int MAX_ATTEMPTS = 5;

    static final String PREFIX = "ipcbench-";

    /** A Unix socket's path has at most 107 bytes; the longest file name in here is taken to have this many. */
    private static final int MAX_FILE_NAME_LENGTH = 24;

    /** Libraries of one pair unpack less native code than that. */
    private static final long MIN_FREE_BYTES = 1 << 20;

    private static final int MAX_SOCKET_PATH_LENGTH = 107;

    private static final String WITHOUT_PERMISSIONS =
            "is on a file system without POSIX permissions, which keep others away from what is measured; use Linux or"
                    + " another Unix, or WSL on Windows";

    private static final String ANOTHER = "java -Djava.io.tmpdir=DIR -jar ... takes another directory";

    /** A directory without complete owner record may just be being made; older than this it is left over. */
    private static final Duration RECORD_IS_LATE = Duration.ofMinutes(1);

    private final Path path;
    private final List<Transport> transports;
    private final DirectoryLock lock;

    private ScratchDirectory(Path path, List<Transport> transports, DirectoryLock lock) {
        this.path = path;
        this.transports = transports;
        this.lock = lock;
    }

    /** Creates one below the directory for temporary files, readable by this user alone. */
    public static ScratchDirectory create(Path temporary, List<Transport> transports) throws IOException {
        if (!Files.isDirectory(temporary)) {
            throw new IOException("'%s' is not a directory; %s".formatted(temporary, ANOTHER));
        }
        if (obstacle(temporary.getFileSystem()).isPresent()) {
            throw new IOException("'%s' %s".formatted(temporary, WITHOUT_PERMISSIONS));
        }
        try {
            Path path = Files.createTempDirectory(
                    temporary.toAbsolutePath(),
                    PREFIX,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            if (Files.isReadable(path) && Files.isWritable(path) && Files.isExecutable(path)) {
                return own(path, transports);
            }
            Files.delete(path);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "'%s' holds no scratch directory: %s; %s".formatted(temporary, reason(e), ANOTHER), e);
        }
        throw new IOException(
                "this user may not use the directories that this process makes; set a umask that leaves the"
                        + " owner's rights, such as umask 077");
    }

    /** Why nothing can be measured on a system with these files; empty where that is not so. */
    public static Optional<String> obstacle(FileSystem files) {
        return files.supportedFileAttributeViews().contains("posix")
                ? Optional.empty()
                : Optional.of("this system " + WITHOUT_PERMISSIONS);
    }

    /**
     * Finds out whether scratch directories can be made below {@code java.io.tmpdir}, and leaves none.
     *
     * @throws IOException where that is not so, in one line, with what to try
     */
    public static void requirePossible() throws IOException {
        Path temporary = temporary();
        try (ScratchDirectory probe = create(temporary, List.of())) {
            FileStore store = Files.getFileStore(probe.path());
            boolean known = store.getTotalSpace() > 0; // some containers and some remote file systems do not tell
            if (known && store.getUsableSpace() < MIN_FREE_BYTES) {
                throw new IOException("'%s' has %d bytes free, and a run unpacks up to %d there; %s"
                        .formatted(temporary, store.getUsableSpace(), MIN_FREE_BYTES, ANOTHER));
            }
        }
    }

    private static ScratchDirectory own(Path path, List<Transport> transports) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(() -> delete(path, transports));
            requireRoomForSockets(path);
            DirectoryLock lock = DirectoryLock.take(path);
            opened.add(lock);
            DirectoryOwner.current().record(path); // who reads it finds the lock held
            opened.release();
            return new ScratchDirectory(path, transports, lock);
        }
    }

    /** The kernel counts a path's bytes, of which a character may have several. */
    private static void requireRoomForSockets(Path path) throws IOException {
        int bytes = path.toString().getBytes(Charset.forName(System.getProperty("native.encoding"))).length;
        if (bytes + 1 + MAX_FILE_NAME_LENGTH > MAX_SOCKET_PATH_LENGTH) {
            throw new IOException("%s is too long a path for Unix sockets: it has %d bytes, and may have %d"
                    .formatted(path, bytes, MAX_SOCKET_PATH_LENGTH - 1 - MAX_FILE_NAME_LENGTH));
        }
    }

    /** Creates one below {@code java.io.tmpdir} for sessions of this transport. */
    public static ScratchDirectory create(Transport transport) throws IOException {
        return create(List.of(transport));
    }

    /** Creates one below {@code java.io.tmpdir} for sessions of these transports. */
    public static ScratchDirectory create(List<Transport> transports) throws IOException {
        return create(temporary(), transports);
    }

    /** The directory below which scratch directories are made unless another is given. */
    public static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    public Path path() {
        return path;
    }

    /**
     * Where a partial file can be made that is removed with this directory; there is one at a time.
     *
     * @param directory where it will be
     */
    Path partialFileIn(Path directory) throws IOException {
        return new PartialFile(path).choose(directory);
    }

    /**
     * Removes this user's directories whose owner is no longer alive, and what these transports left behind elsewhere;
     * nobody else's, and none in use.
     *
     * @param notes told in one line of each that cannot be removed, which hinders no other one; it stays for the next time
     */
    public static void removeLeftOvers(Path temporary, List<Transport> transports, Consumer<String> notes) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            UserPrincipal me = OwnFiles.currentUser();
            for (Path candidate : candidates) {
                try {
                    removeIfLeftOver(candidate, me, transports);
                } catch (IOException | RuntimeException e) {
                    notes.accept(
                            "what an earlier run left in %s cannot be removed: %s".formatted(candidate, reason(e)));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            notes.accept("%s cannot be searched for what an earlier run left: %s".formatted(temporary, reason(e)));
        }
    }

    /** Removes the directory and all in it; a second call, or another process before it, does no harm. */
    @Override
    public void close() throws IOException {
        try (lock) {
            delete(path, transports);
        } catch (IOException e) {
            throw new IOException("%s cannot be removed: %s".formatted(path, reason(e)), e);
        }
    }

    /** The path of the directory that a file lies in, such as a control socket. */
    public static Path holding(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IllegalArgumentException("'%s' lies in no directory".formatted(file));
        }
        return directory;
    }

    /** Whether a directory has a scratch directory's name: no other may be deleted, even if a peer's command line names it. */
    public static boolean isNamedSo(Path directory) {
        return String.valueOf(directory.getFileName()).startsWith(PREFIX);
    }

    /** Deletes the directory of a dead launcher; called by each peer, at the same time, unless the peer is stopped. */
    public static void deleteWithoutLauncher(Path directory, List<Transport> transports) throws IOException {
        new StartedProcesses(directory).killStopped();
        delete(directory, transports);
    }

    public static void delete(Path directory, List<Transport> transports) throws IOException {
        for (int attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
            try {
                deleteOnce(directory, transports);
                return;
            } catch (IOException e) {
                // what was there a moment ago has gone, or something new has come: it is looked at again
            }
        }
        deleteOnce(directory, transports);
    }

    /** As long as anything elsewhere cannot be removed, the directory stays, because the records are in it. */
    private static void deleteOnce(Path directory, List<Transport> transports) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (Transport transport : transports) {
            try {
                transport.removeLeftOvers(directory);
            } catch (IOException e) {
                failures.add(e);
            } catch (RuntimeException | LinkageError e) { // a record nobody can read, or no native code to remove with
                failures.add(new IOException("%s: %s".formatted(transport.id(), e), e));
            }
        }
        try {
            new PartialFile(directory).delete();
        } catch (IOException e) {
            failures.add(e);
        }
        if (!failures.isEmpty()) {
            IOException first = failures.get(0);
            failures.subList(1, failures.size()).forEach(first::addSuppressed);
            throw first;
        }
        OwnFiles.deleteTree(directory);
    }

    private static void removeIfLeftOver(Path candidate, UserPrincipal me, List<Transport> transports)
            throws IOException {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(candidate, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory() && OwnFiles.isPrivate(attributes, me) && isLeftOver(candidate)) {
                Optional<DirectoryOwner> owner = DirectoryOwner.of(candidate);
                if (owner.isPresent() && owner.get().hasIdsOf(DirectoryOwner.current())) {
                    new StartedProcesses(candidate).kill();
                }
                delete(candidate, transports);
            }
        } catch (NoSuchFileException e) {
            // gone while being looked at: another run has just ended
        }
    }

    /** In one line: many an exception of the file system has nothing but the file's name for a message. */
    private static String reason(Exception e) {
        String text = e instanceof FileSystemException failure && failure.getReason() == null
                ? failure.getFile() + ": " + failure.getClass().getSimpleName()
                : String.valueOf(e.getMessage());
        return text.replace("\n", " | ");
    }

    /** Whether nobody uses a directory of this user any more; not to be asked for a directory of this process. */
    static boolean isLeftOver(Path directory) throws IOException {
        Optional<DirectoryOwner> owner = DirectoryOwner.of(directory);
        if (owner.isPresent()) { // asked for the lock last: this process would lose that of a directory of its own
            return owner.get().mayBeGone(DirectoryOwner.current()) && DirectoryLock.isFree(directory);
        }
        Instant changed = Files.getLastModifiedTime(directory).toInstant();
        return changed.isBefore(Instant.now().minus(RECORD_IS_LATE)) && DirectoryLock.isFree(directory);
    }
}
