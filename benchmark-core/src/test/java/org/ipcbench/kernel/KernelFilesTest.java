package org.ipcbench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class KernelFilesTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void settingsAreReadToTheirLastDigit() throws IOException, InterruptedException {
        Process cat = new ProcessBuilder("cat", "/proc/sys/kernel/pid_max").start();
        String expected = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertThat(cat.waitFor(5, TimeUnit.SECONDS)).isTrue();

        assertThat(expected).hasSizeGreaterThan(1);
        assertThat(new KernelFiles(Path.of("/")).text("proc/sys/kernel/pid_max"))
                .isEqualTo(expected);
    }
}
