package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Objects that a killed job would leave are found in every place; objects of other processes are not mistaken for them. */
@EnabledOnOs(OS.LINUX)
class BelongingsTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir
    Path mountPoint;

    private final String unique = "belongings-" + UUID.randomUUID();
    private PosixQueues queues = new PosixQueues(Path.of(""));

    @BeforeEach
    void chooseMountPoint() {
        queues = new PosixQueues(mountPoint);
    }

    @Test
    void seesPosixQueues() throws IOException, InterruptedException {
        assumeTrue(queues.canBeSeen(), "this user may not mount what shows POSIX queues: nobody looks for left ones");
        Belongings belongings = new Belongings(queues);
        queues.run("touch", unique);
        try {
            assertThat(belongings.left()).contains("./" + unique);
            assertThat(new Belongings(queues).left()).doesNotContain("./" + unique);
        } finally {
            queues.run("rm", unique);
        }
        assertThat(belongings.left()).doesNotContain("./" + unique);
    }

    @Test
    void seesSystemVObjectsThatItsProcessesMadeAndNobodyElses() throws IOException, InterruptedException {
        Belongings belongings = new Belongings(queues);
        try (Made mine = Made.segment();
                Made others = Made.segment()) {
            belongings.note(List.of(mine.maker()), List.of());

            assertThat(belongings.left()).anyMatch(mine::is).noneMatch(others::is);
        }
    }

    @Test
    void seesSystemVObjectsThatNobodyHasUsedAndThatWereNotThereBefore() throws IOException, InterruptedException {
        try (Made before = Made.queue()) {
            Belongings belongings = new Belongings(queues);
            try (Made since = Made.queue()) {
                assertThat(belongings.left()).anyMatch(since::is).noneMatch(before::is);
            }
        }
    }

    @Test
    void seesFilesInSharedMemoryThatItsProcessesMappedAndNobodyElses() throws IOException, InterruptedException {
        Belongings belongings = new Belongings(queues);
        Path mine = Files.createFile(SHARED_MEMORY.resolve(unique));
        Path others = Files.createFile(SHARED_MEMORY.resolve(unique + "-others"));
        try (FileChannel file = FileChannel.open(mine, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.map(FileChannel.MapMode.READ_WRITE, 0, 1);
            belongings.note(List.of(ProcessHandle.current().pid()), List.of());

            assertThat(belongings.left()).contains(mine.toString()).doesNotContain(others.toString());
        } finally {
            Files.delete(others);
            Files.delete(mine);
        }
        assertThat(belongings.left()).doesNotContain(mine.toString());
    }

    @Test
    void seesFilesInSharedMemoryThatAreNamedAfterItsDirectories() throws IOException, InterruptedException {
        Belongings belongings = new Belongings(queues);
        Path file = Files.createFile(SHARED_MEMORY.resolve(unique + ".ring"));
        try {
            belongings.note(List.of(), List.of(Path.of("/tmp", unique)));

            assertThat(belongings.left()).contains(file.toString());
        } finally {
            Files.delete(file);
        }
    }

    /**
     * An object that {@code ipcmk} made.
     *
     * @param letter by which {@code ipcrm} knows its kind
     * @param column where its id stands in the kernel's table
     */
    private record Made(String letter, String column, String id, long maker) implements AutoCloseable {

        static Made segment() throws IOException, InterruptedException {
            return make("-m", "shmid", "--shmem", "4096");
        }

        static Made queue() throws IOException, InterruptedException {
            return make("-q", "msqid", "--queue");
        }

        private static Made make(String letter, String column, String... what)
                throws IOException, InterruptedException {
            ProcessBuilder builder = new ProcessBuilder("ipcmk");
            builder.command().addAll(List.of(what));
            Process process = builder.redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor()).as(output).isZero();
            return new Made(letter, column, output.substring(output.lastIndexOf(' ') + 1), process.pid());
        }

        boolean is(String listed) {
            return listed.contains("%s=%s]".formatted(column, id));
        }

        @Override
        public void close() throws IOException {
            int exitCode;
            try {
                exitCode = new ProcessBuilder("ipcrm", letter, id)
                        .inheritIO()
                        .start()
                        .waitFor();
            } catch (InterruptedException e) {
                throw new IOException("interrupted while removing " + this, e);
            }
            assertThat(exitCode).as("ipcrm of %s", this).isZero();
        }
    }
}
