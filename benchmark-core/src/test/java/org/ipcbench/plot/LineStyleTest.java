package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LineStyleTest {
    /** Three placements of every transport there is. */
    private static final int MANY = 63;

    @Test
    void noTwoLinesOfAPlotHaveBothMarkerAndDashesInCommon() {
        assertThat(IntStream.range(0, MANY)
                        .mapToObj(LineStyle::of)
                        .map(style -> List.of(style.marker(), style.pen().dashes())))
                .doesNotHaveDuplicates();
    }

    @Test
    void neighboursDifferInMarkerDashesAndColour() {
        for (int place = 1; place < MANY; place++) {
            LineStyle one = LineStyle.of(place - 1);
            LineStyle other = LineStyle.of(place);
            assertThat(other.marker()).isNotEqualTo(one.marker());
            assertThat(other.pen().colour()).isNotEqualTo(one.pen().colour());
            assertThat(other.pen().dashes()).isNotEqualTo(one.pen().dashes());
        }
    }

    @ParameterizedTest
    @EnumSource(ColourVision.class)
    void neighboursDifferInEveryColourVisionAndInGreyscale(ColourVision vision) {
        assertThat(vision.leastOfNeighbours(LineStyle.COLOURS)).isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource(value = ColourVision.class, names = "GREYSCALE", mode = EnumSource.Mode.EXCLUDE)
    void noTwoColoursLookAlike(ColourVision vision) {
        assertThat(vision.leastOfAll(LineStyle.COLOURS)).isGreaterThan(9);
    }

    @Test
    void coloursStandOutFromThePaper() {
        assertThat(LineStyle.COLOURS)
                .allSatisfy(colour ->
                        assertThat(ColourVision.contrast(colour, "#ffffff")).isGreaterThan(3));
    }
}
