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
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class DescriptorTest {
    @TempDir
    private Path directory;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(5);
    private final long address = CLibrary.addressOf(memory);
    private Path file;

    @BeforeEach
    void makeFile() throws IOException {
        file = Files.createFile(directory.resolve("größe"));
    }

    @Test
    void writesFromAnAddress() throws IOException {
        memory.put(new byte[] {1, 2, 3, 4, 5});
        try (Descriptor descriptor = Descriptor.open(file, StandardOpenOption.WRITE)) {
            assertThat(descriptor.write(address + 1, 3)).isEqualTo(3);
        }
        assertThat(file).hasBinaryContent(new byte[] {2, 3, 4});
    }

    @Test
    void readsUpToSoManyBytesToAnAddress() throws IOException {
        Files.write(file, new byte[] {1, 2, 3, 4, 5});
        try (Descriptor descriptor = Descriptor.open(file, StandardOpenOption.READ)) {
            assertThat(descriptor.read(address + 1, 3)).isEqualTo(3);
            assertThat(memory).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 0}));
            assertThat(descriptor.read(address, 5)).isEqualTo(2);
            assertThat(descriptor.read(address, 5)).isZero();
        }
    }

    @Test
    void cannotReadWhatIsOpenForWritingOnly() throws IOException {
        try (Descriptor descriptor = Descriptor.open(file, StandardOpenOption.WRITE)) {
            assertThatExceptionOfType(FailedCallException.class)
                    .isThrownBy(() -> descriptor.read(address, 1))
                    .withMessage("read failed: EBADF (Bad file descriptor)");
        }
    }

    @Test
    void pipeWithoutReadersFailsTheWriterAndNotTheProcess() throws Exception {
        Process reader = new ProcessBuilder("cat").start();
        Path itsInput = Path.of("/proc", Long.toString(reader.pid()), "fd", "0");
        try (Descriptor descriptor = Descriptor.open(itsInput, StandardOpenOption.WRITE)) {
            reader.destroyForcibly().waitFor();
            assertThatExceptionOfType(FailedCallException.class)
                    .isThrownBy(() -> descriptor.write(address, 1))
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
        Descriptor descriptor = Descriptor.open(file, StandardOpenOption.READ);
        descriptor.close();
        try (Descriptor heir = Descriptor.open(file, StandardOpenOption.READ)) {
            descriptor.close(); // its number is most likely the heir's by now
            assertThat(heir.read(address, 1)).isZero();
            assertThatExceptionOfType(FailedCallException.class).isThrownBy(() -> descriptor.read(address, 1));
        }
    }
}
