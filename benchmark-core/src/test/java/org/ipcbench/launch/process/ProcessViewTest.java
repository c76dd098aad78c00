package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.OpenFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
final class ProcessViewTest {
    @TempDir
    private Path scratch;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "17 (java) T 1 2 | true",
                "17 (java) t 1 2 | true",
                "17 (java) S 1 2 | false",
                "17 (java) Z 1 2 | false",
                "17 (a) T (b) R 1 | false",
                "17 (java) | false",
                "17 | false"
            })
    void stateFollowsTheName(String stat, boolean stopped) throws IOException {
        Path file = Files.writeString(scratch.resolve("stat"), stat);

        assertThat(new ProcessView.OfKernel(new OpenFile(file), new OpenFile(scratch.resolve("none"))).isStopped())
                .isEqualTo(stopped);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stoppedProcessIsSeen() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessView view = ProcessView.of(process.pid(), scratch.resolve("client.control"));
            assertThat(view.isStopped()).isFalse();

            signal("STOP", process);
            awaitStopped(view, true);
            signal("CONT", process);
            awaitStopped(view, false);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void countsAreThoseOfThePageBesideTheSocket() throws IOException {
        Path socket = scratch.resolve("server.control");
        ProcessView view = ProcessView.of(ProcessHandle.current().pid(), socket);
        assertThat(view.messages()).isEmpty();
        ProgressPage.make(ProgressPage.beside(socket), 1).counter(0).accept(9);

        assertThat(view.messages()).hasValue(9);
    }

    @Test
    void countsOfTheNextAssignmentAreSeenByTheSameView() throws IOException {
        Path socket = scratch.resolve("server.control");
        ProcessView view = ProcessView.of(ProcessHandle.current().pid(), socket);
        ProgressPage.make(ProgressPage.beside(socket), 1).counter(0).accept(9);
        assertThat(view.messages()).hasValue(9);

        ProgressPage next = ProgressPage.make(ProgressPage.beside(socket), 200);
        assertThat(view.messages()).hasValue(0);
        next.counter(199).accept(5);

        assertThat(view.messages()).hasValue(5);
    }

    @Test
    void closedViewSeesNothing() throws IOException {
        Path socket = scratch.resolve("server.control");
        ProcessView view = ProcessView.of(ProcessHandle.current().pid(), socket);
        ProgressPage.make(ProgressPage.beside(socket), 1);
        assertThat(view.messages()).hasValue(0);
        view.close();

        assertThat(view.messages()).isEmpty();
        assertThat(view.isStopped()).isFalse();
    }

    @Test
    void endedProcessIsNotStopped() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();

        assertThat(ProcessView.of(process.pid(), scratch.resolve("x")).isStopped())
                .isFalse();
    }

    private static void awaitStopped(ProcessView view, boolean stopped) throws InterruptedException {
        while (view.isStopped() != stopped) {
            Thread.sleep(1);
        }
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }
}
