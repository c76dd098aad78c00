package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {

    @Test
    void sizesAreLabelledByPowersOfTwo() {
        assertThat(labels(Scale.BYTES, 64, 1 << 10)).containsExactly("64", "128", "256", "512", "1K");
        assertThat(labels(Scale.BYTES, 64, 64 << 10)).containsExactly("64", "256", "1K", "4K", "16K", "64K");
        assertThat(labels(Scale.BYTES, 1, 1 << 30))
                .containsExactly("1", "256", "64K", "16M")
                .hasSizeLessThan(8);
        assertThat(labels(Scale.BYTES, 1 << 29, 1 << 30)).containsExactly("512M", "1G");
    }

    @Test
    void sizesBetweenTwoPowersOfTwoStandBetweenTheirLabels() {
        assertThat(labels(Scale.BYTES, 3000, 4000)).containsExactly("2K", "4K");
        assertThat(labels(Scale.BYTES, 1000, 1500)).containsExactly("512", "1K", "2K");
        assertThat(labels(Scale.BYTES, 3000, 3000)).containsExactly("2K", "4K");
    }

    @Test
    void figuresAreLabelledByOneTwoFiveAndByPowersOfTenWhereThereAreMany() {
        assertThat(labels(Scale.DECADES, 3, 150)).containsExactly("2", "5", "10", "20", "50", "100", "200");
        assertThat(labels(Scale.DECADES, 0.003, 700))
                .contains("0.01", "0.1", "1", "10", "100")
                .doesNotContain("0.2", "20", "200");
    }

    @Test
    void bothEndsOfAnAxisAreLabelledEvenAmongManyFigures() {
        List<String> labels = labels(Scale.DECADES, 0.003, 400);

        assertThat(labels.get(0)).isEqualTo("0.002");
        assertThat(labels.get(labels.size() - 1)).isEqualTo("500");
    }

    @Test
    void onlyLogarithmicAxesOfFiguresSayWhereTheyBegin() {
        assertThat(new Axis("time (µs)", Scale.DECADES).caption(Scale.DECADES.around(21.5, 41)))
                .isEqualTo("time (µs), logarithmic from 20");
        assertThat(new Axis("time (µs)", Scale.DECADES).caption(new Range(Math.log10(3.1234), 2)))
                .isEqualTo("time (µs), logarithmic from 3.12");
        assertThat(new Axis("rate", Scale.LINEAR).caption(Scale.LINEAR.around(1, 9)))
                .isEqualTo("rate");
    }

    @ParameterizedTest
    @CsvSource({"600, 700", "5, 5", "0.0421, 0.0422", "1, 10", "999999, 1000001", "1e-3, 1e9"})
    void everyAxisHasAtLeastTwoLabels(double low, double high) {
        Range range = Scale.DECADES.around(low, high);

        assertThat(labels(Scale.DECADES, low, high).stream().filter(label -> !label.isEmpty()))
                .hasSizeGreaterThanOrEqualTo(2)
                .doesNotHaveDuplicates();
        assertThat(range.share(Scale.DECADES.position(low))).isBetween(0.0, 1.0);
        assertThat(range.share(Scale.DECADES.position(high))).isBetween(0.0, 1.0);
    }

    @Test
    void figuresOfBarsAreLabelledFromZero() {
        assertThat(labels(Scale.LINEAR, 3, 4300)).containsExactly("0", "1000", "2000", "3000", "4000", "5000");
        assertThat(labels(Scale.LINEAR, 0.01, 0.25)).containsExactly("0", "0.05", "0.1", "0.15", "0.2", "0.25");
        assertThat(labels(Scale.LINEAR, 1, 150))
                .containsExactly("0", "20", "40", "60", "80", "100", "120", "140", "160");
    }

    @Test
    void percentilesAreLabelledByTheirNines() {
        assertThat(labels(Scale.NINES, 1e-5, 1))
                .containsExactly("0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %");
        assertThat(Scale.NINES.position(0.01) - Scale.NINES.position(0.1))
                .as("from 90 % to 99 % it is as far as from 99 % to 99.9 %")
                .isCloseTo(Scale.NINES.position(0.001) - Scale.NINES.position(0.01), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1000", "1024, 1K", "1536, 1536", "3072, 3K", "1048576, 1M", "1073741824, 1G"})
    void sizesAreLabelledWithBinaryUnits(long bytes, String written) {
        assertThat(Scale.bytes(bytes)).isEqualTo(written);
    }

    private static List<String> labels(Scale scale, double low, double high) {
        return scale.ticks(scale.around(low, high)).stream().map(Tick::shown).toList();
    }
}
