package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.launch.process.IterationFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KneeSearchTest {
    private static final double UNLOADED_NANOS = 5_000;

    private static final Optional<LatencyBound> GIVEN = Optional.of(new LatencyBound(200_000));

    private final List<Long> tried = new ArrayList<>();

    /**
     * @param givenLateShare empty for one that follows from the percentile: as many are late as permitted if that is the bound
     */
    private record Outcome(boolean isReached, double p99Nanos, Optional<Double> givenLateShare)
            implements KneeSearch.RateResult {
        Outcome(boolean isReached, double p99Nanos) {
            this(isReached, p99Nanos, Optional.empty());
        }

        Outcome(boolean isReached, double p99Nanos, double lateShare) {
            this(isReached, p99Nanos, Optional.of(lateShare));
        }

        @Override
        public double lateShare(LatencyBound bound) {
            return givenLateShare.orElseGet(
                    () -> LatencyBound.MAX_LATE_SHARE * Math.pow(p99Nanos / (double) bound.nanos(), 4));
        }
    }

    /** A queue whose latencies grow with 1 ÷ (1 − load): ten times as long at nine tenths of its capacity. */
    private Outcome queue(long perSecond, double capacity) {
        tried.add(perSecond);
        return perSecond >= capacity
                ? new Outcome(false, 0)
                : new Outcome(true, UNLOADED_NANOS / (1 - perSecond / capacity));
    }

    @ParameterizedTest
    @ValueSource(doubles = {7_000, 123_456, 2_500_000})
    void findsTheRateBelowTenTimesTheUnloadedPercentile(double capacity) throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(rate -> queue(rate, capacity), Optional.empty())
                .find()
                .orElseThrow();

        assertThat(knee.perSecond() / (0.9 * capacity)).isBetween(0.9, 1.05);
        assertThat(tried).hasSizeLessThan(30);
    }

    @Test
    void oneSpoiltTryAtARateDoesNotLowerTheKnee() throws Exception {
        KneeSearch climb = new KneeSearch(
                rate -> {
                    Outcome outcome = queue(rate, 1_000_000);
                    boolean again = tried.indexOf(rate) < tried.size() - 1;
                    return again || rate == KneeSearch.UNLOADED_PER_SECOND ? outcome : new Outcome(true, 1e9);
                },
                Optional.empty());

        assertThat(climb.find().orElseThrow().perSecond()).isBetween(810_000L, 950_000L);
    }

    @Test
    void transportThatCarriesNothingHasNoKnee() throws Exception {
        KneeSearch search = new KneeSearch(rate -> new Outcome(false, 0), Optional.empty());

        assertThat(search.find()).isEmpty();
        assertThat(search.tried()).containsExactly(15L, 62L, 250L, 1_000L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {20, 60, 500, 900})
    void kneeBelowTheFirstRateIsFound(double capacity) throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(rate -> queue(rate, capacity), Optional.empty())
                .find()
                .orElseThrow();

        assertThat(knee.perSecond()).isGreaterThan(Math.round(0.7 * capacity)).isLessThan(Math.round(capacity));
        assertThat(knee.unloadedPerSecond()).isEqualTo(knee.lowestPerSecond()).isLessThan(Math.round(capacity));
        assertThat(tried).hasSizeLessThan(30);
    }

    @Test
    void firstRateThatIsSpoiltDoesNotLowerTheKnee() throws Exception {
        KneeSearch search =
                new KneeSearch(rate -> tried.isEmpty() ? queue(rate, 1) : queue(rate, 100_000), Optional.empty());

        assertThat(search.find().orElseThrow().perSecond()).isBetween(81_000L, 100_000L);
    }

    @Test
    void unloadedPercentileThatTheMachineHasSpoiltOnceDoesNotRaiseTheKnee() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    Outcome outcome = queue(rate, 100_000);
                    return tried.size() == 1 ? new Outcome(true, 1e6) : outcome;
                },
                Optional.empty());

        assertThat(search.find().orElseThrow().perSecond()).isBetween(81_000L, 95_000L);
    }

    @Test
    void transportWithoutLimitEndsTheClimb() throws IterationFailedException, InterruptedException {
        assertThat(new KneeSearch(rate -> new Outcome(true, 100), Optional.empty())
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
    private Outcome lateInProportion(long perSecond, double rateAtBound) {
        tried.add(perSecond);
        return new Outcome(perSecond < 2 * rateAtBound, 0, LatencyBound.MAX_LATE_SHARE * perSecond / rateAtBound);
    }

    @Test
    void capacityIsTheRateAtWhichAHundredthOfTheMessagesIsLate() throws Exception {
        assertThat(new KneeSearch(rate -> lateInProportion(rate, 50_000), GIVEN)
                        .find()
                        .orElseThrow()
                        .perSecond())
                .isBetween(47_000L, 50_000L);
        assertThat(tried).as("clear rates are tried once").startsWith(1_000L, 4_000L, 16_000L, 64_000L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {30, 500, 900})
    void capacityBelowTheFirstRateIsFound(double rateAtBound) throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(rate -> lateInProportion(rate, rateAtBound), GIVEN)
                .find()
                .orElseThrow();

        assertThat(knee.perSecond() / rateAtBound).isBetween(0.9, 1.0);
        assertThat(knee.unloadedPerSecond()).isLessThan(Math.round(rateAtBound));
    }

    @Test
    void lowRatesAtWhichIdleCpusWakeUpTooLateDoNotHideTheCapacity() throws Exception {
        KneeSearch.FoundKnee knee = new KneeSearch(
                        rate -> rate < 10_000 ? new Outcome(true, 0, 0.05) : lateInProportion(rate, 50_000), GIVEN)
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
                    return new Outcome(true, 0, 0.05);
                },
                GIVEN);

        assertThat(search.find()).isEmpty();
        assertThat(tried).contains(1_000L, 4_000L, 16_000L).hasSizeLessThan(10);
    }

    @Test
    void searchThatHasTriedOftenTriesNoRateMoreThanTwice() throws Exception {
        KneeSearch search = new KneeSearch(
                rate -> {
                    tried.add(rate);
                    return new Outcome(rate < 1_000_000, 0, 0.009);
                },
                GIVEN);

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
                    return new Outcome(rate < 16_000, 0, rate == 4_000 ? 0.009 : 0);
                },
                GIVEN);

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
                    return new Outcome(rate < 16_000, 0, unlucky ? 0.3 : 0);
                },
                GIVEN);

        assertThat(search.find().orElseThrow().perSecond()).isGreaterThan(14_000);
        assertThat(tried).filteredOn(rate -> rate == 4_000).hasSize(2);
    }
}
