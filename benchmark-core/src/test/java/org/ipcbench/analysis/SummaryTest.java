package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import org.ipcbench.measure.Iteration;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.Question;
import org.junit.jupiter.api.Test;

final class SummaryTest {
    private final Summary summary =
            summaryOf(Iteration.of(100, 1, 500, 900), Iteration.of(300, 3, 700), Iteration.of(600, 2, 300, 1_100));

    @Test
    void ratesAreTotalsOverTotals() {
        // the mean of the three rates would be 166.7
        assertThat(summary.messagesPerSecond()).isCloseTo(1_000 / 6.0, within(1e-9));
        assertThat(summary.mebibytesPerSecond()).isCloseTo(1_000 / 6.0, within(1e-9));
    }

    @Test
    void ratesAreNotMeansOfRates() {
        Summary uneven = summaryOf(Iteration.of(100, 1), Iteration.of(100, 9));

        assertThat(uneven.messagesPerSecond()).isCloseTo(20, within(1e-9));
        assertThat(uneven.mebibytesPerSecond()).isCloseTo(20, within(1e-9));
    }

    @Test
    void countsAddUpAndDurationsAverage() {
        assertThat(summary.count()).isEqualTo(3);
        assertThat(summary.messages()).isEqualTo(1_000);
        assertThat(summary.losses().lost()).isEqualTo(3);
        assertThat(summary.question()).isEqualTo(Question.THROUGHPUT);
        assertThat(summary.meanSeconds()).isEqualTo(2);
        assertThat(summary.meanMebibytes()).isCloseTo(1_000 / 3.0, within(1e-9));
        assertThat(summary.clientCpuSeconds()).isEqualTo(1);
        assertThat(summary.serverCpuSeconds()).isEqualTo(0.5);
        assertThat(summary.clientAllocatedBytesPerMessage()).isEqualTo(3);
        assertThat(summary.serverAllocatedBytesPerMessage()).isEqualTo(5);
    }

    @Test
    void lossesAddUpAndSuccessRateCountsAllSentMessages() {
        assertThat(summary.losses()).isEqualTo(new Losses(3, 0, 0, 0));
        assertThat(summary.successRatePercent()).isCloseTo(100 * 1_000 / 1_003.0, within(1e-9));
    }

    @Test
    void histogramsAreMerged() {
        assertThat(summary.latencies().count()).isEqualTo(5);
        assertThat(summary.latencies().percentileNanos(50)).isEqualTo(700);
        assertThat(summary.latencies().minimumNanos()).isEqualTo(300);
        assertThat(summary.latencies().maximumNanos()).isEqualTo(1_100);
    }

    @Test
    void extremesAreAveragedOverTheIterations() {
        assertThat(summary.meanMinimumLatencyNanos()).isEqualTo(500);
        assertThat(summary.meanMaximumLatencyNanos()).isEqualTo(900);
    }

    @Test
    void threeIterationsGiveAnInterval() {
        Interval interval = summary.throughputInterval().orElseThrow();

        assertThat(interval.low()).isGreaterThanOrEqualTo(100).isLessThan(interval.high());
        assertThat(interval.high()).isLessThanOrEqualTo(300);
        assertThat(summaryOf(Iteration.of(1, 1), Iteration.of(1, 1)).throughputInterval())
                .isEmpty();
    }

    @Test
    void steadyIterationsHaveNoReasonForDoubt() {
        assertThat(summaryOf(Iteration.of(99, 1), Iteration.of(100, 1), Iteration.of(101, 1))
                        .doubts())
                .isEmpty();
    }

    @Test
    void oneShortIterationMakesTheFigureSuspect() {
        assertThat(summaryOf(Iteration.of(100, 1), Iteration.of(5, 0.05)).doubts())
                .containsExactly("measured for only 0.050 s, send more");
        assertThat(summaryOf(Iteration.of(10, Summary.SHORTEST_SECONDS)).doubts())
                .isEmpty();
    }

    @Test
    void costlyTimestampsMakeTheFigureSuspect() {
        // 60 ns in every message of 4 µs, and of 6 µs, which is just allowed
        assertThat(summaryOf(Iteration.of(250_000, 1), Iteration.of(249_000, 1)).doubts())
                .containsExactly("timestamps cost 1.5 %, a longer --warmup finds a wider sampling interval");
        assertThat(summaryOf(Iteration.of(100_000, 0.6)).doubts()).isEmpty();
    }

    @Test
    void unequalIterationsMakeTheFigureSuspect() {
        assertThat(summary.doubts()).singleElement().asString().startsWith("iterations differ: 95 % interval is ");
    }

    @Test
    void twoIterationsFarApartMakeTheFigureSuspect() {
        assertThat(summaryOf(Iteration.of(3143, 1), Iteration.of(1048, 1)).doubts())
                .containsExactly("iterations differ: from 1048 to 3143 MiB/s, use more of them or a quieter machine");
        assertThat(summaryOf(Iteration.of(125, 1), Iteration.of(100, 1)).doubts())
                .isEmpty();
    }

    @Test
    void reasonsHaveDotDecimalsInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(summaryOf(Iteration.of(5, 0.05)).doubts().get(0)).contains("0.050 s");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void summaryWithoutMeasurementIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> summaryOf());
    }

    private static Summary summaryOf(Measurement... iterations) {
        return Summary.of(List.of(iterations));
    }
}
