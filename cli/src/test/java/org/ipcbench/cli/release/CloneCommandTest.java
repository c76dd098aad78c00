package org.ipcbench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command of a clone, with stand-ins for the programs that it calls. */
@EnabledOnOs(OS.LINUX)
class CloneCommandTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    private Path clone;
    private Path jar;

    @BeforeEach
    void cloneHasSourcesOlderThanAnyBuild() throws IOException {
        clone = directory.resolve("my clone");
        jar = clone.resolve("target/ipc-benchmarktest.jar");
        Files.createDirectories(directory.resolve("bin"));
        for (String file : List.of("pom.xml", "cli/pom.xml", "cli/src/main/Main.java", "peers/c/peer.c")) {
            Path source = clone.resolve(file);
            Files.createDirectories(source.getParent());
            Files.setLastModifiedTime(Files.createFile(source), FileTime.from(LONG_AGO));
        }
        Files.setLastModifiedTime(clone.resolve("cli/src/main"), FileTime.from(LONG_AGO));
        Files.copy(Path.of("..", "ipcbench"), clone.resolve("ipcbench"));
        for (String program :
                List.of("sh", "dirname", "readlink", "find", "mkdir", "rm", "grep", "tail", "id", "sed")) {
            program(program, "exec /usr/bin/" + program + " \"$@\"");
        }
        program("java", "echo \"java $*\"");
        program("javac", "exit 1");
        program("mvn", "echo built >\"$(dirname \"$4\")/target/ipc-benchmarktest.jar\"");
    }

    private Path bin(String program) {
        return directory.resolve("bin").resolve(program);
    }

    private void program(String name, String script) throws IOException {
        Files.writeString(bin(name), "#!/bin/sh\n" + script + "\n");
        assertThat(bin(name).toFile().setExecutable(true)).isTrue();
    }

    @Test
    void freshCloneIsBuiltOnceAndThenRuns() throws IOException, InterruptedException {
        assertThat(lines(0))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("ipcbench: building")
                                .endsWith("target/build.log"),
                        line -> assertThat(line).isEqualTo(call()));
        assertThat(lines(0)).containsExactly(call());
    }

    @ParameterizedTest
    @CsvSource({"cli/src/main/Main.java", "peers/c/peer.c", "pom.xml", "target/build.unfinished"})
    void newerSourceOrUnfinishedBuildIsBuiltAgain(String changed) throws IOException, InterruptedException {
        lines(0);
        Files.writeString(clone.resolve(changed), "changed");
        Files.setLastModifiedTime(jar, FileTime.from(LONG_AGO.plusSeconds(1)));

        assertThat(lines(0)).hasSize(2);
    }

    @Test
    void failedBuildShowsWhyAndRunsNothing() throws IOException, InterruptedException {
        program("mvn", "echo '[INFO] much'; echo '[ERROR] Main.java: not a statement'; exit 1");

        assertThat(lines(2))
                .contains("[ERROR] Main.java: not a statement")
                .last()
                .asString()
                .startsWith("ipcbench: the build failed; see ");
        assertThat(clone.resolve("target/build.unfinished")).exists();
    }

    @ParameterizedTest
    @CsvSource({
        "apt-get, javac, default-jdk-headless",
        "dnf, mvn, dnf install -y maven",
        "apk, javac, apk add openjdk21-jdk",
        "pacman, mvn, pacman -S --needed maven",
        "zypper, javac, zypper install -y java-21-openjdk-devel",
        "none, mvn, install them from",
    })
    void whatIsMissingIsNamedWithThePackageOfThisSystem(String manager, String missing, String remedy)
            throws IOException, InterruptedException {
        program(manager, "exit 1");
        Files.delete(bin(missing));

        assertThat(lines(2))
                .singleElement()
                .asString()
                .startsWith("ipcbench: the build requires JDK")
                .contains(remedy);
    }

    /** The jar tells its commit. */
    @Test
    void cloneIsNotBuiltWithoutGit() throws IOException, InterruptedException {
        program("apt-get", "exit 1");
        Files.createDirectory(clone.resolve(".git"));

        assertThat(lines(2)).singleElement().asString().matches(".*; run( as root)?: (sudo )?apt-get .* git");
    }

    /** The program learns what the user typed, for the commands that it prints. */
    private String call() {
        return "java -Dipcbench.command=%s -jar %s 2 2048,4096 2".formatted(clone.resolve("ipcbench"), jar);
    }

    private List<String> lines(int exitCode) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", clone.resolve("ipcbench").toString(), "2", "2048,4096", "2")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PATH", directory.resolve("bin").toString());
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isEqualTo(exitCode);
        return Files.readAllLines(output);
    }
}
