package org.ipcbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScratchDirectoryTest {
    /** Beyond the highest process id of any Linux. */
    private static final String DEAD_OWNER = "999999999 1700000000000";

    @TempDir
    private Path temporary;

    @Test
    void aLivingOrDeadOwnerInAnotherContainerIsNotJudgedByItsProcessId() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("ipcbench-elsewhere"));
        Files.writeString(elsewhere.resolve("owner"), DEAD_OWNER + " pid:[1]");

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(elsewhere).isDirectory();
    }

    @Test
    void belongsToThisUserAndProcessAlone() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            assertThat(scratch.path()).hasParent(temporary).isAbsolute();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.path())))
                    .isEqualTo("rwx------");
            assertThat(scratch.path().resolve("owner"))
                    .content()
                    .startsWith(ProcessHandle.current().pid() + " ");
        }
    }

    @Test
    void eachIsItsOwn() throws IOException {
        try (ScratchDirectory one = ScratchDirectory.create(temporary, List.of());
                ScratchDirectory other = ScratchDirectory.create(temporary, List.of())) {
            assertThat(one.path()).isNotEqualTo(other.path());
        }
    }

    @Test
    void aCompanionElsewhereGoesWithIt() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path companion;
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            companion = Files.createFile(scratch.companionIn(elsewhere));
            assertThat(companion).hasParent(elsewhere);
            Thread.currentThread().interrupt(); // as Ctrl-C does
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(companion).doesNotExist();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({".ipcbench-dead.partial, false", ".ipcbench-other.partial, true", "precious, true"})
    void whatADeadOwnersRecordNamesGoesIfItIsItsCompanion(String name, boolean stays) throws IOException {
        Path named = Files.createFile(temporary.resolve(name));
        Path leftOver = Files.createDirectory(temporary.resolve("ipcbench-dead"));
        Files.writeString(leftOver.resolve("owner"), DEAD_OWNER);
        Files.writeString(leftOver.resolve("companion"), named.toString());

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(leftOver).doesNotExist();
        assertThat(Files.exists(named)).isEqualTo(stays);
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
                .withMessageContaining("too long a path for Unix sockets");
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void livingOwnersDirectoryIsKept() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            makeOld(scratch.path());

            ScratchDirectory.removeLeftOvers(temporary, List.of());

            assertThat(scratch.path()).isNotEmptyDirectory();
        }
    }

    @Test
    void deadOwnersDirectoryIsRemoved() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Files.createDirectory(directory.resolve("inner"));

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(directory).doesNotExist();
    }

    @Test
    void transportsRemoveWhatTheyLeftElsewhereBeforeTheirRecordsGo() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        Path elsewhere = Files.createFile(temporary.resolve("elsewhere"));
        Files.writeString(directory.resolve("record"), elsewhere.toString());

        ScratchDirectory.removeLeftOvers(temporary, List.of(recording()));

        assertThat(elsewhere).doesNotExist();
        assertThat(directory).doesNotExist();
    }

    @Test
    void reusedProcessIdDoesNotKeepADirectory() throws IOException {
        Path directory = directory("ipcbench-1", ProcessHandle.current().pid() + " 12345");

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(directory).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "not a record"})
    void incompleteRecordIsLeftOverOnlyAfterAWhile(String record) throws IOException {
        Path young = directory("ipcbench-young", record);
        Path old = directory("ipcbench-old", record);
        makeOld(old);

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(young).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void missingRecordIsLeftOverOnlyAfterAWhile() throws IOException {
        Path young = Files.createDirectory(temporary.resolve("ipcbench-young"));
        Path old = Files.createDirectory(temporary.resolve("ipcbench-old"));
        makeOld(old);

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(young).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void whatIsNoScratchDirectoryIsKept() throws IOException {
        Path others = directory("others-1", DEAD_OWNER);
        Path link = Files.createSymbolicLink(temporary.resolve("ipcbench-link"), others);
        Path file = Files.createFile(temporary.resolve("ipcbench-file"));

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(others.resolve("owner")).exists();
        assertThat(link).isSymbolicLink();
        assertThat(file).exists();
    }

    @Test
    void anotherUsersDirectoryIsKept() throws IOException {
        Path directory = directory("ipcbench-1", DEAD_OWNER);
        ForeignOwner.give(directory);

        ScratchDirectory.removeLeftOvers(temporary, List.of());

        assertThat(directory).exists();
    }

    private Path directory(String name, String record) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        Files.writeString(directory.resolve("owner"), record);
        return directory;
    }

    private static void makeOld(Path directory) throws IOException {
        Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
    }

    private static Transport recording() {
        return new FakeTransport("recording", 0) {
            @Override
            public void removeLeftOvers(Path scratchDirectory) throws IOException {
                Files.delete(Path.of(Files.readString(scratchDirectory.resolve("record"))));
            }
        };
    }
}
