package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.ipcbench.scratch.FoundDirectory.Use;
import org.ipcbench.transport.ForeignOwner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

    private static DirectoryOwner owner(ProcessIdentity process) throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        return new DirectoryOwner(process, me.namespace(), me.boot(), me.host());
    }

    private Path owned(String name, DirectoryOwner owner) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        owner.record(directory);
        return directory;
    }
}
