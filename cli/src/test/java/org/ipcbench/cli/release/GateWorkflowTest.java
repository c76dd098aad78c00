package org.ipcbench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job that guards pull requests, with stand-ins for the programs that it calls; a jar's content is the build it is of. */
@EnabledOnOs(OS.LINUX)
class GateWorkflowTest {
    private static final Path WORKFLOW = Path.of("..", "deploy", "github", "gate.yaml");

    @TempDir
    private Path directory;

    @BeforeEach
    void replacePrograms() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("source"));
        program(
                "gh",
                "[ -n \"$RELEASE\" ] && echo \"$RELEASE\" >\"$6\""); // release download --pattern NAME --output FILE
        program("git", "mkdir -p \"$3/target\""); // worktree add DIRECTORY COMMIT
        program("mvn", "echo \"$BASE\" >target/ipc-benchmarktest.jar");
        program("java", """
                case "$*" in
                  *--version) echo "version of $(cat "$2")" ;;
                  *--dry-run) [ "$(cat old.jar)" != refused ] || exit 2 ;;
                  *) echo "measured with $(cat old.jar)" ; exit 1 ;;
                esac""");
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(directory.resolve("bin").resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @ParameterizedTest(name = "[{index}] release ''{0}''")
    @CsvSource({
        "usable,'the newest release, version of usable',usable",
        "refused,'commit 4711, as no release could be used',4711",
        "'','commit 4711, as no release could be used',4711",
    })
    void baseIsTheNewestReleaseOrElseTheCommitAndItsNameIsPrinted(String release, String base, String measured)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder step = new ProcessBuilder("bash", "-e", "-c", commandsOfLastStep())
                .directory(directory.resolve("source").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        step.environment().merge("PATH", directory.resolve("bin") + File.pathSeparator, (path, bin) -> bin + path);
        step.environment().put("BASE", "4711");
        step.environment().put("RELEASE", release);

        Process process = step.start();

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(output))
                .containsExactly("::notice::the base is " + base, "measured with " + measured);
        assertThat(process.exitValue()).as("exit code of the gate").isEqualTo(1);
    }

    private static String commandsOfLastStep() throws IOException {
        List<String> lines = Files.readAllLines(WORKFLOW);
        int run = lines.lastIndexOf("        run: |");
        String indent = " ".repeat(10);
        return String.join(
                "\n",
                lines.subList(run + 1, lines.size()).stream()
                        .takeWhile(line -> line.startsWith(indent))
                        .toList());
    }
}
