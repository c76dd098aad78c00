package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ipcbench.cli.command.MeasuringCommand.TypedProgram;
import org.junit.jupiter.api.Test;

final class TypedProgramTest {
    private static final String JAR = "some where/ipc-benchmarktest.jar";

    @Test
    void scriptIsWhatWasTyped() {
        assertThat(typed(properties(Map.of(
                        "ipcbench.command", "./ipcbench", "java.class.path", JAR, "sun.java.command", JAR + " list"))))
                .containsExactly("./ipcbench");
    }

    @Test
    void jarIsStartedByJavaAgain() {
        assertThat(typed(properties(Map.of("java.class.path", JAR, "sun.java.command", JAR + " latency -t uds"))))
                .containsExactly("java", "-jar", JAR);
        assertThat(typed(properties(Map.of("java.class.path", JAR, "sun.java.command", JAR))))
                .containsExactly("java", "-jar", JAR);
    }

    @Test
    void jvmAndTheSuitesPropertiesAreThoseThatWereTyped() {
        Properties started = properties(Map.of("java.class.path", JAR, "sun.java.command", JAR + " latency -jar"));

        List<String> words = List.of(
                "/jdk/bin/java",
                "-Dpassword=secret",
                "-Dipcbench.mmap-file.directory=/mnt",
                "-jar",
                JAR,
                "latency",
                "-jar",
                "");
        assertThat(TypedProgram.words(started, words))
                .containsExactly("/jdk/bin/java", "-Dipcbench.mmap-file.directory=/mnt", "-jar", JAR);
        assertThat(TypedProgram.words(started, List.of("other")))
                .as("a jar that was named in another way")
                .containsExactly("java", "-jar", JAR);
    }

    @Test
    void programInsideAnotherOneHasItsName() {
        assertThat(typed(properties(
                        Map.of("java.class.path", JAR + ":b.jar", "sun.java.command", "org.ipcbench.cli.Main list"))))
                .containsExactly("ipcbench");
        assertThat(typed(properties(Map.of("java.class.path", JAR, "sun.java.command", "org.ipcbench.cli.Main list"))))
                .containsExactly("ipcbench");
        assertThat(typed(new Properties())).containsExactly("ipcbench");
    }

    private static List<String> typed(Properties properties) {
        return TypedProgram.words(properties, List.of());
    }

    private static Properties properties(Map<String, String> values) {
        Properties properties = new Properties();
        properties.putAll(values);
        return properties;
    }
}
