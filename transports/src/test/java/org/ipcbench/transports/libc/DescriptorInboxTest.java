package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.Polling;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorInboxTest {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final int O_RDONLY = 0;

    private final byte[] proof = Token.random().clientProof();
    private final byte[] wrong = Token.random().clientProof();

    @TempDir
    Path directory;

    @BeforeEach
    void skipWhereThereAreNoNativeCalls() {
        assumeThat(CLibrary.availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void descriptorsArriveAsCopiesOfTheSameFiles() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        int sent = CText.pass(file.toString(), path -> CLibrary.calls().open(path, O_RDONLY));
        try (DescriptorInbox inbox = DescriptorInbox.in(directory)) {
            DescriptorInbox.send(inbox.path(), proof, sent, sent);
            int[] received = inbox.receive(proof, 2, new Polling(SHORT));
            assertThat(received).doesNotContain(sent).doesNotHaveDuplicates();
            for (int copy : received) {
                assertThat(DESCRIPTORS.resolve(Integer.toString(copy)).toRealPath())
                        .isEqualTo(file.toRealPath());
                CLibrary.calls().close(copy);
            }
        } finally {
            CLibrary.calls().close(sent);
        }
    }

    @Test
    void whatStrangersSendIsClosedAndPassedOver() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        int sent = CText.pass(file.toString(), path -> CLibrary.calls().open(path, O_RDONLY));
        try (DescriptorInbox inbox = DescriptorInbox.in(directory)) {
            DescriptorInbox.send(inbox.path(), wrong, sent, sent);
            DescriptorInbox.send(inbox.path(), new byte[Token.PROOF_BYTES + 1], sent);
            DescriptorInbox.send(inbox.path(), proof, sent); // fewer than there should be
            assertThatIOException()
                    .isThrownBy(() -> inbox.receive(proof, 2, new Polling(SHORT)))
                    .withMessageContaining("file descriptors of the other side: not within 50 ms");
            assertThat(openOnes(file)).isOne();
        } finally {
            CLibrary.calls().close(sent);
        }
    }

    @Test
    void socketIsThisUsersAloneAndGoesWithTheInbox() throws IOException {
        try (DescriptorInbox inbox = DescriptorInbox.in(directory)) {
            assertThat(inbox.path()).hasParent(directory);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inbox.path())))
                    .isEqualTo("rw-------");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void longPathIsRefusedInPlainWords() throws IOException {
        Path deep = Files.createDirectory(directory.resolve("d".repeat(100)));
        assertThatIOException()
                .isThrownBy(() -> DescriptorInbox.in(deep))
                .withMessageContaining("the path of a Unix socket has at most 107 bytes");
    }

    private static long openOnes(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            return descriptors.filter(descriptor -> leadsTo(descriptor, file)).count();
        }
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file.toRealPath());
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
