package org.ipcbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.ipcbench.model.SizeSweep.SizeTime;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final List<Double> SIZES = MadeUpSweep.sizes(64, 65536, 2);
    private static final Percentage CLOSE = Percentage.withPercentage(5);

    @Test
    void lineIsFoundInItsScatter() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(1), 0.02));

        assertThat(model.smallestBytes()).isEqualTo(64);
        assertThat(model.largestBytes()).isEqualTo(65536);
        assertThat(model.fixedNanos()).isCloseTo(6000, CLOSE);
        assertThat(model.fixedInterval().contains(6000)).isTrue();
        assertThat(model.nanosPerKibibyte()).isCloseTo(150, CLOSE);
        assertThat(model.perKibibyteInterval().contains(150)).isTrue();
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

        assertThat(model(times).fixedNanos()).isCloseTo(6000, CLOSE);
    }

    @Test
    void sizeThatIsOffIsTheWorst() {
        List<SizeTime> times =
                new ArrayList<>(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).times(new Random(5), 0.01));
        times.set(4, scaled(times.get(4), 1.4));

        CostModel.Residual worst = model(times).worst();

        assertThat(worst.sizeBytes()).isEqualTo(times.get(4).sizeBytes());
        assertThat(worst.relative()).isCloseTo(0.35, within(0.05));
    }

    @Test
    void timesWithoutAnyScatterAreNotTakenForExact() {
        CostModel model = model(new MadeUpSweep(SIZES, MadeUpSweep.straight(6000, 150)).exact());

        assertThat(model.fixedNanos()).isCloseTo(6000, within(1e-3));
        assertThat(model.nanosPerKibibyte()).isCloseTo(150, within(1e-3));
        assertThat(model.factorAt(1024)).isGreaterThan(1.005);
    }

    private static SizeTime scaled(SizeTime time, double factor) {
        return new SizeTime(time.sizeBytes(), factor * time.nanos());
    }

    private static CostModel model(List<SizeTime> times) {
        return CostModel.of(times).orElseThrow();
    }
}
