package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LookTest {
    /** Three placements of every transport there is. */
    private static final int MANY = 63;

    @Test
    void noTwoLinesOfAPlotHaveBothMarkerAndDashesInCommon() {
        assertThat(IntStream.range(0, MANY).mapToObj(Look::new).map(look -> List.of(look.marker(), look.dashes())))
                .doesNotHaveDuplicates();
    }

    @Test
    void neighboursDifferInMarkerDashesAndColour() {
        for (int place = 1; place < MANY; place++) {
            Look one = new Look(place - 1);
            Look other = new Look(place);
            assertThat(other.marker()).isNotEqualTo(one.marker());
            assertThat(other.colour()).isNotEqualTo(one.colour());
            assertThat(other.dashes()).isNotEqualTo(one.dashes());
        }
    }

    @ParameterizedTest
    @EnumSource(ColourVision.class)
    void neighboursDifferInEveryColourVisionAndInGreyscale(ColourVision vision) {
        assertThat(vision.leastOfNeighbours(Look.COLOURS)).isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource(value = ColourVision.class, names = "GREYSCALE", mode = EnumSource.Mode.EXCLUDE)
    void noTwoColoursLookAlike(ColourVision vision) {
        assertThat(vision.leastOfAll(Look.COLOURS)).isGreaterThan(9);
    }

    @Test
    void coloursStandOutFromThePaper() {
        assertThat(Look.COLOURS)
                .allSatisfy(colour ->
                        assertThat(ColourVision.contrast(colour, "#ffffff")).isGreaterThan(3));
    }
}
