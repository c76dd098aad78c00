package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColourVisionTest {

    @ParameterizedTest
    @EnumSource
    void greysAreTheSameForEverybody(ColourVision vision) {
        assertThat(vision.distance("#ffffff", "#000000")).isCloseTo(100, within(0.2));
        assertThat(vision.distance("#777777", "#777777")).isZero();
    }

    @Test
    void eachVisionConfusesWhatItIsKnownFor() {
        String red = "#c04040";
        String green = "#5e7a20";
        assertThat(ColourVision.NORMAL.distance(red, green)).isGreaterThan(60);
        assertThat(ColourVision.DEUTERANOPIA.distance(red, green)).isLessThan(25);
        assertThat(ColourVision.TRITANOPIA.distance(red, green)).isGreaterThan(60);
        assertThat(ColourVision.TRITANOPIA.distance("#4060a0", "#2f7474")).isLessThan(25);
        assertThat(ColourVision.GREYSCALE.distance("#c04040", "#3f7f3f")).isLessThan(6);
    }

    /** The colours that plots had before: greens and browns of one lightness, blues side by side. */
    @Test
    void coloursOfOneLightnessAreFound() {
        List<String> alike = List.of("#0072b2", "#d55e00", "#009e73", "#b0468c", "#000000", "#a67c00", "#2f95d0");

        assertThat(ColourVision.GREYSCALE.leastOfNeighbours(alike)).isLessThan(6);
        assertThat(ColourVision.DEUTERANOPIA.leastOfAll(alike)).isLessThan(6);
    }

    @Test
    void contrastIsThatOfTheGuidelines() {
        assertThat(ColourVision.contrast("#ffffff", "#000000")).isCloseTo(21, within(0.01));
        assertThat(ColourVision.contrast("#777777", "#ffffff")).isCloseTo(4.48, within(0.01));
    }
}
