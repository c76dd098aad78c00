package org.ipcbench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command of the downloads, which brings a Java runtime for one kind of machine. */
@EnabledOnOs(OS.LINUX)
class ReleaseCommandTest {
    @TempDir
    private Path directory;

    private Path command;

    @BeforeEach
    void unpack() throws IOException {
        String template = Files.readString(Path.of("src", "main", "release", "ipcbench"));
        command = script("archive/bin/ipcbench", template.replace("@MACHINE@", "x86_64"));
        script("archive/runtime/bin/java", "#!/bin/sh\necho \"$@\"\nexit 3\n");
    }

    private Path script(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void runtimeRunsOnItsMachine() throws IOException, InterruptedException {
        assertThat(outputOn("x86_64", 3))
                .isEqualTo(
                        "-Dipcbench.command=%s -jar %s/archive/lib/ipc-benchmarktest.jar list -t all%n",
                        command, directory.toRealPath());
    }

    @Test
    void anotherMachineIsNamedInOneLineWithWhatRunsThere() throws IOException, InterruptedException {
        assertThat(outputOn("aarch64", 2))
                .startsWith("ipcbench: ")
                .contains(" is for x86_64, this machine is aarch64; ")
                .endsWith(": java -jar %s/archive/lib/ipc-benchmarktest.jar%n".formatted(directory.toRealPath()))
                .hasLineCount(1);
    }

    private String outputOn(String machine, int exitCode) throws IOException, InterruptedException {
        script("fake/uname", "#!/bin/sh\necho " + machine + "\n");
        ProcessBuilder builder = new ProcessBuilder(command.toString(), "list", "-t", "all").redirectErrorStream(true);
        builder.environment()
                .merge("PATH", directory.resolve("fake") + File.pathSeparator, (path, fake) -> fake + path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
        return output;
    }
}
