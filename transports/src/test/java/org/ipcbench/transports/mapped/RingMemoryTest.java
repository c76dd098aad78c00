package org.ipcbench.transports.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.RingGeometry;
import org.ipcbench.transports.shared.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RingMemoryTest {
    private static final int KIB = 1 << 10;
    private static final int GIB = 1 << 30;

    @ParameterizedTest
    @ValueSource(ints = {20, 63, 64, 100, 2048, 65535})
    void messageMustFitOnceInEachDirection(int kibibytes) throws IOException {
        long totalBytes = (long) KIB * kibibytes + 8 * KIB; // of any odd size
        SizeLimit limit = memory(totalBytes).sizeLimit();
        long most = RingGeometry.largestRing(totalBytes);
        RingGeometry largest = geometry(limit.maximumBytes(), 0, most);
        assertThat(largest.totalBytes()).isLessThanOrEqualTo(totalBytes);
        assertThat(geometry(limit.maximumBytes() + 1, 0, most).totalBytes()).isGreaterThan(totalBytes);
        assertThat(limit.remedy()).contains("remount").contains("--shm-size");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3L * GIB})
    void ampleMemoryLimitsNoMessage(long totalBytes) {
        assertThat(memory(totalBytes).sizeLimit()).isEqualTo(SizeLimit.NONE);
    }

    @Test
    void fullMemoryIsReportedWithTheRemedy() throws IOException {
        RingGeometry geometry = geometry(64, 0, Long.MAX_VALUE);

        assertThat(RingFile.notAllocated(
                        SharedMemory.ROOT, geometry.totalBytes(), new IOException("No space left on device")))
                .hasMessageMatching("cannot allocate the \\d+ bytes of /dev/shm: No space left on device; ENOSPC; "
                        + ".*--shm-size.*");
        assertThat(RingFile.notAllocated(SharedMemory.ROOT, geometry.totalBytes(), new IOException("File too large")))
                .hasMessageEndingWith("File too large");
    }

    private static RingMemory memory(long totalBytes) {
        return new RingMemory(new SharedMemory(SharedMemory.ROOT, totalBytes));
    }

    private static RingGeometry geometry(int messageSizeBytes, int bufferBytes, long largestRing) throws IOException {
        Session session = new Session(Path.of("unused"), Token.random(), messageSizeBytes, bufferBytes, Duration.ZERO);
        return RingGeometry.of(session.maxMessageBytes(), session.bufferSizeBytes(), largestRing);
    }
}
