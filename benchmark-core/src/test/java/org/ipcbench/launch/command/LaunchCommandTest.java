package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LaunchCommandTest {
    private static final String CLASS_WRITER = "jdk.internal.classfile.impl.StackMapGenerator";
    private static final String UNSAFE_FLAG = "--sun-misc-unsafe-memory-access=allow";

    @Test
    void commandIsExactlyAsExpected() {
        LaunchCommand command = command(17, List.of("taskset", "-c", "1"), List.of("-Xint", "-Xmx1g"));

        assertThat(command.toList())
                .containsExactly(
                        "/bin/sh",
                        "-c",
                        "trap '' INT; exec \"$0\" \"$@\"",
                        "taskset",
                        "-c",
                        "1",
                        "/opt/jdk/bin/java",
                        "-XX:+UseSerialGC",
                        "-XX:-UseDynamicNumberOfCompilerThreads",
                        "-Xms1000",
                        "-Xmx1000",
                        "-XX:MaxDirectMemorySize=500",
                        "-XX:-UsePerfData",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+DisplayVMOutputToStderr",
                        "-XX:+ErrorFileToStderr",
                        "-Xlog:disable",
                        "-Xlog:all=warning:stderr",
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:GuaranteedSafepointInterval=600000",
                        "-XX:AsyncDeflationInterval=600000",
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=CompileThresholdScaling,sun.nio.ch.SelectorImpl::lockAndDoSelect,0.1",
                        "-XX:CompileCommand=CompileThresholdScaling,sun.nio.ch.SelectorImpl::processDeregisterQueue,0.1",
                        "-XX:CompileCommand=CompileThresholdScaling,sun.nio.ch.EPollSelectorImpl::doSelect,0.1",
                        "-XX:CompileCommand=CompileThresholdScaling,java.util.HashMap::get,0.1",
                        "-XX:CompileCommand=CompileThresholdScaling,java.util.HashMap::getNode,0.1",
                        "-Djava.io.tmpdir=/tmp/s",
                        "--add-opens=a/b=ALL-UNNAMED",
                        "-Xint",
                        "-Xmx1g",
                        "-cp",
                        "a.jar:b.jar",
                        "org.example.Main",
                        "/tmp/s/client.control",
                        "client");
        assertThat(command.toList()).isEqualTo(command.toList());
    }

    /** An older JVM would not start. */
    @ParameterizedTest
    @CsvSource({"17, false", "24, false", "25, true"})
    void cleanUpIsMadeRareByTheJvmsThatKnowTheFlag(int feature, boolean flagged) {
        assertThat(command(feature, List.of(), List.of()).toList().contains("-XX:ServiceThreadCleanupInterval=600000"))
                .isEqualTo(flagged);
    }

    @ParameterizedTest
    @CsvSource({"17, false", "21, false", "22, false", "23, true", "25, true"})
    void unsafeAccessIsAllowedWhereTheJvmKnowsTheFlag(int feature, boolean flagged) {
        assertThat(command(feature, List.of(), List.of()).toList().contains(UNSAFE_FLAG))
                .isEqualTo(flagged);
    }

    @ParameterizedTest
    @CsvSource({"17, false", "23, false", "24, true", "25, true"})
    void largestMethodOfTheJdksClassWriterIsNotCompiled(int feature, boolean excluded) {
        assertThat(command(feature, List.of(), List.of()).fixedFlags())
                .filteredOn(flag -> flag.startsWith("-XX:CompileCommand=exclude," + CLASS_WRITER + "::"))
                .hasSize(excluded ? 1 : 0);
    }

    /** The JVM says nothing where a method is gone. */
    @Test
    void methodThatIsNotCompiledIsInTheJdk() throws ClassNotFoundException {
        int feature = Runtime.version().feature();
        List<String> flags = command(feature, List.of(), List.of()).fixedFlags();
        assumeThat(feature).isGreaterThanOrEqualTo(24);

        assertThat(Class.forName(CLASS_WRITER).getDeclaredMethods())
                .extracting(method -> "-XX:CompileCommand=exclude,%s::%s".formatted(CLASS_WRITER, method.getName()))
                .anyMatch(flags::contains);
    }

    /** The JVM says nothing where a method is gone. */
    @Test
    void methodsThatAreCompiledEarlyAreInTheJdk() throws ClassNotFoundException {
        List<String> scaled = command(17, List.of(), List.of()).fixedFlags().stream()
                .filter(flag -> flag.startsWith("-XX:CompileCommand=CompileThresholdScaling,"))
                .toList();

        assertThat(scaled).isNotEmpty();
        for (String flag : scaled) {
            int separator = flag.indexOf("::");
            assertThat(Class.forName(flag.substring(flag.indexOf(',') + 1, separator))
                            .getDeclaredMethods())
                    .extracting(Method::getName)
                    .contains(flag.substring(separator + "::".length(), flag.lastIndexOf(',')));
        }
    }

    @Test
    void fixedFlagsComeFirst() {
        LaunchCommand command = command(25, List.of(), List.of("-Xint"));

        assertThat(command.fixedFlags()).endsWith(UNSAFE_FLAG).doesNotContain("-Xint");
        assertThat(command.toList()).containsSubsequence(command.fixedFlags());
    }

    /** A JVM refuses to start with two. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseZGC", "-XX:+UseParallelGC", "-XX:+UseSerialGC"})
    void collectorOfTheUserTakesThePlaceOfTheFixedOne(String collector) {
        LaunchCommand command = command(17, List.of(), List.of("-Xint", collector));

        assertThat(command.toList()).containsOnlyOnce(collector);
        assertThat(command.fixedFlags()).isNotEmpty().noneMatch(flag -> flag.endsWith("GC"));
    }

    @Test
    void flagThatOnlyLooksLikeACollectorLeavesTheFixedOne() {
        LaunchCommand command = command(17, List.of(), List.of("-XX:+UseMaximumCompactionOnSystemGC"));

        assertThat(command.fixedFlags()).contains("-XX:+UseSerialGC");
    }

    @Test
    void withoutAShellTheCommandIsTheSameFromThePlacementOn() {
        LaunchCommand command = command(17, List.of("taskset", "-c", "1"), List.of());

        assertThat(command.withoutShell())
                .startsWith("taskset")
                .isEqualTo(command.toList().subList(3, command.toList().size()));
    }

    @Test
    void commandWithoutPlacementBeginsWithTheJvm() {
        assertThat(command(17, List.of(), List.of()).toList().get(3)).isEqualTo("/opt/jdk/bin/java");
    }

    @Test
    void classArchiveIsAFixedFlag() {
        LaunchCommand command = command(17, List.of(), List.of(), Optional.of(Path.of("/cache/a.jsa")));

        assertThat(command.fixedFlags()).endsWith("-Xshare:auto", "-XX:SharedArchiveFile=/cache/a.jsa");
    }

    @Test
    void streamsBehindAPrefixCarryControlUnlessATransportOwnsThem() {
        assertThat(behindAPrefix(false).withoutShell()).startsWith("env").endsWith("server", "--streams");
        assertThat(behindAPrefix(true).withoutShell()).startsWith("env").endsWith("/tmp/s/server.control", "server");
    }

    private static LaunchCommand behindAPrefix(boolean ownsStandardStreams) {
        return new LaunchCommand(
                new Jvm(Path.of("/opt/jdk"), "17"),
                List.of(),
                new PeerMemory(1000, 500),
                "a.jar",
                Optional.empty(),
                List.of(),
                List.of(),
                "org.example.Main",
                Path.of("/tmp/s/server.control"),
                Role.SERVER,
                ownsStandardStreams,
                Prefix.of(List.of("env")));
    }

    private static LaunchCommand command(int feature, List<String> prefix, List<String> userArguments) {
        return command(feature, prefix, userArguments, Optional.empty());
    }

    private static LaunchCommand command(
            int feature, List<String> prefix, List<String> userArguments, Optional<Path> classArchive) {
        return new LaunchCommand(
                new Jvm(Path.of("/opt/jdk"), Integer.toString(feature)),
                prefix,
                new PeerMemory(1000, 500),
                "a.jar:b.jar",
                classArchive,
                List.of("--add-opens=a/b=ALL-UNNAMED"),
                userArguments,
                "org.example.Main",
                Path.of("/tmp/s/client.control"),
                Role.CLIENT,
                false,
                Prefix.NONE);
    }
}
