package org.ipcbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.measure.result.Mark;
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
    void volumeIsRoundedUpToWholeMessages(long totalBytes, int requestBytes, long messages) {
        assertThat(Count.ofVolume(totalBytes, requestBytes)).isEqualTo(new Count(messages));
    }

    @Test
    void clientsShareOutACountAndHaveTheSameTime() {
        assertThat(IntStream.range(0, 4).mapToObj(client -> new Count(10).share(client, 4)))
                .containsExactly(new Count(3), new Count(3), new Count(2), new Count(2));
        assertThat(new Count(10).share(0, 1)).isEqualTo(new Count(10));
        assertThat(new Period(5).share(3, 4)).isEqualTo(new Period(5));
    }

    @Test
    void countRunsOneBatchOfThatManyMessages() throws IOException {
        BatchTimer part = client.watchedPart();

        assertThat(new Count(12).run(client, part, MESSAGE_NANOS)).isEqualTo(12);

        assertThat(client.batches()).containsExactly(12L);
        assertThat(part.elapsedNanos()).isEqualTo(12 * MESSAGE_NANOS);
        assertThat(clock.looks()).isEqualTo(1 + 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 100000, 2", "1000, 100000, 11", "1000, 25000, 13", "1000, 1562.5, 65", "1001, 1e6, 12"})
    void periodRunsOneBatchOfThatDuration(long nanos, double messageNanos, long messages) throws IOException {
        assertThat(new Period(nanos).run(client, client.watchedPart(), messageNanos))
                .isEqualTo(messages);

        assertThat(client.batches()).containsExactly(messages);
    }

    @ParameterizedTest
    @CsvSource({"200000, 2", "50000000, 500", "500000000, 1000", "2000000000, 2000"})
    void periodIsOverAtOneOfAThousandLooksAtTheClock(long nanos, int looks) throws IOException {
        BatchTimer part = client.watchedPart();

        new Period(nanos).run(client, part, MESSAGE_NANOS);

        int marks = part.marks().size();
        assertThat(client.batches()).containsExactly(nanos / MESSAGE_NANOS + 1);
        assertThat(clock.looks()).isBetween(1 + looks + 1, 1 + looks + 1 + marks);
    }

    @ParameterizedTest
    @CsvSource({"1600000, 16", "100000, 16", "7, 7", "1, 1"})
    void countIsMarkedInSixteenths(long messages, int parts) throws IOException {
        BatchTimer part = client.watchedPart();

        new Count(messages).run(client, part, 1_000_000);

        List<Mark> marks = part.marks();
        assertThat(marks).hasSize(parts + 1);
        for (int i = 0; i <= parts; i++) {
            long soFar = messages * i / parts;
            assertThat(marks.get(i).messages()).isEqualTo(soFar);
            assertThat(marks.get(i).nanos() - marks.get(0).nanos()).isEqualTo(soFar * MESSAGE_NANOS);
        }
    }

    @ParameterizedTest
    @CsvSource({"500000000, 17", "6400000, 17", "2800000, 9", "100000, 2"})
    void periodIsMarkedByTimeButNotTooOften(long nanos, int count) throws IOException {
        BatchTimer part = client.watchedPart();

        new Period(nanos).run(client, part, MESSAGE_NANOS);

        assertThat(part.marks()).hasSizeBetween(count - 1, count);
        assertThat(part.marks().get(0).messages()).isZero();
        assertThat(part.marks().get(part.marks().size() - 1).messages())
                .isEqualTo(client.batches().get(0));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 1, 2", "1000000, 3500, 11", "1000000, 35, 2"})
    void shortCountHasFewerMarks(long messages, double messageNanos, int count) throws IOException {
        BatchTimer part = client.watchedPart();

        new Count(messages / 1_000).run(client, part, messageNanos);

        assertThat(part.marks()).hasSize(count);
    }

    @Test
    void emptyExtentIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Count(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Count.ofVolume(0, 64));
        assertThatIllegalArgumentException().isThrownBy(() -> new Period(0));
    }
}
