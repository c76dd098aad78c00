package org.ipcbench.archive;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.launch.process.Tail;
import org.ipcbench.scratch.CacheDirectory;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.scratch.StartedProcesses;
import org.ipcbench.text.Sha256;
import org.ipcbench.transport.Transport;

/**
 * The classes of a peer in the JVM's memory format (application class data sharing): made once for a JVM and a jar,
 * kept in the {@link CacheDirectory}, and found there by every later run. The archive only saves time; if there is
 * none, peers start without it.
 */
public final class ClassArchive {
    private static final String SUFFIX = ".jsa";
    private static final String UNFINISHED = "making-";

    /** Making an archive took 6 to 8 s on two CPUs. */
    private static final Duration TRAINING_TIME = Duration.ofSeconds(7);

    /** Number of archives kept: enough for a few JVMs, or a few copies of the jar; each takes some megabytes. */
    private static final int KEPT = 5;

    /** No process is still making an archive after this time. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** Time limit for making an archive, which takes seconds. */
    private static final Duration TRAINING_TIMEOUT = Duration.ofSeconds(30);

    /** An archive takes seconds to make. */
    private static final Duration POLL = Duration.ofMillis(50);

    /** A process that has ended may have said words that are not read yet. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final CacheDirectory cache;
    private final List<Transport> transports;
    private final Consumer<String> notes;
    private final Duration timeout;
    /** Whether making an archive was given up; then it is not tried for the other variants of a run either. */
    private boolean givenUp;

    /**
     * Archives of one user.
     *
     * @param transports transports that may leave files behind when an archive is made
     * @param notes consumer that gets a line if an archive is made or cannot be made
     */
    public ClassArchive(CacheDirectory cache, List<Transport> transports, Consumer<String> notes) {
        this(cache, transports, notes, TRAINING_TIMEOUT);
    }

    /**
     * Archives of one user, with another time limit.
     *
     * @param timeout time limit for making an archive
     */
    ClassArchive(CacheDirectory cache, List<Transport> transports, Consumer<String> notes, Duration timeout) {
        this.cache = cache;
        this.transports = List.copyOf(transports);
        this.notes = notes;
        this.timeout = timeout;
    }

    /**
     * Finds the archive for this launcher's peers, or makes it.
     *
     * @return the settings with the archive; the same settings if there can be none
     */
    public PeerSettings applyTo(PeerSettings settings) throws InterruptedException {
        try {
            Optional<ArchiveKey> key = key(settings);
            if (key.isEmpty()) {
                return settings;
            }
            cache.open();
            Optional<Path> kept = find(key.get());
            if (kept.isEmpty() && givenUp) {
                return settings;
            }
            Path archive = kept.isPresent() ? kept.get() : makeUnlessAnotherDoes(key.get(), settings);
            prune(key.get(), archive);
            return settings.withClassArchive(archive);
        } catch (IOException e) {
            notes.accept("peers start without a class archive, which takes longer: " + reason(e));
            return settings;
        }
    }

    /** Roughly the time that making the archive will take; zero if it exists already, or if there can be none. */
    public Duration expectedTime(PeerSettings settings) {
        try {
            Optional<ArchiveKey> key = key(settings);
            boolean isMissing = key.isPresent()
                    && (!Files.isDirectory(cache.path())
                            || list(key.get().prefix() + "*" + SUFFIX).isEmpty());
            return isMissing ? TRAINING_TIME : Duration.ZERO;
        } catch (IOException e) {
            return Duration.ZERO;
        }
    }

    /**
     * The reason why peers start without an archive, as far as it is known without making one; empty if there is none.
     * The cache directory is created if it is missing.
     */
    public Optional<String> obstacle(PeerSettings settings) {
        try {
            if (key(settings).isPresent()) {
                cache.open();
                if (!Files.isWritable(cache.path())) {
                    throw new AccessDeniedException(cache.path().toString(), null, "is not writable");
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(reason(e));
        }
    }

    private Optional<ArchiveKey> key(PeerSettings settings) throws IOException {
        LaunchCommand training = ArchiveTraining.command(settings, List.of(), transports, Path.of(""));
        return ArchiveKey.of(training);
    }

    /** The reason of an exception: the message of many file-system exceptions is only the file's name. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException failure && failure.getReason() == null
                ? failure.getFile() + ": " + failure.getClass().getSimpleName()
                : String.valueOf(e.getMessage());
    }

    /** The archive with this key, if it exists and is undamaged: the JVM does not check the file that it maps. */
    private Optional<Path> find(ArchiveKey key) throws IOException {
        for (Path archive : list(key.prefix() + "*" + SUFFIX)) {
            if (archive.equals(named(key, checksum(archive)))) {
                Files.setLastModifiedTime(archive, FileTime.from(Instant.now())); // in use: others are removed first
                return Optional.of(archive);
            }
            notes.accept("%s is damaged".formatted(archive));
            Files.deleteIfExists(archive);
        }
        return Optional.empty();
    }

    /** Runs that begin together make one archive, not one each: the others wait for it. */
    private Path makeUnlessAnotherDoes(ArchiveKey key, PeerSettings settings) throws IOException, InterruptedException {
        Path file = cache.path().resolve(UNFINISHED + key.prefix() + SUFFIX);
        try (FileChannel turn = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long deadline = System.nanoTime() + timeout.toNanos();
            boolean own = !isTakenByAnother(turn);
            while (!own && System.nanoTime() - deadline < 0) {
                Thread.sleep(POLL.toMillis());
                own = !isTakenByAnother(turn);
            }
            try {
                Optional<Path> made = find(key);
                return made.isPresent() ? made.get() : make(key, settings);
            } finally {
                if (own) {
                    deleteIfPossible(file);
                }
            }
        }
    }

    /** A file that stays is the next run's, and is removed as an unfinished archive later. */
    private static void deleteIfPossible(Path lock) {
        try {
            Files.deleteIfExists(lock);
        } catch (IOException e) {
            // an archive that was made stays in use
        }
    }

    /** Whether another run has the lock; if not, this run has it from now on. */
    private static boolean isTakenByAnother(FileChannel turn) {
        try {
            return turn.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true; // by another thread
        } catch (IOException e) {
            return false; // a file system without locks
        }
    }

    private Path make(ArchiveKey key, PeerSettings settings) throws IOException, InterruptedException {
        ArchiveBackoff last = ArchiveBackoff.of(cache, key);
        Optional<Duration> rest = last.rest();
        if (rest.isPresent()) {
            givenUp = true;
            throw new IOException(
                    "creating one took longer than %d s before; the next attempt is in %d min, or once %s is deleted"
                            .formatted(timeout.toSeconds(), rest.get().toMinutes() + 1, last.record()));
        }
        try {
            Path archive = train(key, settings);
            last.forget();
            return archive;
        } catch (TooSlowException e) {
            givenUp = true;
            last.note();
            throw e;
        }
    }

    private Path train(ArchiveKey key, PeerSettings settings) throws IOException, InterruptedException {
        notes.accept("creating a class archive in %s, once for this jar and JVM".formatted(cache.path()));
        Path unfinished = Files.createTempFile(cache.path(), UNFINISHED, SUFFIX);
        try (ScratchDirectory scratch = ScratchDirectory.create(transports)) {
            Files.delete(unfinished); // the JVM has to create the file itself
            train(
                    ArchiveTraining.command(
                            settings, List.of("-XX:ArchiveClassesAtExit=" + unfinished), transports, scratch.path()),
                    new StartedProcesses(scratch.path()));
            if (!Files.isRegularFile(unfinished, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(
                        "%s left no archive".formatted(settings.jvm().executable()));
            }
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            Path archive = named(key, checksum(unfinished));
            return Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void train(LaunchCommand command, StartedProcesses records) throws IOException, InterruptedException {
        ProcessBuilder builder = command.process().redirectOutput(ProcessBuilder.Redirect.DISCARD);
        PeerProcess.removeForeignFlags(builder);
        Process process = builder.start(); // its standard input stays open as long as the launcher lives
        try {
            records.record("training", process.pid());
            Tail errors = new Tail(process.getErrorStream(), "training-stderr");
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TooSlowException("creating one took longer than %d s; the next attempt is in %d min"
                        .formatted(timeout.toSeconds(), ArchiveBackoff.PAUSE.toMinutes()));
            }
            if (process.exitValue() != 0) {
                throw new IOException("creating one ended with exit code %d: %s"
                        .formatted(
                                process.exitValue(),
                                errors.text(LAST_WORDS.toMillis()).replace("\n", " | ")));
            }
        } finally {
            process.destroyForcibly();
            process.waitFor(TRAINING_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Thrown if making an archive took too long. */
    private static final class TooSlowException extends IOException {
        TooSlowException(String message) {
            super(message);
        }
    }

    /** Removes archives that this one replaces, unfinished archives, and the least recently used ones. */
    private void prune(ArchiveKey key, Path current) throws IOException {
        FileTime abandoned = FileTime.from(Instant.now().minus(ABANDONED));
        List<Path> others = new ArrayList<>();
        for (Path archive : list("*" + SUFFIX)) {
            String name = archive.getFileName().toString();
            boolean replaced = name.startsWith(key.place()) && !name.startsWith(key.prefix());
            boolean unfinished = name.startsWith(UNFINISHED);
            if (replaced || (unfinished && lastUse(archive).compareTo(abandoned) < 0)) {
                Files.deleteIfExists(archive);
            } else if (!unfinished && !archive.equals(current)) {
                others.add(archive);
            }
        }
        others.sort(Comparator.comparing(ClassArchive::lastUse).reversed());
        for (Path old : others.subList(Math.min(KEPT - 1, others.size()), others.size())) {
            Files.deleteIfExists(old);
        }
    }

    private List<Path> list(String glob) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(cache.path(), glob)) {
            List<Path> files = new ArrayList<>();
            entries.forEach(files::add);
            return files;
        }
    }

    private Path named(ArchiveKey key, long checksum) {
        return cache.path().resolve("%s%08x%s".formatted(key.prefix(), checksum, SUFFIX));
    }

    private static long checksum(Path file) throws IOException {
        try (CheckedInputStream stream = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
            stream.transferTo(OutputStream.nullOutputStream());
            return stream.getChecksum().getValue();
        }
    }

    /** Time of an archive's last use; the earliest possible time if another run has just removed it. */
    private static FileTime lastUse(Path archive) {
        try {
            return Files.getLastModifiedTime(archive);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    /**
     * The last attempt to make an archive that took too long. A machine that is too busy for it stays busy for a while, and
     * each attempt takes the whole timeout.
     *
     * @param record an empty file, as old as the attempt; missing if there was none
     */
    private record ArchiveBackoff(Path record) {
        /** Time without a further attempt. */
        static final Duration PAUSE = Duration.ofHours(1);

        private static final String SUFFIX = "given-up";

        static ArchiveBackoff of(CacheDirectory cache, ArchiveKey key) {
            return new ArchiveBackoff(cache.path().resolve(key.prefix() + SUFFIX));
        }

        /** Remaining time without a further attempt; empty if an attempt is allowed. */
        Optional<Duration> rest() throws IOException {
            try {
                Duration age =
                        Duration.between(Files.getLastModifiedTime(record).toInstant(), Instant.now());
                return age.isNegative() || age.compareTo(PAUSE) >= 0 ? Optional.empty() : Optional.of(PAUSE.minus(age));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }

        /** Records an attempt that has just taken too long. */
        void note() throws IOException {
            Files.write(record, new byte[0]);
        }

        /** Removes the record, because another attempt has succeeded. */
        void forget() throws IOException {
            Files.deleteIfExists(record);
        }
    }

    /**
     * The inputs that a class archive depends on, as two digests that form its file name. Archives with the same {@code
     * place} replace each other.
     *
     * @param place digest of the JVM's and the class path's locations
     * @param state digest of the state of both, and of the flags that a peer was started with
     */
    private record ArchiveKey(String place, String state) {
        /** The JVM's own archive; a dynamic archive is made on top of it and works only with it. */
        private static final String BASE_ARCHIVE = "lib/server/classes.jsa";

        private static final int DIGEST_BYTES = 8;

        /**
         * The key of the classes that the peers of this command load; empty if an archive cannot contain them, because the
         * class path has entries other than jars.
         *
         * @throws IOException if the JVM lacks the archive that a dynamic archive is made on top of
         */
        static Optional<ArchiveKey> of(LaunchCommand command) throws IOException {
            List<String> state = new ArrayList<>(command.fixedFlags());
            for (String entry : command.classPath().split(File.pathSeparator, -1)) {
                Path jar = Path.of(entry);
                if (!Files.isRegularFile(jar)) {
                    return Optional.empty();
                }
                state.add(stamp(jar));
            }
            Path home = command.jvm().home().toRealPath();
            Path base = home.resolve(BASE_ARCHIVE);
            if (!Files.isRegularFile(base)) {
                throw new IOException("%s has no %s; create it by %s -Xshare:dump"
                        .formatted(home, BASE_ARCHIVE, command.jvm().executable()));
            }
            state.add(stamp(base));
            state.add(Files.readString(home.resolve("release")));
            return Optional.of(new ArchiveKey(digest(List.of(home.toString(), command.classPath())), digest(state)));
        }

        /** Prefix of the names of the archives with this key. */
        String prefix() {
            return place + "-" + state + "-";
        }

        private static String stamp(Path file) throws IOException {
            return "%s %d %s".formatted(file, Files.size(file), Files.getLastModifiedTime(file));
        }

        private static String digest(List<String> parts) {
            return new Sha256().add(String.join("\n", parts)).hex(DIGEST_BYTES);
        }
    }
}
