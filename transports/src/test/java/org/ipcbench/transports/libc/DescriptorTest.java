package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class DescriptorTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.createFile(directory.resolve("größe"));
    }

    @Test
    void writesFromPositionToLimitAndMovesThePosition() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(5).put(new byte[] {1, 2, 3, 4, 5});
        try (Descriptor channel = Descriptor.open(file, StandardOpenOption.WRITE)) {
            assertThat(channel.write(buffer.limit(4).position(1))).isEqualTo(3);
        }
        assertThat(buffer.position()).isEqualTo(4);
        assertThat(file).hasBinaryContent(new byte[] {2, 3, 4});
    }

    @Test
    void readsToPositionAndUpToLimitAndMovesThePosition() throws IOException {
        Files.write(file, new byte[] {1, 2, 3, 4, 5});
        ByteBuffer buffer = ByteBuffer.allocateDirect(5);
        try (Descriptor channel = Descriptor.open(file, StandardOpenOption.READ)) {
            assertThat(channel.read(buffer.limit(4).position(1))).isEqualTo(3);
        }
        assertThat(buffer.position()).isEqualTo(4);
        assertThat(buffer.clear()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 0}));
    }

    @Test
    void followsWhereTheCallerChangesTheBuffer() throws IOException {
        Files.write(file, new byte[] {1, 2});
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        ByteBuffer other = ByteBuffer.allocateDirect(1);
        try (Descriptor channel = Descriptor.open(file, StandardOpenOption.READ)) {
            channel.read(one);
            channel.read(other);
        }
        assertThat(one.get(0)).isEqualTo((byte) 1);
        assertThat(other.get(0)).isEqualTo((byte) 2);
    }

    @Test
    void tellsTheEndFromABufferWithoutRoom() throws IOException {
        try (Descriptor channel = Descriptor.open(file, StandardOpenOption.READ)) {
            assertThat(channel.read(ByteBuffer.allocateDirect(0))).isZero();
            assertThat(channel.read(ByteBuffer.allocateDirect(1))).isEqualTo(-1);
        }
    }

    @Test
    void cannotReadWhatIsOpenForWritingOnly() throws IOException {
        try (Descriptor channel = Descriptor.open(file, StandardOpenOption.WRITE)) {
            assertThatExceptionOfType(FailedCallException.class)
                    .isThrownBy(() -> channel.read(ByteBuffer.allocateDirect(1)))
                    .withMessage("read failed: EBADF (Bad file descriptor)");
        }
    }

    @Test
    void pipeWithoutReadersFailsTheWriterAndNotTheProcess() throws Exception {
        Process reader = new ProcessBuilder("cat").start();
        Path itsInput = Path.of("/proc", Long.toString(reader.pid()), "fd", "0");
        try (Descriptor channel = Descriptor.open(itsInput, StandardOpenOption.WRITE)) {
            reader.destroyForcibly().waitFor();
            assertThatExceptionOfType(FailedCallException.class)
                    .isThrownBy(() -> channel.write(ByteBuffer.allocateDirect(1)))
                    .withMessage("write failed: EPIPE (Broken pipe)");
        }
    }

    @Test
    void failureNamesTheFileThatCannotBeOpened() {
        Path missing = directory.resolve("missing");
        assertThatExceptionOfType(FailedCallException.class)
                .isThrownBy(() -> Descriptor.open(missing, StandardOpenOption.READ))
                .withMessage("open of %s failed: ENOENT (No such file or directory)", missing);
    }

    @Test
    void opensForOneDirectionOnly() {
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.open(file, StandardOpenOption.APPEND));
    }

    @Test
    void closingTwiceClosesNoOtherDescriptor() throws IOException {
        Descriptor channel = Descriptor.open(file, StandardOpenOption.READ);
        channel.close();
        assertThat(channel.isOpen()).isFalse();
        try (Descriptor heir = Descriptor.open(file, StandardOpenOption.READ)) {
            channel.close(); // its number is most likely the heir's by now
            assertThat(heir.read(ByteBuffer.allocateDirect(1))).isEqualTo(-1);
        }
    }
}
