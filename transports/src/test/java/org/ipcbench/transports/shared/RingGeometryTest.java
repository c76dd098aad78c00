package org.ipcbench.transports.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingGeometryTest {
    private static final int MIB = 1 << 20;

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
    void defaultIsAMebibyteOrFourSlotsUpToAGibibyte(int messageSizeBytes, int slots, int strideBytes)
            throws IOException {
        assertThat(geometry(messageSizeBytes, 0, Long.MAX_VALUE)).isEqualTo(new RingGeometry(slots, strideBytes));
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
    void takesTheLargestPowerOfTwoOfSlotsThatTheBufferHolds(int messageSizeBytes, int bufferBytes, int slots)
            throws IOException {
        RingGeometry geometry = geometry(messageSizeBytes, bufferBytes, Long.MAX_VALUE);
        assertThat(geometry.slots()).isEqualTo(slots);
        assertThat(geometry.ringBytes()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"64, 63, 64", "65, 127, 128", "1073741824, 1, 1073741824"})
    void refusesABufferThatHoldsNoMessage(int messageSizeBytes, int bufferBytes, int smallest) throws IOException {
        assertThatIOException()
                .isThrownBy(() -> geometry(messageSizeBytes, bufferBytes, Long.MAX_VALUE))
                .withMessageContaining("--buffer " + bufferBytes)
                .withMessageEndingWith("at least " + smallest);
        assertThat(geometry(messageSizeBytes, smallest, Long.MAX_VALUE).slots()).isEqualTo(1);
    }

    @Test
    void usesFewerSlotsWhereTheFileSystemIsSmall() throws IOException {
        long totalBytes = 64L * MIB;
        RingGeometry geometry = geometry(10 * MIB, 0, RingGeometry.largestRing(totalBytes));
        assertThat(geometry.slots()).isEqualTo(2);
        assertThat(geometry.totalBytes()).isLessThanOrEqualTo(totalBytes);
    }

    private static RingGeometry geometry(int messageSizeBytes, int bufferBytes, long largestRing) throws IOException {
        Session session = new Session(Path.of("unused"), Token.random(), messageSizeBytes, bufferBytes, Duration.ZERO);
        return RingGeometry.of(session.maxMessageBytes(), session.bufferSizeBytes(), largestRing);
    }
}
