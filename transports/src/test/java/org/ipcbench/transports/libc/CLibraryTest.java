package org.ipcbench.transports.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.ipcbench.transport.Availability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class CLibraryTest {
    private static final int NO_DESCRIPTOR = -1;
    private static final int NO_ERRNO = 4095;

    private final LibC libc = CLibrary.calls();

    @Test
    void failedCallNamesTheCallTheErrorAndItsMeaning() {
        assertThatExceptionOfType(FailedCallException.class)
                .isThrownBy(() -> CLibrary.check("read", libc.read(NO_DESCRIPTOR, 0, 0)))
                .withMessage("read failed: EBADF (Bad file descriptor)")
                .satisfies(failure -> assertThat(failure.errno()).isEqualTo(Errno.EBADF));
    }

    @Test
    void errorIsThatOfTheLastCall(@TempDir Path directory) {
        assertThat(libc.close(NO_DESCRIPTOR)).isEqualTo(-1);
        assertThat(open(directory.resolve("missing"))).isEqualTo(-1);
        assertThat(FailedCallException.last("open")).hasMessage("open failed: ENOENT (No such file or directory)");
    }

    @Test
    void errorIsThatOfTheThreadsOwnCall(@TempDir Path directory) throws InterruptedException {
        assertThat(libc.close(NO_DESCRIPTOR)).isEqualTo(-1);
        AtomicReference<Errno> others = new AtomicReference<>();
        Thread other = new Thread(() -> {
            open(directory.resolve("missing"));
            others.set(Errno.last());
        });
        other.start();
        other.join();
        assertThat(Errno.last()).isEqualTo(Errno.EBADF);
        assertThat(others).hasValue(Errno.ENOENT);
    }

    @Test
    void jvmsOwnCallsDoNotChangeTheError(@TempDir Path directory) {
        assertThat(libc.close(NO_DESCRIPTOR)).isEqualTo(-1);
        System.gc();
        assertThat(directory.resolve("missing")).doesNotExist(); // fails as a system call, too
        assertThat(FailedCallException.last("close").errno()).isEqualTo(Errno.EBADF);
    }

    @Test
    void successfulResultIsReturned() throws FailedCallException {
        assertThat(CLibrary.check("shmat", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(CLibrary.check("read", 0)).isZero();
    }

    @Test
    void failuresAreNotMistakenForInterruptions() {
        assertThat(libc.close(NO_DESCRIPTOR)).isEqualTo(-1);
        assertThatExceptionOfType(FailedCallException.class)
                .isThrownBy(() -> FailedCallException.unlessInterrupted("close"));
    }

    @Test
    void returnedErrorsNeedNoErrno() {
        assertThat(FailedCallException.returned("pthread_mutex_lock", 130))
                .hasMessageStartingWith("pthread_mutex_lock failed: EOWNERDEAD (");
    }

    @Test
    void errorsWithoutNameKeepTheirNumber() {
        FailedCallException failure = FailedCallException.returned("ioctl", NO_ERRNO);
        assertThat(failure.errno()).isEqualTo(Errno.UNNAMED);
        assertThat(failure).hasMessageStartingWith("ioctl failed: errno " + NO_ERRNO + " (");
    }

    @Test
    void addressIsThatOfTheBuffersFirstByte() throws FailedCallException {
        ByteBuffer sent = ByteBuffer.allocateDirect(3).put(new byte[] {1, 2, 3});
        long address = CLibrary.addressOf(sent);
        assertThat(CLibrary.addressOf(sent.rewind())).isEqualTo(address);
        assertThat(CLibrary.addressOf(sent.slice(2, 1))).isEqualTo(address + 2);
    }

    @Test
    void memoryOnTheHeapHasNoAddress() {
        assertThatIllegalArgumentException().isThrownBy(() -> CLibrary.addressOf(ByteBuffer.allocate(1)));
    }

    @Test
    void libraryIsAvailableHere() {
        assertThat(CLibrary.availability()).isEqualTo(Availability.available());
        assertThatCode(CLibrary::calls).doesNotThrowAnyException();
    }

    @Test
    void libraryNamesWhatMakesTheCalls() {
        assertThat(CLibrary.LIBRARY.nameAndVersion())
                .matches("jnr-ffi \\d+\\.\\d+\\.\\d+|java\\.lang\\.foreign of JDK \\d+.*");
    }

    @Test
    void textsPassInBothDirections(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("gr\u00f6\u00dfe"));
        int descriptor = open(file);
        assertThat(descriptor).isNotNegative();
        assertThat(libc.close(descriptor)).isZero();
        assertThat(CText.at(libc.strerror(2))).isEqualTo("No such file or directory");
    }

    private int open(Path path) {
        return CText.pass(path.toString(), address -> libc.open(address, 0));
    }
}
