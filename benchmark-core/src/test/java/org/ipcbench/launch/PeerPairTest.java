package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.FakeTransport;
import org.ipcbench.workload.Clients;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PeerPairTest {
    private static final int SIZE_BYTES = 64;

    /** Stands for a JVM that waits; the name of the file it looks at tells it from all other processes. */
    private static final String WAITS = "#!/bin/sh\nexec tail -f \"$0\"\n";

    @TempDir
    private Path home;

    static Stream<Runnable> causes() {
        return Stream.of(
                () -> {
                    throw new IllegalStateException("nothing left");
                },
                () -> {
                    throw new NoClassDefFoundError("nothing left");
                });
    }

    @ParameterizedTest
    @MethodSource("causes")
    void peerThatCannotStartLeavesNoOtherPeerAndNoDirectory(Runnable cause) throws IOException {
        FirstCommandOnly transport = new FirstCommandOnly(cause);
        PeerSettings settings = launcher();

        assertThatThrownBy(() -> PeerPair.start(settings, transport, SIZE_BYTES, Placement.UNPINNED, Clients.ONE))
                .hasMessage("nothing left");

        assertThat(transport.commands).isEqualTo(2);
        assertThat(processes()).isEmpty();
        assertThat(transport.scratch)
                .hasParentRaw(Path.of(System.getProperty("java.io.tmpdir")))
                .doesNotExist();
    }

    private PeerSettings launcher() throws IOException {
        Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
        Files.writeString(java, WAITS);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        return new PeerSettings(new Jvm(home, "17"), List.of(), "", Duration.ofSeconds(10));
    }

    private List<ProcessHandle> processes() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(home + "/"))
                .toList();
    }

    /** One whose second peer has no command. */
    private static final class FirstCommandOnly extends FakeTransport {
        private final Runnable cause;
        private int commands;
        private Path scratch = Path.of("");

        FirstCommandOnly(Runnable cause) {
            super("shy", 1);
            this.cause = cause;
        }

        @Override
        public List<String> jvmArguments() {
            commands++;
            if (commands == 2) {
                cause.run();
            }
            return List.of();
        }

        @Override
        public void removeLeftOvers(Path scratchDirectory) {
            scratch = scratchDirectory;
        }
    }
}
