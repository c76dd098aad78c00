package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class LivingOwnerTest {
    /** Its id is beyond the highest of any Linux. */
    private static final ProcessIdentity DEAD_PROCESS = new ProcessIdentity(999_999_999, 1);

    @TempDir
    private Path temporary;

    @Test
    void anotherProcessIsNamedOnceForAllItsDirectoriesUntilItEnds() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            DirectoryOwner owner = ownedBy(ProcessIdentity.of(other.pid()).orElseThrow());
            List<Path> directories = List.of(directory("ipcbench-1", owner), directory("ipcbench-2", owner));

            assertThat(LivingOwner.in(temporary)).singleElement().satisfies(living -> {
                assertThat(living.processId()).isEqualTo(other.pid());
                assertThat(living.directory()).isIn(directories);
            });
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(LivingOwner.in(temporary)).isEmpty();
    }

    @Test
    void neitherThisProcessNorADeadOneNorAnotherMachinesIsNamed() throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        directory("ipcbench-dead", ownedBy(DEAD_PROCESS));
        directory("ipcbench-elsewhere", new DirectoryOwner(me.process(), me.namespace(), "other-boot", "other-host"));
        Files.createDirectory(temporary.resolve("ipcbench-without-record"));
        Files.createFile(temporary.resolve("ipcbench-file"));
        directory("others-1", ownedBy(ProcessIdentity.of(parent()).orElseThrow()));

        try (ScratchDirectory mine = ScratchDirectory.create(temporary, List.of())) {
            assertThat(LivingOwner.in(temporary)).isEmpty();
            assertThat(mine.path()).isDirectory();
        }
    }

    @Test
    void processOfAnotherContainerLivesAsLongAsItHoldsTheLock() throws Exception {
        DirectoryOwner me = DirectoryOwner.current();
        Path directory = directory("ipcbench-1", new DirectoryOwner(me.process(), "pid:[1]", me.boot(), "container"));
        Process owner = LockingOwner.start(directory);
        try {
            assertThat(LivingOwner.in(temporary))
                    .containsExactly(new LivingOwner(me.process().pid(), directory));
        } finally {
            owner.destroyForcibly().waitFor();
        }
        assertThat(LivingOwner.in(temporary)).isEmpty();
    }

    private static long parent() {
        return ProcessHandle.current().parent().orElseThrow().pid();
    }

    private static DirectoryOwner ownedBy(ProcessIdentity process) throws IOException {
        DirectoryOwner me = DirectoryOwner.current();
        return new DirectoryOwner(process, me.namespace(), me.boot(), me.host());
    }

    private Path directory(String name, DirectoryOwner owner) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        owner.record(directory);
        return directory;
    }
}
