package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.scratch.FoundDirectory.DirectoryOwner;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ScratchDirectoryTest {
    private static final DirectoryOwner ME = me();

    /** Its id is beyond the highest of any Linux. */
    private static final ProcessIdentity DEAD_PROCESS = new ProcessIdentity(999_999_999, 1);

    private static final String DEAD_OWNER = record(DEAD_PROCESS, ME.namespace(), ME.boot(), ME.host());

    @TempDir
    private Path temporary;

    private final List<String> notes = new ArrayList<>();

    @Test
    void ownerInAnotherContainerIsJudgedByItsLockOnly() throws Exception {
        Path elsewhere = directory("ipcbench-1", record(ME.process(), "pid:[1]", ME.boot(), "container"));
        Process owner = LockingOwner.start(elsewhere);
        try {
            removeLeftOvers();
            assertThat(elsewhere).isDirectory();
        } finally {
            owner.destroyForcibly().waitFor();
        }
        removeLeftOvers();

        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void deadOwnersDirectoryIsKeptWhileItsLockIsHeld() throws Exception {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Process owner = LockingOwner.start(directory);
        try {
            removeLeftOvers();
            assertThat(directory).isDirectory();
        } finally {
            owner.destroyForcibly().waitFor();
        }
    }

    @Test
    void directoryFromBeforeTheRestartIsRemovedAndAnotherMachinesIsKept() throws IOException {
        Path earlier = directory("ipcbench-1", record(ME.process(), ME.namespace(), "earlier-boot", ME.host()));
        Path another = directory("ipcbench-2", record(DEAD_PROCESS, ME.namespace(), "other-boot", "other-host"));
        makeOld(another);

        removeLeftOvers();

        assertThat(earlier).doesNotExist();
        assertThat(another).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999 1700000000000", "999999999 1700000000000 pid:[4026531836]"})
    void earlierVersionsDirectoryIsKeptBecauseItsRecordProvesNothing(String record) throws IOException {
        Path directory = directory("ipcbench-1", record);
        makeOld(directory);

        removeLeftOvers();

        assertThat(directory).isDirectory();
    }

    @Test
    void livingOwnerStaysAliveThoughTheClockIsSet() throws IOException {
        Path directory = directory("ipcbench-1", ME);

        removeLeftOvers();

        assertThat(directory).isDirectory();
        assertThat(Files.readString(directory.resolve("owner")))
                .contains(" %d %d ".formatted(ProcessHandle.current().pid(), startTicks()));
    }

    @Test
    void processOfADeadOwnerIsKilledIfItIsTheSame() throws Exception {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Process peer = sleeping();
        Process successor = sleeping();
        try {
            new StartedProcesses(directory).record("client", peer.pid());
            Files.writeString(directory.resolve("server.process"), successor.pid() + " 1"); // the id was used again

            removeLeftOvers();

            assertThat(peer.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(successor.isAlive()).isTrue();
            assertThat(directory).doesNotExist();
        } finally {
            peer.destroyForcibly();
            successor.destroyForcibly();
        }
    }

    @Test
    void peerWithoutLauncherKillsOnlyStoppedProcesses() throws Exception {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Process stopped = sleeping();
        Process running = sleeping();
        try {
            new StartedProcesses(directory).record("client", stopped.pid());
            new StartedProcesses(directory).record("server", running.pid());
            new ProcessBuilder("kill", "-STOP", Long.toString(stopped.pid()))
                    .start()
                    .waitFor();
            while (!ProcessIdentity.of(stopped.pid()).orElseThrow().isStopped()) {
                Thread.onSpinWait();
            }

            ScratchDirectory.deleteWithoutLauncher(directory, List.of());

            assertThat(stopped.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(running.isAlive()).isTrue();
            assertThat(directory).doesNotExist();
        } finally {
            stopped.destroyForcibly();
            running.destroyForcibly();
        }
    }

    @Test
    void directoryBelongsToThisUserAndProcessOnly() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            assertThat(scratch.path()).hasParent(temporary).isAbsolute();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.path())))
                    .isEqualTo("rwx------");
            assertThat(scratch.path().resolve("owner"))
                    .content()
                    .startsWith("owner %d ".formatted(ProcessHandle.current().pid()));
        }
    }

    @Test
    void everyScratchDirectoryIsANewOne() throws IOException {
        try (ScratchDirectory one = ScratchDirectory.create(temporary, List.of());
                ScratchDirectory other = ScratchDirectory.create(temporary, List.of())) {
            assertThat(one.path()).isNotEqualTo(other.path());
        }
    }

    @Test
    void partialFileElsewhereIsRemovedWithTheDirectory() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path partial;
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            partial = Files.createFile(scratch.partialFileIn(elsewhere));
            assertThat(partial).hasParent(elsewhere);
            Thread.currentThread().interrupt(); // as Ctrl-C does
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(partial).doesNotExist();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({".ipcbench-dead.1f.partial, false", ".ipcbench-other.1f.partial, true", "precious, true"})
    void partialFileOfADeadOwnerIsRemoved(String name, boolean stays) throws IOException {
        Path named = Files.createFile(temporary.resolve(name));
        Path leftOver = Files.createDirectory(temporary.resolve("ipcbench-dead"));
        Files.writeString(leftOver.resolve("owner"), DEAD_OWNER);
        Files.writeString(leftOver.resolve("partial-file"), named.toString());

        removeLeftOvers();

        assertThat(leftOver).doesNotExist();
        assertThat(Files.exists(named)).isEqualTo(stays);
    }

    @Test
    void anotherUsersFileUnderAPartialFilesNameIsKept() throws IOException {
        Path foreign = Files.createFile(temporary.resolve(".ipcbench-dead.1f.partial"));
        ForeignOwner.give(foreign);
        Path leftOver = directory("ipcbench-dead", DEAD_OWNER);
        Files.writeString(leftOver.resolve("partial-file"), foreign.toString());

        removeLeftOvers();

        assertThat(foreign).exists();
        assertThat(leftOver).doesNotExist();
        assertThat(notes).isEmpty();
    }

    @Test
    void partialFilesNameCannotBeGuessedAndOneReplacesTheOther() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            Path first = Files.createFile(scratch.partialFileIn(temporary));
            Path second = scratch.partialFileIn(temporary);

            assertThat(first).doesNotExist();
            assertThat(second).isNotEqualTo(first);
            assertThat(second.getFileName().toString())
                    .matches("\\.%s\\.[0-9a-f]{16}\\.partial"
                            .formatted(scratch.path().getFileName()));
        }
    }

    @Test
    void failedRemovalIsReportedAndKeepsOnlyItsOwnDirectory() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path stubborn = directory("ipcbench-2", DEAD_OWNER);
        Path undeletable = Files.createDirectory(elsewhere.resolve(".ipcbench-2.1f.partial"));
        Path inTheWay = Files.createFile(undeletable.resolve("file"));
        Files.writeString(stubborn.resolve("partial-file"), undeletable.toString());
        Path queue = recordedElsewhere(stubborn);
        List<Path> others = List.of(
                directory("ipcbench-1", DEAD_OWNER), directory("ipcbench-3", DEAD_OWNER)); // before and after it

        removeLeftOvers(recording());

        assertThat(others).allSatisfy(other -> assertThat(other).doesNotExist());
        assertThat(queue).doesNotExist();
        assertThat(notes)
                .containsExactly("cannot remove what an earlier run left in %s: %s: DirectoryNotEmptyException"
                        .formatted(stubborn, undeletable));

        Files.delete(inTheWay);
        notes.clear();
        removeLeftOvers(recording());

        assertThat(undeletable).doesNotExist();
        assertThat(stubborn).doesNotExist();
        assertThat(notes).isEmpty();
    }

    @Test
    void oneTransportsFailureDoesNotStopTheRemovalOfAnothersObjects() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Path queue = recordedElsewhere(directory);

        removeLeftOvers(troubled(), recording());

        assertThat(queue).doesNotExist();
        assertThat(directory.resolve("owner")).exists();
        assertThat(notes)
                .containsExactly("cannot remove what an earlier run left in %s: ".formatted(directory)
                        + "troubled: java.lang.IllegalStateException: no | native code");
    }

    @Test
    void closeReportsWhatItCannotRemove() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of(troubled()));

        assertThatIOException()
                .isThrownBy(scratch::close)
                .withMessage("%s cannot be removed: troubled: java.lang.IllegalStateException: no | native code"
                        .formatted(scratch.path()));
    }

    @Test
    void unreadableTemporaryDirectoryIsReported() {
        ScratchDirectory.removeLeftOvers(temporary.resolve("missing"), List.of(), notes::add);

        assertThat(notes)
                .singleElement()
                .asString()
                .startsWith("cannot search " + temporary.resolve("missing") + " for what an earlier run left: ")
                .contains("NoSuchFileException");
    }

    @Test
    void closeRemovesAllInItAndNothingElse() throws IOException {
        Path outside = Files.writeString(temporary.resolve("outside"), "stays");
        ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of());
        Path inner = Files.createDirectory(scratch.path().resolve("inner"));
        Files.createFile(inner.resolve("queue"));
        Files.createSymbolicLink(inner.resolve("link"), outside);

        scratch.close();
        scratch.close();

        assertThat(temporary).isDirectoryContaining(outside::equals);
        assertThat(temporary).isDirectoryNotContaining(scratch.path()::equals);
        assertThat(outside).hasContent("stays");
    }

    @Test
    void pathTooLongForASocketIsRefusedAndLeavesNothing() throws IOException {
        Path deep = Files.createDirectory(temporary.resolve("d".repeat(90)));

        assertThatIOException()
                .isThrownBy(() -> ScratchDirectory.create(deep, List.of()))
                .withMessageContaining("is too long for Unix sockets")
                .withMessageContaining(TemporaryDirectory.remedy());
        assertThat(deep).isEmptyDirectory();
    }

    /** One that is short enough in characters only. */
    @Test
    void lengthOfAPathIsCountedInBytes() throws IOException {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
        Path deep = Files.createDirectory(temporary.resolve("\u00e4".repeat(20)));

        assertThatIOException()
                .isThrownBy(() -> ScratchDirectory.create(deep, List.of()))
                .withMessageContaining("is too long for Unix sockets");
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void missingDirectoryForTemporaryFilesIsNamed() {
        assertThatIOException()
                .isThrownBy(() -> ScratchDirectory.create(temporary.resolve("missing"), List.of()))
                .withMessage("'%s' is not a directory; %s"
                        .formatted(temporary.resolve("missing"), TemporaryDirectory.remedy()));
    }

    @Test
    void livingOwnersDirectoryIsKept() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            makeOld(scratch.path());

            removeLeftOvers();

            assertThat(scratch.path()).isNotEmptyDirectory();
        }
    }

    @Test
    void deadOwnersDirectoryIsRemoved() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Files.createDirectory(directory.resolve("inner"));

        removeLeftOvers();

        assertThat(directory).doesNotExist();
    }

    @Test
    void transportsRemoveWhatTheyLeftElsewhereBeforeTheirRecordsGo() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Path elsewhere = recordedElsewhere(directory);

        removeLeftOvers(recording());

        assertThat(elsewhere).doesNotExist();
        assertThat(directory).doesNotExist();
    }

    @Test
    void reusedProcessIdDoesNotKeepADirectory() throws IOException {
        ProcessIdentity former = new ProcessIdentity(ProcessHandle.current().pid(), 12345);
        Path directory = directory("ipcbench-1", record(former, ME.namespace(), ME.boot(), ME.host()));

        removeLeftOvers();

        assertThat(directory).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "owner 12 34", "not a record"})
    void incompleteRecordIsLeftOverOnlyAfterAWhile(String record) throws IOException {
        Path young = directory("ipcbench-young", record);
        Path old = directory("ipcbench-old", record);
        makeOld(old);

        removeLeftOvers();

        assertThat(young).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void binaryOwnerRecordKeepsNoDirectory() throws IOException {
        Path directory = directory("ipcbench-1", "");
        Files.write(directory.resolve("owner"), new byte[] {0, (byte) 0xff});
        makeOld(directory);

        removeLeftOvers();

        assertThat(notes).isEmpty();
        assertThat(directory).doesNotExist();
    }

    @Test
    void missingRecordIsLeftOverOnlyAfterAWhile() throws IOException {
        Path young = Files.createDirectory(temporary.resolve("ipcbench-young"));
        Path old = Files.createDirectory(temporary.resolve("ipcbench-old"));
        makeOld(old);

        removeLeftOvers();

        assertThat(young).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void otherDirectoryIsKept() throws IOException {
        Path others = directory("others-1", DEAD_OWNER);
        Path link = Files.createSymbolicLink(temporary.resolve("ipcbench-link"), others);
        Path file = Files.createFile(temporary.resolve("ipcbench-file"));

        removeLeftOvers();

        assertThat(others.resolve("owner")).exists();
        assertThat(link).isSymbolicLink();
        assertThat(file).exists();
    }

    @Test
    void anotherUsersDirectoryIsKept() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        ForeignOwner.give(directory);

        removeLeftOvers();

        assertThat(directory).exists();
    }

    private void removeLeftOvers(Transport... transports) {
        ScratchDirectory.removeLeftOvers(temporary, List.of(transports), notes::add);
    }

    private Path directory(String name, String record) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        Files.writeString(directory.resolve("owner"), record);
        return directory;
    }

    private Path directory(String name, DirectoryOwner owner) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        owner.record(directory);
        return directory;
    }

    private static DirectoryOwner me() {
        try {
            return DirectoryOwner.current();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String record(ProcessIdentity process, String namespace, String boot, String host) {
        return "owner %d %d %s %s %s".formatted(process.pid(), process.startTicks(), namespace, boot, host);
    }

    /** As {@code proc(5)} has it: the 22nd field of a line whose second one stands in parentheses. */
    private static long startTicks() throws IOException {
        String line = Files.readString(Path.of("/proc/self/stat"));
        return Long.parseLong(line.substring(line.lastIndexOf(") ") + 2).split(" ", -1)[22 - 3]);
    }

    private static Process sleeping() throws IOException {
        return new ProcessBuilder("sleep", "60").start();
    }

    /** Makes what a transport would have left, and the record that tells of it. */
    private Path recordedElsewhere(Path directory) throws IOException {
        Path made = Files.createFile(temporary.resolve("made-for-" + directory.getFileName()));
        Files.writeString(directory.resolve("record"), made.toString());
        return made;
    }

    private static void makeOld(Path directory) throws IOException {
        Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
    }

    private static Transport recording() {
        return new FakeTransport("recording", 0) {
            @Override
            public void removeLeftOvers(Path scratchDirectory) throws IOException {
                Path record = scratchDirectory.resolve("record");
                if (Files.exists(record)) {
                    Files.deleteIfExists(Path.of(Files.readString(record)));
                }
            }
        };
    }

    private static Transport troubled() {
        return new FakeTransport("troubled", 1) {
            @Override
            public void removeLeftOvers(Path scratchDirectory) {
                throw new IllegalStateException("no\nnative code");
            }
        };
    }
}
