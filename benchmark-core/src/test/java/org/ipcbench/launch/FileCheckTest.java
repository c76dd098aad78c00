package org.ipcbench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.sample.Checksum;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileCheckTest {
    private static final byte[] FILE = {1, 2, 3};
    private static final Checksum SENT = contentOf(FILE);

    @TempDir
    private Path temporary;

    @SuppressWarnings("NullAway.Init") // every test begins with it
    private ScratchDirectory scratch;

    private Path target = Path.of("");

    @BeforeEach
    void writeOldTarget() throws IOException {
        scratch = ScratchDirectory.create(temporary, List.of());
        target = Files.writeString(temporary.resolve("target"), "old");
    }

    @AfterEach
    void nothingIsLeftBesides() throws IOException {
        scratch.close();
        try (var entries = Files.list(temporary)) {
            assertThat(entries).containsExactly(target);
        }
    }

    /** What the server has written where it was told to. */
    private FileCheck delivered(byte... written) throws IOException {
        FileCheck fileCheck = FileCheck.of(new Transfer(Path.of("file"), FILE.length, 16, target), scratch);
        Path path = ((Transfer) fileCheck.workload()).target();
        assertThat(path).isNotNull().isNotEqualTo(target).isEmptyFile();
        Files.write(path, written);
        return fileCheck;
    }

    @Test
    void receivedFileIsMovedToTheTarget() throws IOException, IterationFailedException {
        FileCheck fileCheck = delivered(FILE);
        assertThat(target).hasContent("old");

        fileCheck.confirm(List.of(SENT, SENT));

        assertThat(target).hasBinaryContent(FILE);
    }

    @Test
    void damagedOrShortFileFails() throws IOException {
        assertFails(delivered(FILE), "the server received 3 bytes", SENT, contentOf((byte) 1, (byte) 2, (byte) 4));
        assertFails(delivered(FILE), "the server received 2 bytes", SENT, contentOf((byte) 1, (byte) 2));
    }

    @Test
    void differentlyWrittenFileFails() throws IOException {
        assertFails(delivered((byte) 1, (byte) 2), "the target holds 2 bytes", SENT, SENT);
        assertFails(delivered((byte) 3, (byte) 2, (byte) 1), "the target holds 3 bytes", SENT, SENT);
    }

    @Test
    void partialFileFails() throws IOException {
        Checksum part = contentOf((byte) 1);
        assertFails(delivered((byte) 1), "the file has 3 bytes, the client sent 1 bytes", part, part);
    }

    @Test
    void missingChecksumFails() throws IOException {
        assertFails(delivered(FILE), "the halves reported 1 checksums of the file, expected 2", SENT);
    }

    @Test
    void otherWorkloadsHaveNoFileToCheck() throws IOException, IterationFailedException {
        Workload stream = new MessageStream(new Extent.Count(1), 64);
        FileCheck fileCheck = FileCheck.of(stream, scratch);

        fileCheck.confirm(List.of());

        assertThat(fileCheck.workload()).isSameAs(stream);
    }

    private void assertFails(FileCheck fileCheck, String reason, Checksum... seen) throws IOException {
        assertThatExceptionOfType(IterationFailedException.class)
                .isThrownBy(() -> fileCheck.confirm(List.of(seen)))
                .withMessageContaining(reason);
        assertThat(target).hasContent("old");
    }

    private static Checksum contentOf(byte... bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return new Checksum(bytes.length, checksum.getValue());
    }
}
