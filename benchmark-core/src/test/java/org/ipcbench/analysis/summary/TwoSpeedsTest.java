package org.ipcbench.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.Rates.PlacedSpeeds;
import org.ipcbench.analysis.summary.TwoSpeeds.Basis;
import org.ipcbench.analysis.summary.TwoSpeeds.SpeedGroups;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.junit.jupiter.api.Test;

final class TwoSpeedsTest {
    @Test
    void twoSpeedsOfAPipeAreTwoGroups() {
        TwoSpeeds speeds =
                SpeedGroups.of(new Sample(1060, 3200, 1040, 3300, 1075)).orElseThrow();

        assertThat(speeds.slow().messagesPerSecond()).isEqualTo(3175 / 3.0);
        assertThat(speeds.fast().messagesPerSecond()).isEqualTo(3250);
        assertThat(speeds.slow().share()).isEqualTo(0.6);
        assertThat(speeds.slow().distance()).isEmpty();
    }

    @Test
    void oneIterationFarFromTheOthersIsScatterUntilThereIsASecond() {
        assertThat(SpeedGroups.of(new Sample(1000, 1010, 1020, 1030, 3000))).isEmpty();
        assertThat(SpeedGroups.of(new Sample(330, 1010, 1020, 1030, 1040))).isEmpty();
        assertThat(SpeedGroups.of(new Sample(330, 335, 1020, 1030, 1040)))
                .hasValueSatisfying(speeds -> assertThat(speeds.slow().times()).isEqualTo(2));
    }

    @Test
    void oneIterationFarFromTheOthersMakesTheMeanWide() {
        Summary cell = Summary.of(Stream.of(1.0, 3.5, 3.45, 3.55, 3.6)
                .map(rate -> new Occasion().rate(rate).measurement())
                .toList());

        assertThat(cell.reasons())
                .extracting(Reason::kind)
                .contains(Reason.Kind.WIDE)
                .doesNotContain(Reason.Kind.TWO_SPEEDS);
        assertThat(cell.rateInterval()).isPresent();
    }

    @Test
    void evenSpreadASmallLeadAndFewIterationsAreNone() {
        assertThat(SpeedGroups.of(new Sample(1000, 1100, 1200, 1300, 1400, 1500)))
                .isEmpty();
        assertThat(SpeedGroups.of(new Sample(1000, 1001, 1200, 1201))).isEmpty();
        assertThat(SpeedGroups.of(new Sample(1000, 1001, 3000))).isEmpty();
        assertThat(SpeedGroups.of(new Sample(1000))).isEmpty();
    }

    @Test
    void iterationsAtTwoDistancesAreAttributedToThem() {
        List<Measurement> iterations = List.of(
                new Occasion().rate(12).at(Distance.SAME_CPU).measurement(),
                new Occasion().rate(1).at(Distance.SAME_CACHE).measurement(),
                new Occasion().rate(11.5).at(Distance.SAME_CPU).measurement(),
                new Occasion().rate(12.2).at(Distance.SAME_CPU).measurement(),
                new Occasion().rate(1.1).at(Distance.SAME_CACHE).measurement());

        TwoSpeeds speeds = new PlacedSpeeds(iterations).find().orElseThrow();

        assertThat(speeds.basis()).isEqualTo(Basis.ITERATIONS);
        assertThat(speeds.fast().distance()).contains(Distance.SAME_CPU);
        assertThat(speeds.fast().times()).isEqualTo(3);
        assertThat(speeds.slow().distance()).contains(Distance.SAME_CACHE);
        assertThat(Summary.of(iterations).reasons())
                .extracting(Reason::text)
                .contains(
                        "two speeds: 2.6 us on one CPU in 3 and 29.8 us on two CPUs that share a cache in 2 of 5 iterations, choose"
                                + " one by --placement same-cpu or --placement split-cpu");
        assertThat(Summary.of(iterations).rateInterval()).isEmpty();
    }

    @Test
    void distancesThatDoNotMatterAreNoSpeeds() {
        List<Measurement> iterations = List.of(
                new Occasion().rate(1.00).at(Distance.SAME_CPU).measurement(),
                new Occasion().rate(1.02).at(Distance.SAME_CACHE).measurement(),
                new Occasion().rate(1.01).at(Distance.SAME_CPU).measurement());

        assertThat(new PlacedSpeeds(iterations).find()).isEmpty();
    }

    /** A third of each iteration on one CPU, ten times as fast. */
    @Test
    void aPairThatMovesWithinIterationsIsAMixture() {
        List<Measurement> iterations = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Occasion occasion = new Occasion();
            for (int mark = 0; mark <= Occasion.PARTS; mark++) {
                boolean together = mark > 5;
                occasion.serverCpu(mark, together ? 0 : 1);
                if (together && mark < Occasion.PARTS) {
                    occasion.part(mark, 0.1 + 0.001 * mark);
                }
            }
            iterations.add(occasion.measurement());
        }

        TwoSpeeds speeds = new PlacedSpeeds(iterations).find().orElseThrow();

        assertThat(speeds.basis()).isEqualTo(Basis.SIXTEENTHS);
        assertThat(speeds.fast().distance()).contains(Distance.SAME_CPU);
        assertThat(speeds.fast().share()).isCloseTo(2 / 3.0, within(0.01));
        assertThat(speeds.slow().distance()).isEqualTo(Optional.empty());
    }
}
