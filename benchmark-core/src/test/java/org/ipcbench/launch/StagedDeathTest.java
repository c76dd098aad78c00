package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ipcbench.launch.StagedDeath.LeftBehind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedDeathTest {
    @TempDir
    private Path directory;

    @Test
    void filesOfTheLauncherAreNotLeftBehind() throws IOException {
        for (String name :
                List.of("lock", "owner", "client.control", "client.progress", "server-2.process", "ring.5")) {
            Files.createFile(directory.resolve(name));
        }

        assertThat(new LeftBehind(directory, List.of(Long.MAX_VALUE)).names()).containsExactly("ring.5");
    }
}
