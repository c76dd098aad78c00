package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class TypedProgramTest {
    private static final String JAR = "some where/ipc-benchmarktest.jar";

    @Test
    void scriptIsWhatWasTyped() {
        assertThat(TypedProgram.words(properties(Map.of(
                        "ipcbench.command", "./ipcbench", "java.class.path", JAR, "sun.java.command", JAR + " list"))))
                .containsExactly("./ipcbench");
    }

    @Test
    void jarIsStartedByJavaAgain() {
        assertThat(TypedProgram.words(
                        properties(Map.of("java.class.path", JAR, "sun.java.command", JAR + " latency -t uds"))))
                .containsExactly("java", "-jar", JAR);
        assertThat(TypedProgram.words(properties(Map.of("java.class.path", JAR, "sun.java.command", JAR))))
                .containsExactly("java", "-jar", JAR);
    }

    @Test
    void programInsideAnotherOneHasItsName() {
        assertThat(TypedProgram.words(properties(
                        Map.of("java.class.path", JAR + ":b.jar", "sun.java.command", "org.ipcbench.cli.Main list"))))
                .containsExactly("ipcbench");
        assertThat(TypedProgram.words(
                        properties(Map.of("java.class.path", JAR, "sun.java.command", "org.ipcbench.cli.Main list"))))
                .containsExactly("ipcbench");
        assertThat(TypedProgram.words(new Properties())).containsExactly("ipcbench");
    }

    private static Properties properties(Map<String, String> values) {
        Properties properties = new Properties();
        properties.putAll(values);
        return properties;
    }
}
