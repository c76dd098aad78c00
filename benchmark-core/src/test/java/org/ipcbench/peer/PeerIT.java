package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer that is up too late: its launcher has died. */
@Timeout(60)
final class PeerIT {
    private static final int LAUNCHER_IS_GONE = 3;

    @TempDir
    private Path temporary;

    @Test
    void peerWithoutLauncherDeletesTheScratchDirectory() throws Exception {
        Path scratch = ScratchDirectory.create(temporary, List.of()).path();
        Path socket = scratch.resolve("client.control");
        try (ServerSocketChannel launcher = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            launcher.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(Files.exists(socket)).isTrue(); // as a killed launcher leaves it

        Ended peer = run(socket);

        assertThat(peer.said()).isEqualTo("the launcher is gone: %s: Connection refused%n".formatted(socket));
        assertThat(peer.exitCode()).isEqualTo(LAUNCHER_IS_GONE);
        assertThat(scratch).doesNotExist();
    }

    @Test
    void peerFinishesADeletionThatAnotherProcessBegan() throws Exception {
        Path scratch = ScratchDirectory.create(temporary, List.of()).path();

        Ended peer = run(scratch.resolve("client.control"));

        assertThat(peer.said()).startsWith("the launcher is gone: ").hasLineCount(1);
        assertThat(peer.exitCode()).isEqualTo(LAUNCHER_IS_GONE);
        assertThat(scratch).doesNotExist();
    }

    @Test
    void peerDeletesNothingButAScratchDirectory() throws Exception {
        Path precious = Files.createFile(temporary.resolve("precious"));

        Ended peer = run(temporary.resolve("client.control"));

        assertThat(peer.exitCode()).isEqualTo(1);
        assertThat(precious).exists();
    }

    @Test
    void peerHaltsThoughClosingHangs() throws Exception {
        assertThat(run(Hanging.class).exitCode()).isEqualTo(LAUNCHER_IS_GONE);
    }

    /** What a peer does while a file system does not answer. */
    static final class Hanging {
        private Hanging() {}

        /** Nobody ends it but the watchdog. */
        public static void main(String[] arguments) throws InterruptedException {
            Peer.haltAfter(Duration.ofMillis(1));
            new CountDownLatch(1).await();
        }
    }

    private static Ended run(Path socket) throws IOException, InterruptedException {
        return run(Peer.class, socket.toString(), Role.CLIENT.label());
    }

    private static Ended run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                PeerSettings.currentClassPath(),
                main.getName());
        builder.command().addAll(List.of(arguments));
        PeerProcess.removeForeignFlags(builder);
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private record Ended(int exitCode, String said) {}
}
