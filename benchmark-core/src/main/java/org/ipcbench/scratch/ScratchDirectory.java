package org.ipcbench.scratch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.scratch.FoundDirectory.DirectoryOwner;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;

/**
 * A directory private to the user with the files of one pair of peers, and an owner record by which a later start
 * recognises a left-over directory.
 */
public final class ScratchDirectory implements AutoCloseable {
    /** Several processes may delete a directory at the same time; entries that one has just seen may be gone. */
    private static final int MAX_ATTEMPTS = 5;

    static final String PREFIX = "ipcbench-";

    /**
     * Assumed length of the longest file name in the directory, in bytes; a Unix socket's path has at most 107 bytes.
     */
    private static final int MAX_FILE_NAME_LENGTH = 24;

    /** Least free space, in bytes; the libraries of one pair unpack less native code than this. */
    private static final long MIN_FREE_BYTES = 1 << 20;

    private static final int MAX_SOCKET_PATH_LENGTH = 107;

    private static final String WITHOUT_PERMISSIONS =
            "is on a file system without POSIX permissions, which keep others away from what is measured; use Linux or"
                    + " another Unix, or WSL on Windows";

    private static final String ANOTHER = TemporaryDirectory.remedy();

    /**
     * A directory without a complete owner record may be under construction; if it is older than this, it is left over.
     */
    private static final Duration RECORD_IS_LATE = Duration.ofMinutes(1);

    private final Path path;
    private final List<Transport> transports;
    private final DirectoryLock lock;

    private ScratchDirectory(Path path, List<Transport> transports, DirectoryLock lock) {
        this.path = path;
        this.transports = transports;
        this.lock = lock;
    }

    /** Creates a scratch directory below the directory for temporary files, readable only by this user. */
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
                    "'%s' cannot hold a scratch directory: %s; %s".formatted(temporary, reason(e), ANOTHER), e);
        }
        throw new IOException(
                "this user may not use the directories that this process makes; set a umask that leaves the"
                        + " owner's rights, such as umask 077");
    }

    /** The reason why nothing can be measured on a system with this file system; empty if there is none. */
    public static Optional<String> obstacle(FileSystem files) {
        return files.supportedFileAttributeViews().contains("posix")
                ? Optional.empty()
                : Optional.of("this system " + WITHOUT_PERMISSIONS);
    }

    /**
     * Checks that scratch directories can be made below the directory for temporary files, and leaves none behind.
     *
     * @throws IOException if they cannot be made; the message is one line with a remedy
     */
    public static void requirePossible() throws IOException {
        Path temporary = TemporaryDirectory.path();
        try (ScratchDirectory probe = create(temporary, List.of())) {
            DiskSpace space = DiskSpace.of(probe.path());
            if (space.lacks(MIN_FREE_BYTES)) {
                throw new IOException("'%s' has %d bytes free, but a run unpacks up to %d there; %s"
                        .formatted(temporary, space.freeBytes(), MIN_FREE_BYTES, ANOTHER));
            }
        }
    }

    /**
     * Makes the directory of a peer that does not see its launcher's, unless it is there: another peer of the pair, on the same
     * side, or the command that started the peer has made it. Whichever peer ends deletes it. It is recognised as left over
     * if its peers are killed.
     *
     * @return what keeps others from taking it for left over, until it is closed
     */
    public static Closeable makeForPeer(Path directory) throws IOException {
        if (!isNamedSo(directory)) {
            throw new IOException("'%s' is not the name of a scratch directory".formatted(directory));
        }
        try {
            OwnFiles.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            PosixFileAttributes attributes =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isDirectory() || !OwnFiles.isPrivate(attributes, OwnFiles.currentUser())) {
                throw new IOException("'%s' belongs to somebody else".formatted(directory), e);
            }
        }
        try {
            DirectoryLock lock = DirectoryLock.take(directory);
            DirectoryOwner.current().record(directory);
            return lock;
        } catch (FileAlreadyExistsException e) {
            return () -> {}; // another peer of the pair has taken it
        }
    }

    private static ScratchDirectory own(Path path, List<Transport> transports) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(() -> delete(path, transports));
            requireRoomForSockets(path);
            DirectoryLock lock = DirectoryLock.take(path);
            opened.add(lock);
            DirectoryOwner.current().record(path); // a process that reads the owner record finds the lock held
            opened.release();
            return new ScratchDirectory(path, transports, lock);
        }
    }

    /** The kernel limits a path's bytes; a character may have several bytes. */
    private static void requireRoomForSockets(Path path) throws IOException {
        int bytes = path.toString().getBytes(Charset.forName(System.getProperty("native.encoding"))).length;
        if (bytes + 1 + MAX_FILE_NAME_LENGTH > MAX_SOCKET_PATH_LENGTH) {
            throw new IOException("the path %s is too long for Unix sockets: it has %d bytes, but may have only %d"
                    .formatted(path, bytes, MAX_SOCKET_PATH_LENGTH - 1 - MAX_FILE_NAME_LENGTH));
        }
    }

    /** Creates a scratch directory below the directory for temporary files for sessions of this transport. */
    public static ScratchDirectory create(Transport transport) throws IOException {
        return create(List.of(transport));
    }

    /** Creates a scratch directory below the directory for temporary files for sessions of these transports. */
    public static ScratchDirectory create(List<Transport> transports) throws IOException {
        return create(TemporaryDirectory.path(), transports);
    }

    public Path path() {
        return path;
    }

    /**
     * Returns the path for a partial file that is removed with this directory; there is one at a time.
     *
     * @param directory the partial file's directory
     */
    Path partialFileIn(Path directory) throws IOException {
        return new PartialFile(path).choose(directory);
    }

    /**
     * Removes this user's scratch directories whose owner is no longer alive, and what these transports left behind elsewhere.
     * Directories of other users and directories in use are not removed.
     *
     * @param notes consumer of one line for each directory that cannot be removed; the others are still removed, and it
     *     stays for the next time
     */
    public static void removeLeftOvers(List<Transport> transports, Consumer<String> notes) {
        for (Path temporary : TemporaryDirectory.ofThisProcess().all()) {
            removeLeftOvers(temporary, transports, notes);
        }
    }

    /** Removes what is left below one directory for temporary files. */
    public static void removeLeftOvers(Path temporary, List<Transport> transports, Consumer<String> notes) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            UserPrincipal me = OwnFiles.currentUser();
            for (Path candidate : candidates) {
                try {
                    removeIfLeftOver(candidate, me, transports);
                } catch (IOException | RuntimeException e) {
                    notes.accept("cannot remove what an earlier run left in %s: %s".formatted(candidate, reason(e)));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            notes.accept("cannot search %s for what an earlier run left: %s".formatted(temporary, reason(e)));
        }
    }

    /**
     * Removes the directory and its content; a second call does no harm, even if another process has removed it before.
     */
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

    /**
     * Whether a directory has a scratch directory's name: no other directory may be deleted, even if a peer's command
     * line names it.
     */
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
                // an entry has disappeared or a new one has appeared meanwhile: the directory is read again
            }
        }
        deleteOnce(directory, transports);
    }

    /** The directory stays as long as files elsewhere cannot be removed, because it contains their records. */
    private static void deleteOnce(Path directory, List<Transport> transports) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (Transport transport : transports) {
            try {
                transport.removeLeftOvers(directory);
            } catch (IOException e) {
                failures.add(e);
            } catch (RuntimeException | LinkageError e) { // an unreadable record, or no native code for the removal
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
            // the directory has disappeared meanwhile: another run has just ended
        }
    }

    /** The reason in one line: the message of many file-system exceptions is only the file's name. */
    private static String reason(Exception e) {
        String text = e instanceof FileSystemException failure && failure.getReason() == null
                ? failure.getFile() + ": " + failure.getClass().getSimpleName()
                : String.valueOf(e.getMessage());
        return text.replace("\n", " | ");
    }

    /** Whether a directory of this user is no longer used; not to be called for a directory of this process. */
    static boolean isLeftOver(Path directory) throws IOException {
        Optional<DirectoryOwner> owner = DirectoryOwner.of(directory);
        if (owner.isPresent()) { // the lock is checked last: this process would lose the lock of its own directory
            return owner.get().mayBeGone(DirectoryOwner.current()) && DirectoryLock.isFree(directory);
        }
        Instant changed = Files.getLastModifiedTime(directory).toInstant();
        return changed.isBefore(Instant.now().minus(RECORD_IS_LATE)) && DirectoryLock.isFree(directory);
    }

    /**
     * A lock that the owner of a scratch directory holds as long as the owner lives. The lock is visible from other
     * containers, where process ids have no meaning. The lock uses a file of its own, because a process that closes any
     * channel of a file loses its locks on that file.
     */
    static final class DirectoryLock implements Closeable {
        private static final String FILE_NAME = "lock";

        private final FileChannel channel;

        private DirectoryLock(FileChannel channel) {
            this.channel = channel;
        }

        /** Takes the lock of a new directory; to be called before its owner is recorded. */
        static DirectoryLock take(Path directory) throws IOException {
            FileChannel channel = FileChannel.open(
                    directory.resolve(FILE_NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            try {
                var unused = channel.tryLock(); // the channel keeps the lock
            } catch (IOException e) {
                // a file system without locks: no process gets this lock, so the directory is never treated as left
                // over
            }
            return new DirectoryLock(channel);
        }

        /**
         * Whether no process holds a directory's lock. Not to be called for a directory of this process, which would lose
         * its lock.
         */
        static boolean isFree(Path directory) {
            Path file = directory.resolve(FILE_NAME);
            try {
                return !new SmallFile(file).existsAsFile() || isFreeFile(file);
            } catch (NoSuchFileException e) {
                return true; // the file is not made yet, or another process has removed it
            } catch (IOException | OverlappingFileLockException e) {
                return false; // nothing is proven
            }
        }

        private static boolean isFreeFile(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                return lock != null;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * A file outside the scratch directory that is removed with it as long as the file is incomplete. There is one at a
     * time; it is recorded before it is made, and its name cannot be guessed.
     *
     * @param scratchDirectory the directory that contains the record
     */
    private record PartialFile(Path scratchDirectory) {
        private static final String RECORD = "partial-file";
        private static final String SUFFIX = ".partial";

        /** Chooses and records the path of a new file in a directory; removes the previous one. */
        Path choose(Path directory) throws IOException {
            delete();
            String unique = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
            Path file = directory.toAbsolutePath().resolve(prefix() + unique + SUFFIX);
            Files.writeString(scratchDirectory.resolve(RECORD), file.toString());
            return file;
        }

        /** Removes the file, if any; another user's file of the same name stays. */
        void delete() throws IOException {
            Optional<String> recorded = new SmallFile(scratchDirectory.resolve(RECORD)).text(StandardCharsets.UTF_8);
            if (recorded.isPresent()) {
                Path file = Path.of(recorded.get());
                String name = String.valueOf(file.getFileName());
                if (file.isAbsolute() && name.startsWith(prefix()) && name.endsWith(SUFFIX)) {
                    OwnFiles.deleteFile(file);
                }
            }
        }

        /** Prefix of a hidden file's name, which contains the scratch directory's name. */
        private String prefix() {
            return "." + scratchDirectory.getFileName() + ".";
        }
    }
}
