package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {
    @AfterEach
    void forgetTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void interruptIsHeldOffUntilAFileIsComplete(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("record"), "latencies");
        try (Interruption interruption = new Interruption()) {
            Thread.currentThread().interrupt();

            assertThat(interruption.holdOff(
                            () -> new String(Files.newInputStream(file).readAllBytes(), StandardCharsets.UTF_8)))
                    .isEqualTo("latencies");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
    }
}
