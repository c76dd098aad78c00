package org.ipcbench.measure.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.measure.clock.CompilationClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class CompilerThreadsTest {
    private static final CompilationClock OTHERWISE = () -> 42;

    @TempDir
    Path tasks;

    @Test
    void workAndWaitsOfAllCompilersCount() throws IOException {
        thread("11", "C1 CompilerThre", "5000 300 7");
        thread("12", "C2 CompilerThre", "80000 10 9");
        thread("13", "VM Thread", "1000000 1000000 3");
        CompilationClock clock = CompilerThreads.of(tasks, OTHERWISE);

        assertThat(clock.nanos()).isEqualTo(5300 + 80010);

        thread("12", "C2 CompilerThre", "90000 30 9");
        assertThat(clock.nanos()).isEqualTo(5300 + 90030);
    }

    @Test
    void jvmTellsIfTheKernelShowsNoCompiler() throws IOException {
        thread("13", "VM Thread", "1000000 1000000 3");

        assertThat(CompilerThreads.of(tasks, OTHERWISE)).isSameAs(OTHERWISE);
        assertThat(CompilerThreads.of(tasks.resolve("missing"), OTHERWISE)).isSameAs(OTHERWISE);
    }

    @Test
    void jvmTellsIfTheKernelCountsNothing() throws IOException {
        thread("11", "C1 CompilerThre", "0 0 0");

        assertThat(CompilerThreads.of(tasks, OTHERWISE)).isSameAs(OTHERWISE);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void compilersOfThisJvmHaveWorked() {
        assertThat(CompilerThreads.system()).isInstanceOf(CompilerThreads.class);
        assertThat(CompilerThreads.system().nanos()).isPositive();
    }

    private void thread(String id, String name, String schedstat) throws IOException {
        Path task = Files.createDirectories(tasks.resolve(id));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("schedstat"), schedstat + "\n");
    }
}
