package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 99, 100, 101, 12_345, 100_000})
    void figuresAreThoseOfTheHistogram(int count) {
        Histogram histogram = new Recorder().latencies();
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            histogram.recordValue(Math.round(Math.exp(20 * random.nextDouble())));
        }

        Latencies latencies = new Latencies(histogram);

        assertThat(latencies.count()).isEqualTo(count);
        assertThat(latencies.minimumNanos()).isEqualTo(histogram.getMinValue());
        assertThat(latencies.maximumNanos()).isEqualTo(histogram.getMaxValue());
        assertThat(latencies.meanNanos()).isEqualTo(histogram.getMean());
        for (double percentile : List.of(50.0, 90.0, 99.0, 99.9, 99.99, 100.0)) {
            assertThat(latencies.percentileNanos(percentile))
                    .as("percentile %s", percentile)
                    .isEqualTo(histogram.getValueAtPercentile(percentile));
        }
    }

    @Test
    void shareBeyondALatencyIsReadFromTheCurve() {
        Histogram histogram = new Recorder().latencies();
        for (int i = 1; i <= 100_000; i++) {
            histogram.recordValue(1_000_000L * 100_000 / i); // a share of one in ten exceeds ten times the least
        }
        Latencies latencies = new Latencies(histogram);

        assertThat(latencies.shareBeyond(900_000)).isEqualTo(1);
        assertThat(latencies.shareBeyond(2e6)).isCloseTo(0.5, within(0.005));
        assertThat(latencies.shareBeyond(1e7)).isCloseTo(0.1, within(0.001));
        assertThat(latencies.shareBeyond(1.5e8)).isCloseTo(1 / 150.0, within(1e-4));
        assertThat(latencies.shareBeyond((double) histogram.getMaxValue())).isZero();
    }

    @Test
    void shareBeyondALatencyThatManyMessagesHaveLeavesThemOut() {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValueWithCount(1_000, 990);
        histogram.recordValueWithCount(3_000_000, 10);
        Latencies latencies = new Latencies(histogram);

        assertThat(latencies.shareBeyond(2_900_000)).isCloseTo(0.01, within(0.0015));
        assertThat(latencies.shareBeyond(500)).isEqualTo(1);
    }

    @Test
    void percentilesOfAllCallsAreThoseOfOneHistogram() {
        Random random = new Random(3);
        Histogram all = new Recorder().latencies();
        List<Latencies> iterations = new ArrayList<>();
        for (int samples : List.of(1_000, 5_000, 30_000)) { // an iteration counts by its samples
            Histogram histogram = new Recorder().latencies();
            for (int i = 0; i < samples; i++) {
                histogram.recordValue(Math.round(1e9 / samples * Math.exp(random.nextGaussian())));
            }
            all.add(histogram);
            iterations.add(new Latencies(histogram));
        }

        CellLatencies cell = new CellLatencies(iterations);

        for (double percentile : List.of(50.0, 90.0, 99.0, 99.9)) {
            assertThat(cell.percentileOfAllCallsNanos(percentile))
                    .hasValue((double) all.getValueAtPercentile(percentile));
        }
        assertThat(cell.percentileOfAllCallsNanos(99.99)).isEmpty(); // four samples beyond it
        assertThat(new CellLatencies(iterations, true, false, false).percentileOfAllCallsNanos(50))
                .as("withheld")
                .isEmpty();
    }

    @Test
    void disturbedIterationIsToldWhereItDecidesThePercentileOfAllCalls() {
        Latencies calm = late(0);

        assertThat(new CellLatencies(List.of(calm, calm, late(600), calm)).disagreements())
                .filteredOn(each -> each.percentile() == 99)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.allCallsNanos()).isCloseTo(2e6, withinPercentage(1)); // the mean is 112 us
                    assertThat(each.disturbed()).isEqualTo(1);
                    assertThat(each.iterations().count()).isEqualTo(4);
                });
        assertThat(new CellLatencies(List.of(calm, calm, late(300), calm)).disagreements())
                .filteredOn(each -> each.percentile() == 99)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.allCallsNanos()).isCloseTo(43e3, withinPercentage(1)); // too few for all calls
                    assertThat(each.disturbed()).isEqualTo(1);
                });
        assertThat(new CellLatencies(List.of(calm, calm, calm, calm)).disagreements())
                .isEmpty();
        assertThat(new CellLatencies(List.of(calm)).disagreements()).isEmpty();
    }

    @Test
    void iterationsOfTwoSpeedsDoNotDisagree() {
        assertThat(new CellLatencies(List.of(late(0), late(600)), false, true, true).disagreements())
                .isEmpty();
    }

    /** 10,000 latencies of 43 us, so many of them 2 ms. */
    private static Latencies late(int late) {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValueWithCount(43_000, 10_000L - late);
        if (late > 0) {
            histogram.recordValueWithCount(2_000_000, late);
        }
        return new Latencies(histogram);
    }

    @Test
    void withoutSamplesThereAreNoPercentiles() {
        Latencies latencies = new Latencies(new Recorder().latencies());

        assertThat(latencies.count()).isZero();
        assertThat(latencies.percentileNanos(50)).isZero();
        assertThat(latencies.percentileNanos(99)).isZero();
        assertThat(latencies.tells(50)).isFalse();
    }

    @Test
    void missingPercentileIsNotInterpolated() {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValue(1);

        assertThatIllegalArgumentException().isThrownBy(() -> new Latencies(histogram).percentileNanos(75));
    }

    @ParameterizedTest
    @CsvSource({"50, 20", "90, 100", "99, 1000", "99.9, 10000", "99.99, 100000"})
    void aPercentileIsToldByTenSamplesBeyondIt(double percentile, int enough) {
        assertThat(equal(enough).tells(percentile)).isTrue();
        assertThat(equal(enough - 1).tells(percentile)).isFalse();
    }

    private static Latencies equal(int count) {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValueWithCount(7, count);
        return new Latencies(histogram);
    }

    @Test
    void histogramHasNoGapAndIterationsWeighAlike() {
        Histogram few = new Recorder().latencies();
        few.recordValueWithCount(1_000, 10);
        Histogram many = new Recorder().latencies();
        many.recordValueWithCount(1_000, 500);
        many.recordValueWithCount(100_000, 500);

        List<CellLatencies.Bin> bins = new CellLatencies(List.of(new Latencies(few), new Latencies(many))).histogram();

        assertThat(bins).hasSize(2 * CellLatencies.BINS_PER_DECADE + 1);
        assertThat(bins.get(0).lowNanos()).isEqualTo(1_000);
        assertThat(bins.get(0).share()).isCloseTo(0.75, within(1e-6));
        assertThat(bins.get(bins.size() - 1).share()).isCloseTo(0.25, within(1e-6));
        assertThat(bins)
                .extracting(CellLatencies.Bin::share)
                .filteredOn(share -> share > 0)
                .hasSize(2);
    }

    @Test
    void latenciesOfTwoClocksAreWithheldAltogether() {
        Histogram histogram = new Recorder().latencies();
        histogram.recordValueWithCount(10_000, 1000);

        CellLatencies withheld = new CellLatencies(List.of(new Latencies(histogram)), true, false, true);

        assertThat(withheld.histogram()).isEmpty();
        assertThat(withheld.curve()).isEmpty();
        assertThat(withheld.count()).isZero();
        assertThat(withheld.percentileNanos(50)).isEmpty();
        assertThat(withheld.certainty(50)).isEmpty();
        assertThat(withheld.lateShare(1, 0, 0)).isEmpty();
        assertThat(withheld.means()).isEmpty();
        assertThat(new CellLatencies(List.of(new Latencies(new Recorder().latencies()))).histogram())
                .isEmpty();
    }
}
