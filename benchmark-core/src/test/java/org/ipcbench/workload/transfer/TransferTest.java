package org.ipcbench.workload.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Mark;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.MemoryChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.CorruptMessageException;
import org.ipcbench.workload.message.MisplacedMessageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both halves on one thread: the server handles a whole batch when the client waits for the acknowledgement. */
final class TransferTest {
    private static final int MESSAGE_BYTES = 64;
    private static final int CONTENT_BYTES = MESSAGE_BYTES - Long.BYTES;

    private final Recorder sent = new Recorder();
    private final Recorder received = new Recorder();
    private final List<Integer> lengths = new ArrayList<>();

    @TempDir
    private Path directory;

    private Path file = Path.of("");
    private Path target = Path.of("");
    private Transfer transfer = new Transfer(file, 0, MESSAGE_BYTES, null);

    @SuppressWarnings("NullAway.Init") // every test connects first
    private MemoryChannel clientEnd;

    @SuppressWarnings("NullAway.Init")
    private ClientHalf client;

    @SuppressWarnings("NullAway.Init")
    private ServerHalf server;

    @BeforeEach
    void makeTarget() throws IOException {
        file = directory.resolve("file");
        target = Files.createFile(directory.resolve("target"));
    }

    private byte[] connect(int fileBytes) throws IOException {
        byte[] content = new byte[fileBytes];
        new Random(fileBytes).nextBytes(content);
        Files.write(file, content);
        transfer = new Transfer(file, fileBytes, MESSAGE_BYTES, target);
        MemoryChannel.Ends ends = MemoryChannel.connect(MESSAGE_BYTES);
        clientEnd = ends.client();
        client = transfer.client(clientEnd, MESSAGE_BYTES, sent, NanoClock.system());
        server = transfer.server(ends.server(), MESSAGE_BYTES, received, NanoClock.system());
        clientEnd.whenStarved(server::batch);
        return content;
    }

    private void warmUp() throws IOException {
        client.batch(5);
        client.batch(1);
        sent.reset();
        received.reset();
        clientEnd.whenStarved(() -> {
            clientEnd.underway().forEach(message -> lengths.add(message.length));
            server.batch();
        });
    }

    private void measure() throws IOException {
        transfer.extent().run(client, new BatchTimer(sent, NanoClock.system(), () -> 0, () -> Mark.UNKNOWN_CPU), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 8",
        "1, 9",
        "55, 63",
        "56, 64",
        "57, 64 9",
        "112, 64 64",
        "113, 64 64 9",
    })
    void fileIsSentInFullMessagesAndARemainder(int fileBytes, String expected) throws IOException {
        byte[] content = connect(fileBytes);
        warmUp();

        measure();

        assertThat(String.join(" ", lengths.stream().map(String::valueOf).toList()))
                .isEqualTo(expected);
        assertThat(target).hasBinaryContent(content);
        assertThat(sent.messages()).isEqualTo(lengths.size()).isEqualTo(received.messages());
        assertThat(sent.contents()).containsExactly(contentOf(content)).isEqualTo(received.contents());
    }

    @Test
    void warmUpRepeatsTheFilesBeginningAndWritesNothing() throws IOException {
        connect(2 * CONTENT_BYTES + 1);
        List<byte[]> messages = new ArrayList<>();
        clientEnd.whenStarved(() -> {
            messages.addAll(clientEnd.underway());
            server.batch();
        });

        client.batch(5);
        client.batch(1);

        assertThat(messages)
                .hasSize(6)
                .allSatisfy(message -> assertThat(message).hasSize(MESSAGE_BYTES));
        assertThat(behindHeader(messages.get(0)))
                .isEqualTo(behindHeader(messages.get(2)))
                .isEqualTo(behindHeader(messages.get(4)))
                .isNotEqualTo(behindHeader(messages.get(1)));
        assertThat(target).isEmptyFile();
    }

    @Test
    void fileOfOneMessageIsNotMistakenForTheEndOfTheWarmUp() throws IOException {
        byte[] content = connect(3);
        warmUp();

        measure();
        assertThat(target).hasBinaryContent(content);
        measure();
        assertThat(target).hasBinaryContent(content);
    }

    @Test
    void nothingIsWrittenWithoutATarget() throws IOException {
        byte[] content = connect(1_000);
        MemoryChannel.Ends ends = MemoryChannel.connect(MESSAGE_BYTES);
        Workload nowhere = new Transfer(file, 1_000, MESSAGE_BYTES, null);
        clientEnd = ends.client();
        client = nowhere.client(clientEnd, MESSAGE_BYTES, sent, NanoClock.system());
        server = nowhere.server(ends.server(), MESSAGE_BYTES, received, NanoClock.system());
        clientEnd.whenStarved(server::batch);
        warmUp();

        measure();

        assertThat(received.contents()).containsExactly(contentOf(content));
        assertThat(target).isEmptyFile();
    }

    @Test
    void damagedFileHasAnotherChecksum() throws IOException {
        byte[] content = connect(1_000);
        warmUp();
        clientEnd.whenStarved(() -> {
            clientEnd.underway().getLast()[Long.BYTES] ^= 1;
            server.batch();
        });

        measure();

        assertThat(sent.contents()).containsExactly(contentOf(content));
        assertThat(received.contents()).isNotEqualTo(sent.contents());
    }

    @Test
    void messageThatIsMissingFails() throws IOException {
        connect(1_000);
        warmUp();
        clientEnd.whenStarved(() -> {
            clientEnd.underway().removeFirst();
            server.batch();
        });

        assertThatExceptionOfType(MisplacedMessageException.class)
                .isThrownBy(this::measure)
                .withMessage("message 6 is lost: message 7 arrived in its place");
    }

    @Test
    void truncatedFileFails() throws IOException {
        connect(2 * CONTENT_BYTES);
        warmUp();

        assertThatExceptionOfType(CorruptMessageException.class)
                .isThrownBy(() -> client.batch(1))
                .withMessageContaining("whether it is the last one");
    }

    @ParameterizedTest
    @CsvSource({"999", "0", "1001"})
    void fileThatChangesItsSizeFails(int newBytes) throws IOException {
        connect(1_000);
        warmUp();
        Files.write(file, new byte[newBytes]);

        assertThatIOException()
                .isThrownBy(this::measure)
                .withMessageContaining("had 1000 bytes, and has %d now".formatted(newBytes));
    }

    @Test
    void unreadableOrUnwritableFileIsNamed() throws IOException {
        connect(1);
        Files.delete(file);
        Files.delete(target);

        assertThatIOException()
                .isThrownBy(() -> transfer.client(clientEnd, MESSAGE_BYTES, sent, NanoClock.system()))
                .withMessageContaining("cannot read '%s'".formatted(file));
        assertThatIOException()
                .isThrownBy(() -> transfer.server(clientEnd, MESSAGE_BYTES, sent, NanoClock.system()))
                .withMessageContaining("cannot write '%s'".formatted(target));
    }

    private static Checksum behindHeader(byte[] message) {
        return contentOf(Arrays.copyOfRange(message, Long.BYTES, message.length));
    }

    private static Checksum contentOf(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return new Checksum(bytes.length, checksum.getValue());
    }
}
