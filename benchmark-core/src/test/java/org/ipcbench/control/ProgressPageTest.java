package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.ipcbench.kernel.OpenFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgressPageTest {
    /** More counts than fit into one page of memory. */
    private static final int MANY = 1_000;

    @TempDir
    private Path scratch;

    private Path file;

    @BeforeEach
    void choose() {
        file = ProgressPage.beside(scratch.resolve("client-12.control"));
    }

    @Test
    void liesBesideTheControlSocket() {
        assertThat(file).isEqualTo(scratch.resolve("client-12.progress"));
    }

    @Test
    void latestCountOfEachConnectionIsInTheSum() throws IOException {
        ProgressPage page = ProgressPage.make(file, 2);
        assertThat(sum()).hasValue(0);

        LongConsumer first = page.counter(0);
        LongConsumer second = page.counter(1);
        first.accept(5);
        second.accept(1L << 40);
        first.accept(7);

        assertThat(sum()).hasValue((1L << 40) + 7);
    }

    @Test
    void messagesThatArrivedAgainAreCountedBesides() throws IOException {
        ProgressPage page = ProgressPage.make(file, 2);
        page.counter(1).accept(5);
        page.repeated(0).accept(1);
        page.repeated(1).accept(2);

        assertThat(sum()).hasValue(5);
        try (OpenFile read = new OpenFile(file)) {
            assertThat(ProgressPage.repeated(read)).isEqualTo(3);
        }
    }

    @Test
    void hasRoomForEachConnection() throws IOException {
        ProgressPage page = ProgressPage.make(file, MANY);
        for (int connection = 0; connection < MANY; connection++) {
            page.counter(connection).accept(connection);
        }

        assertThat(sum()).hasValue((long) MANY * (MANY - 1) / 2);
    }

    @Test
    void newAssignmentBeginsAtZero() throws IOException {
        ProgressPage.make(file, 1).counter(0).accept(3);
        ProgressPage.make(file, 1);

        assertThat(sum()).hasValue(0);
    }

    @Test
    void peerWithoutPageCountsNothing() throws IOException {
        assertThat(sum()).isEmpty();
        Files.createFile(file);
        assertThat(sum()).as("it is just being made").isEmpty();
    }

    private OptionalLong sum() throws IOException {
        try (OpenFile page = new OpenFile(file)) {
            return ProgressPage.sum(page);
        }
    }

    @Test
    void nobodyElseMayOpenIt() throws IOException {
        ProgressPage.make(file, 1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
