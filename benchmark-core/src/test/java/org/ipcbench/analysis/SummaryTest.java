package org.ipcbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.result.RunTally.Tally;
import org.junit.jupiter.api.Test;

final class SummaryTest {
    private final Summary summary =
            summaryOf(Iteration.of(100, 1, 500, 900), Iteration.of(300, 3, 700), Iteration.of(600, 2, 300, 1_100));

    @Test
    void ratesAreMeansOfTheIterationsRates() {
        // 100, 100 and 300 a second; the total over the total would be 166.7
        assertThat(summary.messagesPerSecond()).isCloseTo(500 / 3.0, within(1e-9));
        assertThat(summary.mebibytesPerSecond()).isCloseTo(500 / 3.0, within(1e-9));
    }

    @Test
    void aSlowIterationWeighsNoMoreThanAFastOne() {
        Summary uneven = summaryOf(Iteration.of(100, 1), Iteration.of(100, 9));

        assertThat(uneven.messagesPerSecond()).isCloseTo((100 + 100 / 9.0) / 2, within(1e-9));
    }

    @Test
    void countsAddUpAndDurationsAverage() {
        assertThat(summary.count()).isEqualTo(3);
        assertThat(summary.messages()).isEqualTo(1_000);
        assertThat(summary.losses().lost()).isEqualTo(3);
        assertThat(summary.latencyKind()).isEqualTo(LatencyKind.ONE_WAY);
        assertThat(summary.meanSeconds()).isEqualTo(2);
        assertThat(summary.meanMebibytes()).isCloseTo(1_000 / 3.0, within(1e-9));
        assertThat(summary.cpu().seconds(Measurement::clientCost)).isEqualTo(1);
        assertThat(summary.cpu().seconds(Measurement::serverCost)).isEqualTo(0.5);
        assertThat(summary.cpu().allocatedBytesPerMessage(Measurement::clientCost))
                .isEqualTo(3);
        assertThat(summary.cpu().allocatedBytesPerMessage(Measurement::serverCost))
                .isEqualTo(5);
    }

    @Test
    void lossesAddUpAndSuccessRateCountsAllSentMessages() {
        assertThat(summary.losses()).isEqualTo(new Losses(3, 0, 0, 0));
        assertThat(summary.successRatePercent()).isCloseTo(100 * 1_000 / 1_003.0, within(1e-9));
    }

    @Test
    void cpuTimeIsGivenForAMessage() {
        // half and a quarter of 10 ms, 10 ms and 3.3 ms a message
        assertThat(summary.cpu().nanosPerMessage(Measurement::clientCost)).isCloseTo(35e6 / 9, within(1.0));
        assertThat(summary.cpu().nanosPerMessage(Measurement::serverCost)).isCloseTo(35e6 / 18, within(1.0));
        assertThat(summary.cpu().auxiliaryNanosPerMessage()).isEmpty();
        assertThat(summary.cpu().nanosPerMessage()).isCloseTo(35e6 / 6, within(1.0));
    }

    @Test
    void extremesAreThoseOfAllIterations() {
        assertThat(summary.latencies().count()).isEqualTo(5);
        assertThat(summary.latencies().minimumNanos()).isEqualTo(300);
        assertThat(summary.latencies().maximumNanos()).isEqualTo(1_100);
    }

    @Test
    void extremesAreAveragedOverTheIterations() {
        assertThat(summary.latencies().meanMinimumNanos()).isEqualTo(500);
        assertThat(summary.latencies().meanMaximumNanos()).isEqualTo(900);
    }

    @Test
    void iterationsWeighAlikeInPercentilesHoweverManySamplesTheyHave() {
        Summary uneven = summaryOf(Iteration.of(1, 1, latencies(20, 100)), Iteration.of(1, 1, latencies(2_000, 400)));

        assertThat(uneven.latencies().percentileNanos(50).orElseThrow()).isCloseTo(200, within(1.0));
        assertThat(uneven.latencies().count()).isEqualTo(2_020);
    }

    @Test
    void aPercentileIsGivenWhereEveryIterationHasTenSamplesBeyondIt() {
        Summary uneven = summaryOf(Iteration.of(1, 1, latencies(1_000, 100)), Iteration.of(1, 1, latencies(999, 100)));

        assertThat(uneven.latencies().percentileNanos(90)).isPresent();
        assertThat(uneven.latencies().percentileNanos(99)).isEmpty();
        assertThat(uneven.latencies().curve())
                .allSatisfy(step -> assertThat(step.shareAbove()).isGreaterThan(0.01));
    }

    @Test
    void intervalsSurroundTheirOwnFigures() {
        Summary three = summaryOf(
                Iteration.of(99, 1, latencies(20, 99)),
                Iteration.of(100, 1, latencies(20, 100)),
                Iteration.of(101, 1, latencies(20, 101)));
        Interval rate = three.rateInterval().orElseThrow();
        Interval median = three.latencies().percentileInterval(50).orElseThrow();

        assertThat((rate.low() + rate.high()) / 2).isCloseTo(three.messagesPerSecond(), within(1e-9));
        // t of 4.303 at two degrees of freedom, over the root of three
        assertThat(three.relativeHalfWidth().orElseThrow()).isCloseTo(0.02484, within(1e-5));
        assertThat(three.throughputInterval()).contains(rate);
        assertThat(Math.sqrt(median.low() * median.high()))
                .isCloseTo(three.latencies().percentileNanos(50).orElseThrow(), within(1e-9));
        assertThat(three.meanLatencyInterval()).isPresent();
        assertThat(three.secondsInterval()).isPresent();
    }

    @Test
    void twoIterationsHaveNoInterval() {
        Summary two = summaryOf(Iteration.of(1, 1), Iteration.of(2, 1));

        assertThat(two.rateInterval()).isEmpty();
        assertThat(two.relativeHalfWidth()).isEmpty();
        assertThat(two.twoSpeeds()).isEmpty();
    }

    /** Messages of a stream wait in the same queue. */
    @Test
    void samplesOfFewIterationsMakeAnIntervalUnlessTheyDependOnEachOther() {
        Measurement stream = Iteration.of(1000, 1, latencies(1_000, 100));
        Measurement trips = stream.draft().latencyKind(LatencyKind.ROUND_TRIP).measurement();

        assertThat(summaryOf(trips, trips).latencies().certainty(50)).isPresent();
        assertThat(summaryOf(stream, stream).latencies().certainty(50)).isEmpty();
        assertThat(summaryOf(stream, stream, stream).latencies().certainty(50)).isPresent();
    }

    @Test
    void twoSpeedsHaveNoInterval() {
        Summary switching = summaryOf(
                Iteration.of(1_040, 1), Iteration.of(3_200, 1), Iteration.of(1_060, 1), Iteration.of(3_300, 1));

        assertThat(switching.twoSpeeds()).isPresent();
        assertThat(switching.rateInterval()).isEmpty();
        assertThat(switching.throughputInterval()).isEmpty();
        assertThat(switching.meanLatencyInterval()).isEmpty();
        assertThat(switching.relativeHalfWidth()).isEmpty();
    }

    @Test
    void twoSpeedsHaveAPercentileEach() {
        Summary switching = withLatencies(1.0, 3.0, 1.02, 3.05);
        Summary steady = withLatencies(1.0, 1.01, 1.02, 1.03);

        assertThat(switching.percentilesNanosBySpeed(50))
                .satisfiesExactly(
                        slow -> assertThat(slow).isCloseTo(29_700, withinPercentage(1)),
                        fast -> assertThat(fast).isCloseTo(9_900, withinPercentage(1)));
        assertThat(steady.percentilesNanosBySpeed(50)).hasSize(1);
    }

    /** In sixteenths on one CPU a round trip takes 5 us, in those on two CPUs 60 us; which came more often differs. */
    @Test
    void mediansOfTwoSpeedsWithinIterationsAreLatenciesThatOccurred() {
        Summary mixed = Summary.of(List.of(mixture(4), mixture(12), mixture(3), mixture(11), mixture(13)));

        assertThat(mixed.twoSpeeds().orElseThrow().basis()).isEqualTo(TwoSpeeds.Basis.SIXTEENTHS);
        assertThat(mixed.percentilesNanosBySpeed(50))
                .satisfiesExactly(
                        slow -> assertThat(slow).isCloseTo(60_000, withinPercentage(1)),
                        fast -> assertThat(fast).isCloseTo(5_000, withinPercentage(1)));
        assertThat(mixed.latencies().percentileNanos(50).orElseThrow()).isCloseTo(5_000, withinPercentage(1));
        assertThat(mixed.latencies().curve())
                .allSatisfy(step -> assertThat(step.nanos())
                        .satisfiesAnyOf(
                                nanos -> assertThat(nanos).isCloseTo(5_000, withinPercentage(1)),
                                nanos -> assertThat(nanos).isCloseTo(60_000, withinPercentage(1))));
    }

    @Test
    void mixturesAlikeHaveOneMedian() {
        Summary mixed = Summary.of(List.of(mixture(12), mixture(12), mixture(13)));

        assertThat(mixed.twoSpeeds().orElseThrow().basis()).isEqualTo(TwoSpeeds.Basis.SIXTEENTHS);
        assertThat(mixed.percentilesNanosBySpeed(50))
                .singleElement()
                .satisfies(nanos -> assertThat(nanos).isCloseTo(5_000, withinPercentage(1)));
    }

    @Test
    void noPercentileOfMixturesAlikeLiesBetweenTheSpeeds() {
        Summary mixed = Summary.of(List.of(mixture(12, 850), mixture(12, 850), mixture(13, 950)));

        assertThat(mixed.percentilesNanosBySpeed(90)) // slow in two of them, fast in the third
                .singleElement()
                .satisfies(nanos -> assertThat(nanos).isCloseTo(60_000, withinPercentage(1)));
    }

    /** So many of the sixteenths are the faster ones; latencies have the same shares. */
    private static Measurement mixture(int together) {
        return mixture(together, 1_000 * together / Occasion.PARTS);
    }

    private static Measurement mixture(int together, int fastOfThousand) {
        Occasion occasion = new Occasion();
        for (int mark = 0; mark <= Occasion.PARTS; mark++) {
            occasion.serverCpu(mark, mark > together ? 1 : 0);
            if (mark < Occasion.PARTS) {
                occasion.part(mark, mark < together ? 1 : 12);
            }
        }
        Histogram latencies = new Recorder().latencies();
        latencies.recordValueWithCount(5_000, 16L * fastOfThousand);
        latencies.recordValueWithCount(60_000, 16L * (1_000 - fastOfThousand));
        return occasion.measurement().draft().latencies(latencies).measurement();
    }

    private static Summary withLatencies(Double... rates) {
        return Summary.of(Stream.of(rates)
                .map(rate -> new Occasion()
                        .rate(rate)
                        .latencies(1000, Math.round(30_000 / rate))
                        .measurement())
                .toList());
    }

    @Test
    void noRateIsBelowZeroHoweverFarApartTheyAre() {
        Summary wild = summaryOf(Iteration.of(1, 1), Iteration.of(50, 1), Iteration.of(100, 1));

        assertThat(wild.rateInterval().orElseThrow().low()).isZero();
    }

    @Test
    void ratesKeepTheirRounds() {
        Tally tally = new Tally();
        tally.add(Iteration.of(100, 1), 1);
        tally.add(Iteration.of(50, 1), 2);
        tally.add(Iteration.of(102, 1), 4);
        tally.discard(2);

        assertThat(tally.summary().orElseThrow().speed().rateOfRound()).containsOnly(entry(1, 100.0), entry(4, 102.0));
        tally.discard(1);
        tally.discard(4);
        assertThat(tally.summary()).isEmpty();
    }

    @Test
    void summaryWithoutMeasurementIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> summaryOf());
    }

    private static Summary summaryOf(Measurement... iterations) {
        return Summary.of(List.of(iterations));
    }

    private static long[] latencies(int count, long nanos) {
        long[] latencies = new long[count];
        Arrays.fill(latencies, nanos);
        return latencies;
    }
}
