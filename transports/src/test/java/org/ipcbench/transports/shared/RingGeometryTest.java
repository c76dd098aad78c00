package org.ipcbench.transports.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.ring.RingFile;
import org.ipcbench.transports.ring.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingGeometryTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int GIB = 1 << 30;
    private static final Path MACHINES_SHARED_MEMORY = Path.of("/dev/shm");

    @ParameterizedTest
    @CsvSource({
        "1, 16384, 64",
        "64, 16384, 64",
        "65, 8192, 128",
        "1000, 1024, 1024",
        "1025, 1024, 1088",
        "65536, 16, 65536",
        "1048576, 4, 1048576",
        "268435456, 4, 268435456",
        "268435457, 2, 268435520",
        "536870913, 1, 536870976",
        "1073741824, 1, 1073741824"
    })
    void hasAMebibyteAndFourSlotsUnlessThatIsMoreThanAGibibyte(int sizeBytes, int slots, int strideBytes)
            throws IOException {
        assertThat(geometry(sizeBytes, 0, Long.MAX_VALUE)).isEqualTo(new RingGeometry(slots, strideBytes));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 64, 1",
        "64, 127, 1",
        "64, 1000, 8",
        "100, 1048576, 8192",
        "192, 2147483647, 8388608",
        "1073741760, 2147483647, 1", // a second one would be too much together with the cursors
        "1073741824, 2147483647, 1"
    })
    void takesTheLargestPowerOfTwoOfSlotsThatTheBufferHolds(int sizeBytes, int bufferBytes, int slots)
            throws IOException {
        RingGeometry geometry = geometry(sizeBytes, bufferBytes, Long.MAX_VALUE);
        assertThat(geometry.slots()).isEqualTo(slots);
        assertThat(geometry.ringBytes()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"64, 63, 64", "65, 127, 128", "1073741824, 1, 1073741824"})
    void refusesABufferThatHoldsNoMessage(int sizeBytes, int bufferBytes, int smallest) throws IOException {
        assertThatIOException()
                .isThrownBy(() -> geometry(sizeBytes, bufferBytes, Long.MAX_VALUE))
                .withMessageContaining("--buffer " + bufferBytes)
                .withMessageEndingWith("at least " + smallest);
        assertThat(geometry(sizeBytes, smallest, Long.MAX_VALUE).slots()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 63, 64, 100, 2048, 65535})
    void limitsMessagesToWhatFitsOnceInEitherDirection(int kibibytes) throws IOException {
        long totalBytes = (long) KIB * kibibytes + 8 * KIB; // of any odd size
        SizeLimit limit = new SharedMemory(MACHINES_SHARED_MEMORY, totalBytes).sizeLimit();
        long most = RingGeometry.largestRing(totalBytes);
        RingGeometry largest = geometry(limit.maximumBytes(), 0, most);
        assertThat(largest.totalBytes()).isLessThanOrEqualTo(totalBytes);
        assertThat(geometry(limit.maximumBytes() + 1, 0, most).totalBytes()).isGreaterThan(totalBytes);
        assertThat(limit.remedy()).contains("remount").contains("--shm-size");
    }

    @Test
    void usesFewerSlotsWhereTheFileSystemIsSmall() throws IOException {
        long totalBytes = 64L * MIB;
        RingGeometry geometry = geometry(10 * MIB, 0, RingGeometry.largestRing(totalBytes));
        assertThat(geometry.slots()).isEqualTo(2);
        assertThat(geometry.totalBytes()).isLessThanOrEqualTo(totalBytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3L * GIB})
    void limitsNothingWhereTheLargestMessageFits(long totalBytes) {
        assertThat(new SharedMemory(MACHINES_SHARED_MEMORY, totalBytes).sizeLimit())
                .isEqualTo(SizeLimit.NONE);
    }

    @Test
    void memoryThatIsFullInSpiteOfTheCheckIsToldWithTheRemedy() throws IOException {
        RingGeometry geometry = geometry(64, 0, Long.MAX_VALUE);

        assertThat(RingFile.notAllocated(MACHINES_SHARED_MEMORY, geometry, new IOException("No space left on device")))
                .hasMessageMatching("cannot allocate the \\d+ bytes of /dev/shm: No space left on device; ENOSPC; "
                        + ".*--shm-size.*");
        assertThat(RingFile.notAllocated(MACHINES_SHARED_MEMORY, geometry, new IOException("File too large")))
                .hasMessageEndingWith("File too large");
    }

    private static RingGeometry geometry(int sizeBytes, int bufferBytes, long largestRing) throws IOException {
        Session session = new Session(Path.of("unused"), Token.random(), sizeBytes, bufferBytes, Duration.ZERO);
        return RingGeometry.of(session, largestRing);
    }
}
