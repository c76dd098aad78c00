package org.ipcbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final List<Double> SIZES = MadeUpSweep.sizes(64, 65536, 2);
    private static final Percentage CLOSE = Percentage.withPercentage(5);

    @Test
    void lineIsFoundInItsScatter() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(1), 0.02));

        assertThat(model.knees()).isEmpty();
        assertThat(model.pieces()).singleElement().satisfies(piece -> {
            assertThat(piece.fromBytes()).isEqualTo(64);
            assertThat(piece.toBytes()).isEqualTo(65536);
            assertThat(piece.fixedNanos()).isCloseTo(6000, CLOSE);
            assertThat(piece.fixedInterval().contains(6000)).isTrue();
            assertThat(piece.nanosPerKibibyte()).isCloseTo(150, CLOSE);
            assertThat(piece.slopeInterval().contains(150)).isTrue();
        });
        assertThat(model.nanosAt(3000)).isCloseTo(6000 + 150 * 3000 / 1024.0, CLOSE);
        assertThat(model.deviation()).isCloseTo(0.02, within(0.01));
    }

    @Test
    void smallSizesCountAsMuchAsLargeOnes() {
        List<SizeTime> times =
                new ArrayList<>(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 1500)).times(new Random(1), 0.01));
        int last = times.size() - 1;
        times.set(last, scaled(times.get(last), 1.1)); // each by more nanoseconds than the fixed cost has
        times.set(last - 1, scaled(times.get(last - 1), 0.85));

        assertThat(model(times).pieces().get(0).fixedNanos()).isCloseTo(6000, CLOSE);
    }

    @Test
    void bendIsFoundWithTheCostOnBothSides() {
        CostModel model =
                model(new MadeUpSweep(SIZES, MadeUpSweep.bent(6000, 100, 8192, 500)).times(new Random(2), 0.02));

        assertThat(model.knees()).singleElement().satisfies(knee -> {
            assertThat(knee.interval().contains(8192)).isTrue();
            assertThat(knee.interval().low()).isGreaterThan(4096);
            assertThat(knee.interval().high()).isLessThan(16384);
        });
        assertThat(model.pieces()).hasSize(2);
        assertThat(model.pieces().get(0).fixedNanos()).isCloseTo(6000, CLOSE);
        assertThat(model.pieces().get(1).nanosPerKibibyte()).isCloseTo(500, CLOSE);
        assertThat(model.pieces().get(1).fromBytes())
                .isEqualTo(model.pieces().get(0).toBytes());
    }

    @Test
    void jumpIsTwoBendsSideBySide() {
        CostModel model =
                model(new MadeUpSweep(SIZES, MadeUpSweep.jumping(6000, 100, 10_000, 9000)).times(new Random(3), 0.02));

        assertThat(model.knees()).hasSize(2);
        assertThat(model.nanosAt(8192)).isCloseTo(6800, CLOSE);
        assertThat(model.nanosAt(16384)).isCloseTo(16_600, CLOSE);
    }

    @Test
    void eachSizeBetweenTheEndsIsPredictedFromTheOthers() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(4), 0.02));

        assertThat(model.residuals()).hasSameSizeAs(SIZES);
        assertThat(model.residuals().get(0).leftOutInterval()).isEmpty();
        assertThat(model.leftOut()).isEqualTo(SIZES.size() - 2);
        assertThat(model.predicted()).isBetween(SIZES.size() - 3, SIZES.size() - 2);
        assertThat(model.residuals())
                .allSatisfy(residual -> assertThat(residual.relative())
                        .isCloseTo(residual.measuredNanos() / residual.modelNanos() - 1, within(1e-9)));
    }

    @Test
    void sizeThatIsOffIsNotPredictedAndIsTheLargestResidual() {
        List<SizeTime> times =
                new ArrayList<>(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(5), 0.01));
        SizeTime off = times.get(4);
        times.set(4, scaled(off, 1.4));

        CostModel model = model(times);

        assertThat(model.largestResidual().sizeBytes()).isEqualTo(off.sizeBytes());
        assertThat(model.largestResidual().isPredicted()).isFalse();
    }

    @Test
    void timesWithoutAnyScatterAreNotTakenForExact() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).exact());

        assertThat(model.predicted()).isEqualTo(model.leftOut());
        assertThat(model.timeInterval(1024).high()).isGreaterThan(1.005 * model.nanosAt(1024));
    }

    @Test
    void intervalOfAMeasurementIsWiderThanThatOfTheLine() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(6), 0.05));

        assertThat(model.timeInterval(1000).low())
                .isLessThan(model.lineInterval(1000).low());
        assertThat(model.timeInterval(1000).high())
                .isGreaterThan(model.lineInterval(1000).high());
        assertThat(model.lineInterval(1000).contains(model.nanosAt(1000))).isTrue();
    }

    private static SizeTime scaled(SizeTime time, double factor) {
        return new SizeTime(time.sizeBytes(), factor * time.nanos());
    }

    private static CostModel model(List<SizeTime> times) {
        return CostModel.of(times).orElseThrow();
    }
}
