package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.ipcbench.measure.FakeClock;
import org.ipcbench.workload.Extent.Count;
import org.ipcbench.workload.Extent.Period;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExtentTest {
    private static final long MESSAGE_NANOS = 100;

    private final FakeClock clock = new FakeClock();
    private final PacedClient client = new PacedClient(clock, batch -> MESSAGE_NANOS);

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "4096, 4096, 1", "4097, 4096, 2", "8191, 4096, 2", "1073741824, 4096, 262144", "1, 65536, 1"
    })
    void volumeIsRoundedUpToWholeMessages(long totalBytes, int messageSizeBytes, long messages) {
        assertThat(Count.ofVolume(totalBytes, messageSizeBytes)).isEqualTo(new Count(messages));
    }

    @Test
    void countRunsOneBatchOfThatManyMessages() throws IOException {
        assertThat(new Count(12).run(client, clock, 4)).isEqualTo(12);

        assertThat(client.batches()).containsExactly(12L);
        assertThat(clock.looks()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "1000, 1, 11", "1000, 4, 13", "1000, 64, 65", "1001, 1, 12"})
    void periodRunsOneBatchOfThatDuration(long nanos, long messagesPerLook, long messages) throws IOException {
        assertThat(new Period(nanos).run(client, clock, messagesPerLook)).isEqualTo(messages);

        assertThat(client.batches()).containsExactly(messages);
    }

    @Test
    void periodReadsTheClockOncePerGroupOfMessages() throws IOException {
        new Period(1_600).run(client, clock, 8);

        assertThat(client.batches()).containsExactly(17L);
        assertThat(clock.looks()).isEqualTo(1 + 1 + 2);
    }

    @Test
    void emptyExtentIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Count(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Count.ofVolume(0, 64));
        assertThatIllegalArgumentException().isThrownBy(() -> new Period(0));
    }
}
