package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.results.RunLock.LockedRunException;
import org.ipcbench.results.line.SyncedLines.ForeignLinesException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RunLockTest {
    private static final Cell CELL = SampleCells.cell("tin-can", 1024);
    private static final Plan PLAN = new Plan(List.of(CELL), 3, 0, 1);

    @TempDir
    Path directory = Path.of("");

    @Test
    void processThatHasTheLockIsNamed() throws Exception {
        Process holder = holder();
        try {
            assertThatThrownBy(() -> RunLock.of(directory))
                    .isInstanceOf(LockedRunException.class)
                    .hasMessage("is being measured by process %d, which may be stopped; end it first", holder.pid());
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(directory.resolve(RunLock.FILE_NAME)).exists(); // a killed run leaves it, and it means nothing
        RunLock.of(directory).close();
        assertThat(directory).isEmptyDirectory();
    }

    /** The kernel drops a process's lock if that process closes any other descriptor of the file. */
    @Test
    void secondAttemptOfTheSameProcessKeepsTheLock() throws Exception {
        try (RunLock held = RunLock.of(directory)) {
            assertThatThrownBy(() -> RunLock.of(directory))
                    .isInstanceOf(LockedRunException.class)
                    .hasMessage("is being measured by this process itself");

            assertThat(held.weakness()).isEmpty();
            assertThat(firstLine(other()))
                    .startsWith("is being measured by process "
                            + ProcessHandle.current().pid());
        }
        RunLock.of(directory).close();
    }

    /** A descriptor of the record that is closed takes locks on the record away, and so the lock is on another file. */
    @Test
    void readingTheRecordKeepsTheLock() throws Exception {
        Path file = directory.resolve(ResultsLog.FILE_NAME);
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(SampleCells.measured(CELL, 1, 1));
            RunRecord.read(directory, false);
            Thread.currentThread().interrupt();
            log.iterationEnded(SampleCells.measured(CELL, 2, 1));
            assertThat(Thread.interrupted()).isTrue();

            Process other = other();

            assertThat(firstLine(other))
                    .startsWith("is being measured by process "
                            + ProcessHandle.current().pid());
        }
        assertThat(directory.resolve(RunLock.FILE_NAME)).doesNotExist();
    }

    @Test
    void lockGivenBackTwiceLeavesTheNextOneAlone() throws IOException {
        RunLock first = RunLock.of(directory);
        first.close();
        RunLock second = RunLock.of(directory);
        first.close();
        assertThat(directory.resolve(RunLock.FILE_NAME)).exists();
        second.close();
    }

    @Test
    void linkInTheLocksPlaceLeadsNowhere() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Files.createSymbolicLink(directory.resolve(RunLock.FILE_NAME), victim);

        assertThatThrownBy(() -> RunLock.of(directory)).hasMessageContaining("not a file");
        assertThat(victim).hasContent("precious");
    }

    @Test
    void linesOfAnotherProcessAreNotCutOff() throws IOException {
        Path file = directory.resolve(ResultsLog.FILE_NAME);
        try (ResultsLog log = new ResultsLog(
                Files.createFile(file), new RandomAccessFile(file.toFile(), "rw"), PLAN, Dimension.ALL)) {
            log.iterationEnded(SampleCells.measured(CELL, 1, 1));
            String own = Files.readString(file);
            Files.writeString(file, "of another process\n", StandardOpenOption.APPEND);

            assertThatThrownBy(() -> log.iterationEnded(SampleCells.measured(CELL, 2, 1)))
                    .isInstanceOf(ForeignLinesException.class)
                    .hasMessageContaining("another process writes to it");
            assertThatThrownBy(() -> log.end(3, false)).isInstanceOf(ForeignLinesException.class);
            assertThat(file).hasContent(own + "of another process\n");

            Files.writeString(file, "");
            assertThatThrownBy(log::writeRest).isInstanceOf(ForeignLinesException.class);
            assertThat(file).isEmptyFile();
        }
    }

    /** A JVM that has the lock until it is killed. */
    private Process holder() throws IOException {
        Process process = other();
        assertThat(firstLine(process)).isEqualTo("locked");
        return process;
    }

    private Process other() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String firstLine(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return String.valueOf(lines.readLine());
    }

    /** Another process that wants the lock. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            try (RunLock lock = RunLock.of(Path.of(arguments[0]))) {
                System.out.println("locked");
                System.in.read();
            } catch (LockedRunException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
