package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.measure.meter.MeasuringThread.KernelThread;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class KernelThreadTest {
    private static final String BEHIND_THE_CPU = " 0 0 3 0 0";

    @TempDir
    private Path directory;

    @Test
    void readsTheCpuBehindANameOfAnyKind() throws IOException {
        Path stat = Files.writeString(directory.resolve("stat"), stat("(a) b", 117));
        try (MeasuringThread thread = KernelThread.of(directory)) {
            assertThat(thread.cpu()).isEqualTo(117);
            Files.writeString(stat, stat("(a) b", 2));
            assertThat(thread.cpu()).isEqualTo(2);
        }
    }

    @Test
    void readsWhatTheSchedulerHasCounted() throws IOException {
        Files.writeString(directory.resolve("schedstat"), "52788 62132 17\n");
        Files.writeString(
                directory.resolve("sched"),
                "java (9, #threads: 1)\n---\nse.vruntime : 1.5\nse.nr_migrations   :   42\n");
        try (MeasuringThread thread = KernelThread.of(directory)) {
            assertThat(thread.queuedNanos()).isEqualTo(62_132);
            assertThat(thread.migrations()).isEqualTo(42);
        }
    }

    @Test
    void isUnknownWhereTheKernelDoesNotTell() throws IOException {
        try (MeasuringThread missing = KernelThread.of(directory.resolve("no such file"));
                MeasuringThread strange = KernelThread.of(strange("stat", "schedstat", "sched"))) {
            assertThat(missing.cpu()).isEqualTo(Mark.UNKNOWN_CPU);
            assertThat(strange.cpu()).isEqualTo(Mark.UNKNOWN_CPU);
            assertThat(missing.queuedNanos()).isEqualTo(Count.UNKNOWN);
            assertThat(strange.queuedNanos()).isEqualTo(Count.UNKNOWN);
            assertThat(missing.migrations()).isEqualTo(Count.UNKNOWN);
            assertThat(strange.migrations()).isEqualTo(Count.UNKNOWN);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theCallingThreadIsOnACpuOfThisMachine() throws IOException {
        try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
            assertThat(thread.cpu()).isNotNegative();
        }
    }

    private Path strange(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(directory.resolve(name), "9 (java) S\n");
        }
        return directory;
    }

    /** Field 39 of proc(5). */
    private static String stat(String name, int cpu) {
        return "9 (" + name + ") S" + " 12345".repeat(35) + " " + cpu + BEHIND_THE_CPU + "\n";
    }
}
