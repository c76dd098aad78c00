package org.ipcbench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerMemory;
import org.ipcbench.launch.command.Prefix;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.peer.Peer;
import org.ipcbench.scratch.ProcessIdentity;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // they wait
final class PeerProcessTest {
    /** Stands for a JVM that lives on; what would start one are its arguments. */
    private static final List<String> LIVES_ON = List.of("/bin/sh", "-c", "exec sleep 60");

    /** More than a socket holds. */
    private static final int MANY_MESSAGES = 100_000;

    private final PeerInbox inbox = new PeerInbox(NanoClock.system(), Duration.ofSeconds(20));

    @TempDir
    private Path temporary;

    @Test
    void brokenControlLinkIsReportedWithItsCause() throws Exception {
        Path socket = temporary.resolve("client.control");
        try (PeerProcess peer = PeerProcess.start(command(socket), inbox);
                SocketChannel link = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            link.write(StandardCharsets.UTF_8.encode("{}\n"));

            assertThatExceptionOfType(IterationFailedException.class)
                    .isThrownBy(() -> inbox.await(Role.CLIENT, Ready.class))
                    .withMessage(
                            "client still runs; its control link broke: a line of 2 characters is not a control message (JsonParseException)");
        }
    }

    @Test
    void kernelKillsAPeerBeforeItsLauncherIfMemoryRunsOut() throws Exception {
        try (PeerProcess peer = PeerProcess.start(command(temporary.resolve("client.control")), inbox)) {
            assertThat(Path.of("/proc", Long.toString(peer.pid()), "oom_score_adj"))
                    .hasContent("500");
        }
    }

    @Test
    void peerThatSendsWithoutEndIsNamedAndHeardNoLonger() throws Exception {
        Path socket = temporary.resolve("client.control");
        try (PeerProcess peer = PeerProcess.start(command(socket), inbox);
                ControlLink link = ControlLink.connect(socket)) {
            assertThatIOException().isThrownBy(() -> {
                for (int i = 0; i < MANY_MESSAGES; i++) {
                    link.send(new Armed());
                }
            });

            assertThatExceptionOfType(IterationFailedException.class)
                    .isThrownBy(() -> inbox.await(Role.SERVER, Ready.class))
                    .withMessageStartingWith("client still runs; its control link broke:"
                            + " sent 17 unexpected messages, the last one 'Armed'");
        }
    }

    @Test
    void controlSocketLetsNobodyElseInOnceThePeerHasConnected() throws Exception {
        Path socket = temporary.resolve("client.control");
        try (PeerProcess peer = PeerProcess.start(command(socket), inbox);
                SocketChannel link = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            peer.send(new ControlMessage.Go()); // waits until it is accepted

            // a child that another test starts keeps the socket open until it has become its program
            await().pollInterval(Duration.ofMillis(100))
                    .untilAsserted(() -> assertThatIOException()
                            .isThrownBy(() -> SocketChannel.open(UnixDomainSocketAddress.of(socket))
                                    .close()));
            assertThat(link.read(ByteBuffer.allocate(1))).isOne();
        }
    }

    @Test
    void peerIsRecordedInTheScratchDirectoryWhileItMayOutliveItsLauncher() throws Exception {
        Path socket = temporary.resolve("client.control");
        try (PeerProcess peer = PeerProcess.start(command(socket), inbox)) {
            assertThat(temporary.resolve("client.process"))
                    .content()
                    .isEqualTo("%d %d"
                            .formatted(
                                    peer.pid(),
                                    ProcessIdentity.of(peer.pid()).orElseThrow().startTicks()));
        }
    }

    @Test
    void peerThatSurvivesSigkillIsReported() throws Exception {
        Process survivor = new ProcessBuilder("sleep", "60").start(); // in place of one that the kernel does not end
        try {
            assertThatIOException()
                    .isThrownBy(() -> PeerProcess.requireEnd(survivor, Role.CLIENT, Duration.ofMillis(1)))
                    .withMessage(
                            "client: process %1$d still runs 0 s after SIGKILL; /proc/%1$d/stack shows where it is stuck"
                                    .formatted(survivor.pid()));
        } finally {
            survivor.destroyForcibly();
        }
    }

    private static LaunchCommand command(Path socket) {
        return new LaunchCommand(
                new Jvm(Path.of("/opt/jdk"), "17"),
                LIVES_ON,
                PeerMemory.forMessages(Traits.blockingStream(), 1),
                "",
                Optional.empty(),
                List.of(),
                List.of(),
                Peer.class.getName(),
                socket,
                Role.CLIENT,
                false,
                Prefix.NONE);
    }
}
