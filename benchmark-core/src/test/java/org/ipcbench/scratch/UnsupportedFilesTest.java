package org.ipcbench.scratch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsupportedFilesTest {
    @Test
    void filesWithoutPosixPermissionsAreRefusedInOneLine(@TempDir Path directory) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("files.zip"), Map.of("create", "true"))) {
            assertThat(ScratchDirectory.obstacle(zip))
                    .hasValueSatisfying(reason -> assertThat(reason).contains("without POSIX permissions"));
            assertThatIOException()
                    .isThrownBy(() -> ScratchDirectory.create(zip.getPath("/"), List.of()))
                    .withMessageStartingWith("'/' is on a file system without POSIX permissions");
        }
        assertThat(ScratchDirectory.obstacle(directory.getFileSystem())).isEmpty();
    }
}
