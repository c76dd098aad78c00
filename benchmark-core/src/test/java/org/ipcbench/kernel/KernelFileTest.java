package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelFileTest {
    /** The kernel returns some lines of it at a time. */
    private static final Path TABLE = Path.of("/proc/self/smaps");

    @TempDir
    private Path directory;

    @Test
    void fileLargerThanTheBufferIsReadToItsEnd() throws IOException {
        String text = "0123456789".repeat(1_000);
        Path file = Files.writeString(directory.resolve("file"), text);

        assertThat(new KernelFile(file).text()).hasValue(text);
        assertThat(new KernelFile(file).wholeText()).hasValue(text);
    }

    @Test
    void wholeTextHasTheEndOfATable() throws IOException {
        assumeThat(TABLE).isReadable();

        assertThat(new KernelFile(TABLE).wholeText().orElseThrow()).contains("[stack]");
    }

    @Test
    void missingFileHasNoText() throws IOException {
        assertThat(new KernelFile(directory.resolve("missing")).text()).isEmpty();
        assertThat(new KernelFile(directory.resolve("missing")).wholeText()).isEmpty();
    }

    /** As a rule of the kernel may refuse a file whose mode lets anybody read it; only for lack of a descriptor does it fail. */
    @Test
    void fileThatIsThereAndMayNotBeReadHasNoText() throws IOException {
        assertThat(new KernelFile(directory).text()).isEmpty();
        assertThat(new KernelFile(directory).wholeText()).isEmpty();
    }
}
