package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.ipcbench.scratch.NewFile.GeneratedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GeneratedFileTest {
    @TempDir
    private Path directory;

    /** As published for the generator, so that a seed means the same file on every JVM. */
    @Test
    void bytesAreThoseOfSplitMix64() throws IOException {
        Path file = directory.resolve("file");
        new GeneratedFile(file, 16, 0).make();

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getLong()).isEqualTo(0xe220a8397b1dcdafL);
        assertThat(bytes.getLong()).isEqualTo(0x6e789e6aa1b965f4L);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 9, (1 << 20) - 1, 1 << 20, (1 << 20) + 1})
    void sizesAreExactAndShorterFilesBeginTheLongerOnes(int bytes) throws IOException {
        Path file = directory.resolve("file");
        Path longer = directory.resolve("longer");
        new GeneratedFile(file, bytes, 7).make();
        new GeneratedFile(longer, 3 << 20, 7).make();

        assertThat(file).hasSize(bytes);
        assertThat(Files.mismatch(file, longer)).isEqualTo(bytes);
    }

    @Test
    void interruptedGenerationLeavesTheExistingFile() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");
        Thread.currentThread().interrupt();

        assertThatIOException()
                .isThrownBy(() -> new GeneratedFile(file, 1 << 20, 7).make())
                .isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file).hasContent("old");
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }
}
