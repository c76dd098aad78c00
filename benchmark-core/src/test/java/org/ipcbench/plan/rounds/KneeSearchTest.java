package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.plan.rounds.KneeSearch.RateResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KneeSearchTest {
    private static final double UNLOADED_NANOS = 5_000;

    private final List<Long> tried = new ArrayList<>();

    /** A queue whose latencies grow with 1 ÷ (1 − load): ten times as long at nine tenths of its capacity. */
    private RateResult queue(long perSecond, double capacity) {
        tried.add(perSecond);
        return perSecond >= capacity
                ? new RateResult(false, 0)
                : new RateResult(true, UNLOADED_NANOS / (1 - perSecond / capacity));
    }

    @ParameterizedTest
    @ValueSource(doubles = {7_000, 123_456, 2_500_000})
    void findsTheRateBelowTenTimesTheUnloadedPercentile(double capacity) throws Exception {
        KneeSearch.FoundKnee knee =
                new KneeSearch(rate -> queue(rate, capacity)).find().orElseThrow();

        assertThat(knee.perSecond() / (0.9 * capacity)).isBetween(0.9, 1.05);
        assertThat(tried).hasSizeLessThan(30);
    }

    @Test
    void oneSpoiltTryAtARateDoesNotLowerTheKnee() throws Exception {
        KneeSearch climb = new KneeSearch(rate -> {
            RateResult outcome = queue(rate, 1_000_000);
            boolean again = tried.indexOf(rate) < tried.size() - 1;
            return again || rate == KneeSearch.UNLOADED_PER_SECOND ? outcome : new RateResult(true, 1e9);
        });

        assertThat(climb.find().orElseThrow().perSecond()).isBetween(810_000L, 950_000L);
    }

    @Test
    void transportThatCarriesNothingHasNoKnee() throws Exception {
        KneeSearch search = new KneeSearch(rate -> new RateResult(false, 0));

        assertThat(search.find()).isEmpty();
        assertThat(search.tried()).containsExactly(15L, 62L, 250L, 1_000L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {20, 60, 500, 900})
    void kneeBelowTheFirstRateIsFound(double capacity) throws Exception {
        KneeSearch.FoundKnee knee =
                new KneeSearch(rate -> queue(rate, capacity)).find().orElseThrow();

        assertThat(knee.perSecond()).isGreaterThan(Math.round(0.7 * capacity)).isLessThan(Math.round(capacity));
        assertThat(knee.unloadedPerSecond()).isEqualTo(knee.lowestPerSecond()).isLessThan(Math.round(capacity));
        assertThat(tried).hasSizeLessThan(25);
    }

    @Test
    void firstRateThatIsSpoiltDoesNotLowerTheKnee() throws Exception {
        KneeSearch search = new KneeSearch(rate -> tried.isEmpty() ? queue(rate, 1) : queue(rate, 100_000));

        assertThat(search.find().orElseThrow().perSecond()).isBetween(81_000L, 100_000L);
    }

    @Test
    void transportWithoutLimitEndsTheClimb() throws IterationFailedException, InterruptedException {
        assertThat(new KneeSearch(rate -> new RateResult(true, 100))
                        .find()
                        .orElseThrow()
                        .perSecond())
                .isBetween(47_000_000L, 50_000_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9, 10, 99, 100, 120, 4_300, 1_000_000})
    void ratesWithTwoDigitsAreKept(long rate) {
        assertThat(KneeSearch.rounded((double) rate)).isEqualTo(rate);
    }

    /** A transport of which a share of messages is late in proportion to the rate. */
    private RateResult lateInProportion(long perSecond, double rateAtBound) {
        tried.add(perSecond);
        return new RateResult(perSecond < 2 * rateAtBound, 0, LatencyBound.MAX_LATE_SHARE * perSecond / rateAtBound);
    }

    @Test
    void capacityIsTheRateAtWhichAHundredthOfTheMessagesIsLate() throws Exception {
        assertThat(new KneeSearch(rate -> lateInProportion(rate, 50_000), true)
                        .find()
                        .orElseThrow()
                        .perSecond())
                .isBetween(47_000L, 50_000L);
        assertThat(tried).as("clear rates are tried once").startsWith(1_000L, 4_000L, 16_000L, 64_000L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {30, 500, 900})
    void capacityBelowTheFirstRateIsFound(double rateAtBound) throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(rate -> lateInProportion(rate, rateAtBound), true)
                .find()
                .orElseThrow();

        assertThat(knee.perSecond() / rateAtBound).isBetween(0.9, 1.0);
        assertThat(knee.unloadedPerSecond()).isLessThan(Math.round(rateAtBound));
    }

    @Test
    void lowRatesAtWhichIdleCpusWakeUpTooLateDoNotHideTheCapacity() throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(
                        rate -> rate < 10_000 ? new RateResult(true, 0, 0.05) : lateInProportion(rate, 50_000), true)
                .find()
                .orElseThrow();

        assertThat(knee.lowestPerSecond()).isEqualTo(16_000);
        assertThat(knee.perSecond()).isBetween(47_000L, 50_000L);
    }

    @Test
    void transportThatIsLateAtEveryLowRateHasNoCapacity() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    tried.add(rate);
                    return new RateResult(true, 0, 0.05);
                },
                true);

        assertThat(search.find()).isEmpty();
        assertThat(tried).contains(1_000L, 4_000L, 16_000L).hasSizeLessThan(10);
    }

    @Test
    void searchThatHasTriedOftenTriesNoRateMoreThanTwice() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    tried.add(rate);
                    return new RateResult(rate < 1_000_000, 0, 0.009);
                },
                true);

        assertThat(search.find().orElseThrow().perSecond()).isGreaterThan(900_000);
        assertThat(tried).filteredOn(rate -> rate == 64_000).hasSize(KneeSearch.MAX_TRIES_AT_BOUND);
        assertThat(tried).filteredOn(rate -> rate == 256_000).hasSize(2);
        assertThat(tried).hasSizeLessThan(45);
    }

    @Test
    void rateNearTheBoundIsTriedAgain() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    tried.add(rate);
                    return new RateResult(rate < 16_000, 0, rate == 4_000 ? 0.009 : 0);
                },
                true);

        assertThat(search.find().orElseThrow().perSecond()).isGreaterThan(14_000);
        assertThat(tried).filteredOn(rate -> rate == 4_000).hasSize(KneeSearch.MAX_TRIES_AT_BOUND);
    }

    /** The machine was slow for a while. */
    @Test
    void oneLateTryOfTwoRefusesNoRate() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    tried.add(rate);
                    boolean unlucky = rate == 4_000 && tried.indexOf(rate) == tried.size() - 1;
                    return new RateResult(rate < 16_000, 0, unlucky ? 0.3 : 0);
                },
                true);

        assertThat(search.find().orElseThrow().perSecond()).isGreaterThan(14_000);
        assertThat(tried).filteredOn(rate -> rate == 4_000).hasSize(2);
    }
}
