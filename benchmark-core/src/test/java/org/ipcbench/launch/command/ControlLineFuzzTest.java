package org.ipcbench.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.MutatedLines;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PeerInbox;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a launcher makes of the lines of a broken peer, over the socket that it listens on. */
@Timeout(300)
final class ControlLineFuzzTest {
    private static final int LINES = 30;
    private static final int MANY_LINES = 270;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Stands for a JVM that lives on; what would start one are its arguments. */
    private static final List<String> LIVES_ON = List.of("/bin/sh", "-c", "exec sleep 60");

    /** Longer than the words around what a peer says, and much shorter than the longest lines. */
    private static final int MAX_FAILURE_LENGTH = 2_500;

    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private Optional<UncaughtExceptionHandler> before = Optional.empty();

    @TempDir
    private Path temporary;

    @BeforeEach
    void watchThreads() {
        before = Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> uncaught.add(problem));
    }

    @AfterEach
    void noThreadEndedByAnException() {
        Thread.setDefaultUncaughtExceptionHandler(before.orElse(null));
        assertThat(uncaught).isEmpty();
    }

    @Test
    void mutatedLineEndsInOneLineAboutThePeer() throws Exception {
        write(new MutatedLines(2), LINES);
    }

    @Tag("full")
    @Test
    void furtherMutatedLinesEndInOneLineAboutThePeer() throws Exception {
        write(new MutatedLines(3), MANY_LINES);
    }

    @Test
    void soundMessageAtTheWrongMomentIsNamed() throws Exception {
        for (String line : MutatedLines.sound()) {
            String type = line.replaceAll(".*\"type\":\"(\\w+)\"}$", "$1");
            if (List.of("Ready", "Failed", "Progress").contains(type)) {
                continue;
            }
            PeerInbox inbox = new PeerInbox(NanoClock.system(), TIMEOUT);
            try (BrokenPeer peer = new BrokenPeer(inbox)) {
                peer.write(line);
                assertThatExceptionOfType(IterationFailedException.class)
                        .isThrownBy(() -> inbox.await(Role.CLIENT, Ready.class))
                        .withMessage("the client sent '%s', expected 'Ready'".formatted(type));
            }
        }
    }

    private void write(MutatedLines lines, int count) throws Exception {
        for (int number = 1; number <= count; number++) {
            String line = lines.next();
            PeerInbox inbox = new PeerInbox(NanoClock.system(), TIMEOUT);
            try (BrokenPeer peer = new BrokenPeer(inbox)) {
                peer.write(line);
                peer.end();
                String failure = inbox.firstFailure().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                assertThat(failure)
                        .as("line %d: %.300s", number, line)
                        .startsWith("client ")
                        .hasSizeLessThan(MAX_FAILURE_LENGTH)
                        .doesNotContain("\tat ");
                if (!failure.startsWith("client failed: ")) { // else these are the peer's own words
                    assertThat(failure).as("line %d: %.300s", number, line).doesNotContain("\n");
                    assertThat(MutatedLines.showsToken(failure))
                            .as("line %d: %.300s", number, line)
                            .isFalse();
                }
            }
        }
    }

    /** A peer that writes what it likes. */
    private final class BrokenPeer implements AutoCloseable {
        private final PeerProcess process;
        private final SocketChannel link;

        BrokenPeer(PeerInbox inbox) throws Exception {
            Path socket = temporary.resolve("client.control");
            process = PeerProcess.start(
                    new LaunchCommand(
                            new Jvm(Path.of("/opt/jdk"), "17"),
                            LIVES_ON,
                            PeerMemory.forMessages(Traits.blockingStream(), 1),
                            "",
                            Optional.empty(),
                            List.of(),
                            List.of(),
                            "Peer",
                            socket,
                            Role.CLIENT,
                            false,
                            Prefix.NONE),
                    inbox);
            link = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            process.send(new Armed()); // any message: it waits until the launcher has accepted the link
        }

        void write(String line) throws IOException {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
            while (bytes.hasRemaining()) {
                link.write(bytes);
            }
        }

        void end() throws IOException {
            link.shutdownOutput();
            process.kill();
        }

        @Override
        public void close() throws IOException {
            process.kill();
            try (link) {
                process.close();
            }
            Files.deleteIfExists(temporary.resolve("client.control"));
        }
    }
}
