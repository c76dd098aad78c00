package org.ipcbench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Stop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
final class ControlLinkTest {
    @TempDir
    private Path directory;

    private SocketPair sockets;
    private ControlLink launcher;
    private ControlLink peer;

    @BeforeEach
    void connect() throws IOException {
        sockets = SocketPair.open(directory);
        launcher = new ControlLink(sockets.launcherEnd());
        peer = new ControlLink(sockets.peerEnd());
    }

    @AfterEach
    void disconnect() throws IOException {
        sockets.close();
    }

    @ParameterizedTest
    @MethodSource("org.ipcbench.control.SampleMessages#all")
    void everyMessageArrivesBothWays(ControlMessage message) throws IOException {
        launcher.send(message);
        assertThat(peer.receive()).isEqualTo(message);

        peer.send(message);
        assertThat(launcher.receive()).isEqualTo(message);
    }

    @Test
    void severalLinesOfOneReadAreSeveralMessages() throws IOException {
        write(sockets.launcherEnd(), """
                {"type":"Go"}
                {"reason":"no","type":"Failed"}
                {"type":"Stop"}
                """);

        assertThat(peer.receive()).isEqualTo(new Go());
        assertThat(peer.receive()).isEqualTo(new Failed("no"));
        assertThat(peer.receive()).isEqualTo(new Stop());
    }

    @Test
    void oneLineOfSeveralReadsIsOneMessage() throws IOException {
        // two bytes each, at odd places: some character lies across the end of a read
        ControlMessage longer = new Failed("ü".repeat(10_000));
        launcher.send(longer);
        launcher.send(new Go());

        assertThat(peer.receive()).isEqualTo(longer);
        assertThat(peer.receive()).isEqualTo(new Go());
    }

    @Test
    void endOfStreamGivesNull() throws IOException {
        launcher.send(new Stop());
        launcher.close();

        assertThat(peer.receive()).isEqualTo(new Stop());
        assertThat(peer.receive()).isNull();
        assertThat(peer.receive()).isNull();
    }

    @Test
    void incompleteLastLineIsNotAMessage() throws IOException {
        write(sockets.launcherEnd(), "{\"type\":\"St");
        launcher.close();

        assertThat(peer.receive()).isNull();
    }

    @Test
    void lineWithoutEndIsRefusedAndNotKept() {
        CompletableFuture<Void> endless = CompletableFuture.runAsync(
                () -> {
                    try {
                        write(sockets.launcherEnd(), "x".repeat(ControlLink.MAX_LINE_BYTES + 1));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                this::run);

        assertThatIOException()
                .isThrownBy(peer::receive)
                .withMessage("a control line is longer than %d bytes".formatted(ControlLink.MAX_LINE_BYTES));
        endless.join();
    }

    @Test
    void concurrentSendersDoNotInterleave() throws IOException {
        int messagesPerSender = 50;
        List<ControlMessage> messages = IntStream.range(0, 4)
                .<ControlMessage>mapToObj(
                        sender -> new Failed(String.valueOf(sender).repeat(50_000)))
                .toList();
        List<CompletableFuture<Void>> senders = messages.stream()
                .map(message -> CompletableFuture.runAsync(() -> sendRepeatedly(message, messagesPerSender), this::run))
                .toList();

        List<ControlMessage> received = new ArrayList<>();
        for (int i = 0; i < messagesPerSender * messages.size(); i++) {
            received.add(peer.receive());
        }

        senders.forEach(CompletableFuture::join);
        assertThat(messages)
                .allSatisfy(message ->
                        assertThat(received).filteredOn(message::equals).hasSize(messagesPerSender));
    }

    private void run(Runnable sender) {
        new Thread(sender).start();
    }

    private void sendRepeatedly(ControlMessage message, int times) {
        for (int i = 0; i < times; i++) {
            try {
                launcher.send(message);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void write(SocketChannel socket, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }
}
