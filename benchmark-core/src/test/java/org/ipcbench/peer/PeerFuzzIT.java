package org.ipcbench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ipcbench.control.MutatedLines;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.workload.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real peer makes of the lines of a broken launcher. */
final class PeerFuzzIT {
    private static final int LINES = 4;
    private static final int MANY_LINES = 30;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int LAUNCHER_IS_GONE = 3;

    @TempDir
    private Path temporary;

    @Test
    @Timeout(120)
    void mutatedLineEndsThePeerInOneLine() throws Exception {
        write(new MutatedLines(4), LINES);
    }

    @Tag("full")
    @Test
    @Timeout(600)
    void furtherMutatedLinesEndThePeerInOneLine() throws Exception {
        write(new MutatedLines(5), MANY_LINES);
    }

    @Test
    @Timeout(120)
    void soundMessageAtTheWrongMomentIsAnsweredAndThePeerLivesOn() throws Exception {
        try (Launched peer = new Launched()) {
            for (String line : MutatedLines.sound()) {
                if (!line.contains("\"Stop\"") && !line.contains("\"Go\"")) { // a late Go has crossed a failure
                    peer.write(line);
                    assertThat(peer.answer()).contains("\"type\":\"%s\"".formatted(answerTo(line)));
                }
            }
            peer.write("{\"type\":\"Stop\"}");
            assertThat(peer.exitCode()).isZero();
            assertThat(peer.words()).isEmpty();
        }
    }

    /** Two questions are answered at any time. */
    private static String answerTo(String line) {
        if (line.contains("\"type\":\"Identify\"")) {
            return "Identified";
        }
        return line.contains("\"type\":\"Describe\"") ? "Described" : "Failed";
    }

    private void write(MutatedLines lines, int count) throws Exception {
        for (int number = 1; number <= count; number++) {
            String line = lines.next();
            try (Launched peer = new Launched()) {
                peer.write(line);
                peer.hangUp();
                assertThat(peer.exitCode()).as("line %d: %.300s", number, line).isIn(0, LAUNCHER_IS_GONE);
                assertThat(peer.words())
                        .as("line %d: %.300s", number, line)
                        .hasSizeLessThanOrEqualTo(1)
                        .allSatisfy(words -> assertThat(words).startsWith("control link broke: "))
                        .noneMatch(MutatedLines::showsToken);
            }
        }
    }

    /** A peer whose launcher is this test. */
    private final class Launched implements AutoCloseable {
        private final Path words = Files.createTempFile(temporary, "words", "");
        private final Process process;
        private final SocketChannel link;
        private final BufferedReader answers;

        Launched() throws IOException {
            Path socket = ScratchDirectory.create(temporary, List.of()).path().resolve("client.control");
            try (ServerSocketChannel launcher = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                launcher.bind(UnixDomainSocketAddress.of(socket));
                ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary, // where it looks for what others have left
                        "-cp",
                        PeerSettings.currentClassPath(),
                        Peer.class.getName(),
                        socket.toString(),
                        Role.CLIENT.label());
                PeerProcess.removeForeignFlags(builder);
                process = builder.redirectErrorStream(true)
                        .redirectOutput(words.toFile())
                        .start();
                link = launcher.accept();
            }
            answers = new BufferedReader(Channels.newReader(link, StandardCharsets.UTF_8));
        }

        void write(String line) throws IOException {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
            while (bytes.hasRemaining()) {
                link.write(bytes);
            }
        }

        String answer() throws IOException {
            return String.valueOf(answers.readLine());
        }

        void hangUp() throws IOException {
            link.shutdownOutput();
        }

        int exitCode() throws InterruptedException {
            assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as("ended")
                    .isTrue();
            return process.exitValue();
        }

        List<String> words() throws IOException {
            return Files.readAllLines(words);
        }

        @Override
        public void close() throws Exception {
            process.destroyForcibly().waitFor();
            link.close();
        }
    }
}
