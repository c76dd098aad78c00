package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoryTest {
    private static final Path USUAL = Path.of("/tmp");

    @TempDir
    private Path job = Path.of("");

    @Test
    void variableNamesTheDirectoryAndTheUsualOneIsSearchedAsWell() {
        assertThat(directory("/tmp", Map.of("TMPDIR", job.toString())).all()).containsExactly(job, USUAL);
    }

    @Test
    void propertyOfTheCommandLineIsStronger() {
        assertThat(directory(job.toString(), Map.of("TMPDIR", "/elsewhere")).all())
                .containsExactly(job);
    }

    @Test
    void emptyVariableNamesNoDirectory() {
        assertThat(directory("/tmp", Map.of("TMPDIR", "")).all()).containsExactly(USUAL);
        assertThat(directory("/tmp", Map.of()).all()).containsExactly(USUAL);
    }

    /** A path that cannot be used is refused later, by its name, instead of being left out. */
    @Test
    void variableThatNamesNoDirectoryIsKept() {
        assertThat(directory("/tmp", Map.of("TMPDIR", "/nonexistent")).all().get(0))
                .isEqualTo(Path.of("/nonexistent"));
    }

    private static TemporaryDirectory directory(String property, Map<String, String> variables) {
        Properties system = new Properties();
        system.setProperty("java.io.tmpdir", property);
        return new TemporaryDirectory(system, variables);
    }
}
