package org.ipcbench.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.scratch.CacheDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a JVM that is a script: it writes what it is called an archive, or fails. */
@EnabledOnOs(OS.LINUX)
final class ClassArchiveTest {
    private static final String MAKES_ONE =
            "#!/bin/sh\nfor a; do case $a in -XX:ArchiveClassesAtExit=*) echo archive > \"${a#*=}\";; esac; done\n";

    /** No run gives up waiting for another one on a slow machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path root;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(root.resolve("jdk/bin"));
        Files.createDirectories(root.resolve("jdk/lib/server"));
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17\"");
        Files.writeString(root.resolve("jdk/lib/server/classes.jsa"), "base");
        Files.createFile(
                root.resolve("jdk/bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        behave(MAKES_ONE);
        Files.writeString(root.resolve("a.jar"), "jar");
    }

    @Test
    void archiveIsMadeOnceAndFoundAgain() throws IOException, InterruptedException {
        Path archive = archive(apply("a.jar"));
        assertThat(notes).singleElement().asString().startsWith("creating a class archive in ");
        assertThat(archive).hasContent("archive");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
                .isEqualTo("rw-------");
        behave("#!/bin/sh\nexit 1\n");

        assertThat(archive(apply("a.jar"))).isEqualTo(archive);
        assertThat(notes).hasSize(1);
        assertThat(kept()).containsExactly(archive);
    }

    /** The archive is ready only when the second run waits: for the first one, or for one of its own. */
    @Test
    void runsThatBeginTogetherMakeOneArchive() throws Exception {
        Path started = root.resolve("started");
        Path waits = root.resolve("waits");
        behave(MAKES_ONE.replace(
                "#!/bin/sh\n",
                "#!/bin/sh\necho begun >> %s\nuntil [ -e %s ]; do sleep 0.01; done\n".formatted(started, waits)));
        ExecutorService runs = Executors.newFixedThreadPool(2);
        try {
            Future<PeerSettings> first = runs.submit(() -> patient().applyTo(settings("a.jar")));
            await().until(() -> Files.exists(started));
            AtomicReference<Thread> waiting = new AtomicReference<>(new Thread());
            Future<PeerSettings> second = runs.submit(() -> {
                waiting.set(Thread.currentThread());
                return patient().applyTo(settings("a.jar"));
            });
            await().until(() -> waiting.get().getState() == Thread.State.TIMED_WAITING);
            Files.createFile(waits);

            assertThat(archive(second.get())).isEqualTo(archive(first.get()));
        } finally {
            runs.shutdownNow();
        }
        assertThat(started).as("a line for each").hasContent("begun");
        assertThat(kept()).hasSize(1);
    }

    /** The other process holds the lock until the archive is there. */
    @Test
    void runWaitsForTheArchiveOfAnotherProcess() throws Exception {
        Path archive = archive(apply("a.jar"));
        Path elsewhere = Files.move(archive, root.resolve("elsewhere"));
        notes.clear();
        behave("#!/bin/sh\nexit 1\n");
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        PeerSettings.currentClassPath(),
                        LockHolder.class.getName(),
                        lock(archive).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ExecutorService runs = Executors.newSingleThreadExecutor();
        try (BufferedReader said = other.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(said.readLine()).isEqualTo("locked");
            AtomicReference<Thread> waiting = new AtomicReference<>(new Thread());
            Future<PeerSettings> run = runs.submit(() -> {
                waiting.set(Thread.currentThread());
                return patient().applyTo(settings("a.jar"));
            });
            await().until(() -> waiting.get().getState() == Thread.State.TIMED_WAITING);
            Files.move(elsewhere, archive);
            other.getOutputStream().close();

            assertThat(archive(run.get())).isEqualTo(archive);
        } finally {
            runs.shutdownNow();
            other.destroyForcibly();
        }
        assertThat(notes).isEmpty();
        assertThat(kept()).containsExactly(archive);
    }

    /** A process that holds the lock of a file until its standard input ends. */
    static final class LockHolder {
        private LockHolder() {}

        public static void main(String... arguments) throws IOException {
            try (FileChannel file = FileChannel.open(
                            Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = file.lock()) {
                System.out.println(held.isValid() ? "locked" : "free");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** So that a third run still sees that the first one makes an archive. */
    @Test
    void runThatWaitsNoLongerLeavesTheLockOfAnother() throws IOException, InterruptedException {
        Path archive = archive(apply("a.jar"));
        Files.delete(archive);
        try (FileChannel file = FileChannel.open(lock(archive), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = file.lock()) {
            impatient().applyTo(settings("a.jar"));

            assertThat(held.isValid()).isTrue();
            assertThat(lock(archive)).exists();
        }
    }

    @Test
    void lockThatCannotBeDeletedCostsNoArchive() throws IOException, InterruptedException {
        behave(MAKES_ONE
                + "for lock in %s/making-*-.jsa; do rm \"$lock\"; mkdir -p \"$lock/occupied\"; done\n"
                        .formatted(cache()));

        Path archive = archive(apply("a.jar"));
        assertThat(archive).hasContent("archive");
        assertThat(lock(archive)).isDirectory();
    }

    @Test
    void onlyAnArchiveThatIsMissingTakesTime() throws InterruptedException {
        ClassArchive archives = new ClassArchive(new CacheDirectory(cache()), List.of(), notes::add);
        PeerSettings settings = settings(new Jvm(root.resolve("jdk"), "17"), "a.jar");

        assertThat(archives.expectedTime(settings)).isPositive();
        assertThat(cache()).as("nothing is made yet").doesNotExist();
        archives.applyTo(settings);
        assertThat(archives.expectedTime(settings)).isZero();
    }

    @Test
    void changedJarReplacesTheArchive() throws IOException, InterruptedException {
        Path old = archive(apply("a.jar"));
        Files.writeString(root.resolve("a.jar"), "a newer jar");

        assertThat(kept()).containsExactly(old);
        Path archive = archive(apply("a.jar"));
        assertThat(archive).isNotEqualTo(old);
        assertThat(kept()).containsExactly(archive);
    }

    @Test
    void anotherJvmHasItsOwnArchive() throws IOException, InterruptedException {
        Path one = archive(apply("a.jar"));
        Files.move(root.resolve("jdk"), root.resolve("jdk2"));
        Path other = archive(apply(new Jvm(root.resolve("jdk2"), "17"), "a.jar"));

        assertThat(kept()).containsExactlyInAnyOrder(one, other);
    }

    @Test
    void updatedJvmReplacesTheArchive() throws IOException, InterruptedException {
        Path old = archive(apply("a.jar"));
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"");

        assertThat(archive(apply("a.jar"))).isNotEqualTo(old);
        assertThat(old).doesNotExist();
    }

    @Test
    void leastRecentlyUsedArchivesAreRemoved() throws IOException, InterruptedException {
        Path first = archive(apply("a.jar"));
        List<Path> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Path other = Files.writeString(cache().resolve("x%d-y-z.jsa".formatted(i)), "");
            Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofDays(i + 1))));
            others.add(other);
        }
        Files.setLastModifiedTime(first, FileTime.from(Instant.now().minus(Duration.ofDays(9))));

        assertThat(archive(apply("a.jar"))).isEqualTo(first);
        others.remove(4);
        others.add(first);
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(others);
    }

    @Test
    void oldUnfinishedArchiveIsRemoved() throws IOException, InterruptedException {
        apply("a.jar");
        Path abandoned = Files.writeString(cache().resolve("making-1.jsa"), "");
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path beingMade = Files.writeString(cache().resolve("making-2.jsa"), "");

        apply("a.jar");
        assertThat(abandoned).doesNotExist();
        assertThat(beingMade).exists();
    }

    @Test
    void damagedArchiveIsMadeAgain() throws IOException, InterruptedException {
        Path archive = archive(apply("a.jar"));
        Files.writeString(archive, "arch");
        notes.clear();

        assertThat(archive(apply("a.jar"))).isEqualTo(archive).hasContent("archive");
        assertThat(notes).hasSize(2).first().asString().isEqualTo(archive + " is damaged");
    }

    @Test
    void classPathWithDirectoriesHasNoArchiveAndNoWarning() throws IOException, InterruptedException {
        Files.createDirectory(root.resolve("classes"));

        assertThat(apply("classes").classArchive()).isEmpty();
        assertThat(notes).isEmpty();
        assertThat(cache()).doesNotExist();
    }

    @Test
    void missingCacheIsOneWarning() throws IOException, InterruptedException {
        Files.writeString(cache(), "a file");

        assertThat(apply("a.jar").classArchive()).isEmpty();
        assertThat(notes).singleElement().asString().startsWith("peers start without a class archive");
    }

    @Test
    void jvmThatCannotMakeAnArchiveRunsWithoutOne() throws IOException, InterruptedException {
        behave("#!/bin/sh\necho no such thing >&2\nexit 7\n");

        assertThat(apply("a.jar").classArchive()).isEmpty();
        assertThat(notes).last().asString().contains("without a class archive", "exit code 7");
        assertThat(kept()).isEmpty();
    }

    @Test
    void archiveThatTakesTooLongIsTriedAgainAfterAPauseOnly() throws IOException, InterruptedException {
        behave("#!/bin/sh\nexec sleep 60\n");
        assertThat(impatient().applyTo(settings("a.jar")).classArchive()).isEmpty();
        assertThat(notes).last().asString().contains("without a class archive", "the next attempt is in 60 min");
        Path record = kept().get(0);
        behave(MAKES_ONE);
        notes.clear();

        assertThat(apply("a.jar").classArchive()).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .contains(
                        "without a class archive", "the next attempt is in 60 min, or once " + record + " is deleted");

        Files.setLastModifiedTime(record, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path archive = archive(apply("a.jar"));
        assertThat(kept()).containsExactly(archive);
    }

    @Test
    void variantsOfARunDoNotWaitForAnArchiveOneAfterTheOther() throws IOException, InterruptedException {
        behave("#!/bin/sh\nexec sleep 60\n");
        Files.writeString(root.resolve("b.jar"), "another jar");
        ClassArchive archive = impatient();

        assertThat(archive.applyTo(settings("a.jar")).classArchive()).isEmpty();
        assertThat(archive.applyTo(settings("b.jar")).classArchive()).isEmpty();

        assertThat(notes)
                .filteredOn(note -> note.startsWith("creating a class archive in "))
                .hasSize(1);
        assertThat(notes)
                .filteredOn(note -> note.contains("without a class archive"))
                .hasSize(1);
    }

    /** The lock of the runs that want this archive. */
    private static Path lock(Path archive) {
        return archive.resolveSibling(
                "making-" + archive.getFileName().toString().replaceFirst("[0-9a-f]{8}\\.jsa$", ".jsa"));
    }

    private ClassArchive patient() {
        return new ClassArchive(new CacheDirectory(cache()), List.of(), notes::add, PATIENCE);
    }

    private ClassArchive impatient() {
        return new ClassArchive(new CacheDirectory(cache()), List.of(), notes::add, Duration.ofMillis(100));
    }

    private PeerSettings settings(String entry) {
        return settings(new Jvm(root.resolve("jdk"), "17"), entry);
    }

    private PeerSettings settings(Jvm jvm, String entry) {
        return new PeerSettings(jvm, List.of(), root.resolve(entry).toString(), Duration.ofSeconds(1));
    }

    /** So that a later run can end a training JVM that was stopped when its launcher died. */
    @Test
    void trainingJvmIsRecordedInItsScratchDirectory() throws IOException, InterruptedException {
        behave("""
                #!/bin/sh
                for argument; do socket=$previous; previous=$argument; done
                record=${socket%/*}/training.process
                for attempt in $(seq 500); do [ -s "$record" ] && break; sleep 0.01; done
                read -r pid start < "$record"
                echo "recorded: $([ "$pid" = $$ ] && echo yes)" >&2
                exit 7
                """);

        apply("a.jar");

        assertThat(notes).last().asString().contains("recorded: yes");
    }

    @Test
    void jvmWithoutDefaultArchiveRunsWithoutOne() throws IOException, InterruptedException {
        Files.delete(root.resolve("jdk/lib/server/classes.jsa"));

        assertThat(apply("a.jar").classArchive()).isEmpty();
        assertThat(notes).singleElement().asString().contains("create it by", "-Xshare:dump");
    }

    private PeerSettings apply(String entry) throws InterruptedException {
        return apply(new Jvm(root.resolve("jdk"), "17"), entry);
    }

    private PeerSettings apply(Jvm jvm, String entry) throws InterruptedException {
        return new ClassArchive(new CacheDirectory(cache()), List.of(), notes::add).applyTo(settings(jvm, entry));
    }

    private void behave(String script) throws IOException {
        Files.writeString(root.resolve("jdk/bin/java"), script);
    }

    private Path cache() {
        return root.resolve("cache");
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(cache())) {
            return files.toList();
        }
    }

    private static Path archive(PeerSettings settings) {
        return settings.classArchive().orElseThrow();
    }
}
