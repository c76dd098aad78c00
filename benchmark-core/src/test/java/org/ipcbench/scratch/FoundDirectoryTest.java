package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ipcbench.scratch.FoundDirectory.DirectoryOwner;
import org.ipcbench.scratch.FoundDirectory.Use;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class FoundDirectoryTest {
    private static final ProcessIdentity DEAD_PROCESS = new ProcessIdentity(999_999_999, 1);

    @TempDir
    private Path temporary;

    @Test
    void directoryOfALivingProcessIsInUseByIt() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Path directory =
                    owned("ipcbench-1", owner(ProcessIdentity.of(other.pid()).orElseThrow()));

            assertThat(FoundDirectory.allIn(temporary))
                    .containsExactly(new FoundDirectory(directory, Use.IN_USE, OptionalLong.of(other.pid())));
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void directoryOfADeadProcessIsLeftOverAndIsNotTouched() throws IOException {
        Path directory = owned("ipcbench-1", owner(DEAD_PROCESS));

        assertThat(FoundDirectory.allIn(temporary))
                .containsExactly(new FoundDirectory(directory, Use.LEFT_OVER, OptionalLong.of(DEAD_PROCESS.pid())));
        assertThat(directory.resolve("owner")).exists();
    }

    @Test
    void directoryOfAnotherContainerIsInUseWhileItsLockIsHeld() throws Exception {
        DirectoryOwner me = DirectoryOwner.current();
        Path directory = owned("ipcbench-1", new DirectoryOwner(DEAD_PROCESS, "pid:[1]", me.boot(), "container"));
        Process owner = LockingOwner.start(directory);
        try {
            assertThat(FoundDirectory.allIn(temporary))
                    .containsExactly(new FoundDirectory(directory, Use.IN_USE, OptionalLong.empty()));
        } finally {
            owner.destroyForcibly().waitFor();
        }
        assertThat(FoundDirectory.allIn(temporary))
                .extracting(FoundDirectory::use)
                .containsExactly(Use.LEFT_OVER);
    }

    @Test
    void directoryOfThisProcessIsNotFoundAndKeepsItsLock() throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create(temporary, List.of())) {
            assertThat(FoundDirectory.allIn(temporary)).isEmpty();
            assertThat(scratch.path()).exists();
        }
    }

    @Test
    void directoriesOfAnotherMachineAndOfAnotherUserAreUnknown() throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        owned("ipcbench-1", new DirectoryOwner(DEAD_PROCESS, me.namespace(), "other-boot", "other-host"));
        assertThat(FoundDirectory.allIn(temporary))
                .extracting(FoundDirectory::use)
                .containsExactly(Use.UNKNOWN);

        ForeignOwner.give(owned("ipcbench-2", owner(DEAD_PROCESS)));
        assertThat(FoundDirectory.allIn(temporary))
                .extracting(FoundDirectory::use)
                .containsExactly(Use.UNKNOWN, Use.UNKNOWN);
    }

    /** A process that opened them would wait for ever, or run out of memory. */
    @ParameterizedTest
    @ValueSource(strings = {"mkfifo owner", "ln -s /dev/zero owner", "mkdir owner", "truncate -s 1G owner"})
    void whatIsNoRecordIsNotOpened(String owner) throws IOException, InterruptedException {
        Path mine = privateDirectory("ipcbench-1");
        make(mine, owner);

        assertThat(FoundDirectory.allIn(temporary))
                .containsExactly(new FoundDirectory(mine, Use.UNKNOWN, OptionalLong.empty()));
        List<String> notes = new ArrayList<>();
        ScratchDirectory.removeLeftOvers(temporary, List.of(), notes::add);
        assertThat(notes).singleElement().asString().contains(mine + "/owner: no regular file");
        assertThat(mine).exists();
    }

    @Test
    void lockThatIsNoFileIsNotOpened() throws IOException, InterruptedException {
        Path mine = owned("ipcbench-1", owner(DEAD_PROCESS));
        make(mine, "mkfifo lock");

        assertThat(FoundDirectory.allIn(temporary))
                .containsExactly(new FoundDirectory(mine, Use.IN_USE, OptionalLong.of(DEAD_PROCESS.pid())));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsOpenedWhereOthersCanWrite(boolean foreign) throws IOException {
        Path directory = owned("ipcbench-1", owner(DEAD_PROCESS));
        if (foreign) {
            ForeignOwner.give(directory);
        } else {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        // a record that can be read would say that its process is gone

        assertThat(FoundDirectory.allIn(temporary))
                .containsExactly(new FoundDirectory(directory, Use.UNKNOWN, OptionalLong.empty()));
        ScratchDirectory.removeLeftOvers(temporary, List.of(), note -> {});
        assertThat(directory).exists();
    }

    @Test
    void onlyDirectoriesWithTheNameAreLookedAt() throws IOException {
        Path others = owned("others-1", owner(DEAD_PROCESS));
        Files.createSymbolicLink(temporary.resolve("ipcbench-link"), others);
        Files.createFile(temporary.resolve("ipcbench-file"));

        assertThat(FoundDirectory.allIn(temporary)).isEmpty();
    }

    @Test
    void missingDirectoryForTemporaryFilesIsAnError() {
        assertThatIOException().isThrownBy(() -> FoundDirectory.allIn(temporary.resolve("missing")));
    }

    private static void make(Path directory, String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command.split(" "))
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static DirectoryOwner owner(ProcessIdentity process) throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        return new DirectoryOwner(process, me.namespace(), me.boot(), me.host());
    }

    private Path owned(String name, DirectoryOwner owner) throws IOException {
        Path directory = privateDirectory(name);
        owner.record(directory);
        return directory;
    }

    /** Whatever the umask is: one that others may write to is not looked into. */
    private Path privateDirectory(String name) throws IOException {
        return Files.createDirectory(
                temporary.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
