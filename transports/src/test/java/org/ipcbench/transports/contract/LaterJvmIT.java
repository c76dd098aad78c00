package org.ipcbench.transports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.transports.ContractSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The transports that make native calls, on a JVM that has {@code java.lang.foreign}: their unit tests and the contract. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class LaterJvmIT {
    private static final int FOREIGN_FROM = 22;

    /** Where Linux distributions have theirs. */
    private static final Path INSTALLATIONS = Path.of("/usr/lib/jvm");

    /** The unit tests of what makes native calls. */
    private static final String NATIVE = ".*[.](libc|mapped|pipe|posix|queue|ring|sysv)[.].*Test";

    /** The package that all of these tests are below. */
    private static final String TRANSPORTS = ContractSession.class.getPackageName();

    private static final Duration DEADLINE = Duration.ofMinutes(4);

    @Test
    void transportsWorkThere(@TempDir Path directory) throws IOException, InterruptedException {
        assumeThat(Runtime.version().feature()).isLessThan(FOREIGN_FROM); // else every build does this
        Optional<Jvm> jvm = laterJvm();
        assumeThat(jvm).as("later Java in %s", INSTALLATIONS).isPresent();
        Path output = directory.resolve("output");
        Process tests = new ProcessBuilder(
                        jvm.get().executable().toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LaterJvmTests.class.getName(),
                        TRANSPORTS,
                        NATIVE + "|" + NativeTransportContract.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(tests.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as("end of the tests")
                    .isTrue();
        } finally {
            tests.destroyForcibly();
        }

        List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertThat(tests.exitValue()).as("%s", lines).isZero();
        assertThat(Integer.parseInt(lines.get(lines.size() - 1)))
                .as("tests that succeeded")
                .isPositive();
    }

    private static Optional<Jvm> laterJvm() throws IOException {
        if (!Files.isDirectory(INSTALLATIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLATIONS)) {
            return homes.filter(home -> Files.isReadable(home.resolve("release")))
                    .map(Jvm::at)
                    .filter(jvm -> jvm.feature() >= FOREIGN_FROM)
                    .findFirst();
        }
    }
}
