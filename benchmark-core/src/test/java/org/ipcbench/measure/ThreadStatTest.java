package org.ipcbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class ThreadStatTest {
    private static final String BEHIND_THE_CPU = " 0 0 3 0 0";

    @TempDir
    private Path directory;

    @Test
    void readsTheCpuBehindANameOfAnyKind() throws IOException {
        Path stat = directory.resolve("stat");
        try (CurrentCpu cpu = ThreadStat.of(Files.writeString(stat, stat("(a) b", 117)))) {
            assertThat(cpu.number()).isEqualTo(117);
            Files.writeString(stat, stat("(a) b", 2));
            assertThat(cpu.number()).isEqualTo(2);
        }
    }

    @Test
    void isUnknownWhereTheKernelDoesNotTell() throws IOException {
        try (CurrentCpu missing = ThreadStat.of(directory.resolve("no such file"));
                CurrentCpu strange = ThreadStat.of(Files.writeString(directory.resolve("stat"), "9 (java) S 1"))) {
            assertThat(missing.number()).isEqualTo(Mark.UNKNOWN_CPU);
            assertThat(strange.number()).isEqualTo(Mark.UNKNOWN_CPU);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theCallingThreadIsOnACpuOfThisMachine() throws IOException {
        try (CurrentCpu cpu = CurrentCpu.ofCallingThread()) {
            assertThat(cpu.number()).isNotNegative();
        }
    }

    /** Field 39 of proc(5). */
    private static String stat(String name, int cpu) {
        return "9 (" + name + ") S" + " 12345".repeat(35) + " " + cpu + BEHIND_THE_CPU + "\n";
    }
}
