package org.ipcbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.plot.ColourVision;
import org.ipcbench.report.html.Page.PageResource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PageColoursTest {
    /** The parts of a bar of CPU time; what has no known mode never touches a part that has one. */
    private static final List<String> PARTS = List.of("user", "system", "auxiliary");

    /** A colour scheme of the style sheet. */
    private enum Scheme {
        LIGHT,
        DARK;

        String colour(String name) {
            String[] schemes = PageResource.STYLE.text().split("prefers-color-scheme: dark", -1);
            Matcher colour =
                    Pattern.compile("--%s: (#[0-9a-f]{6});".formatted(name)).matcher(schemes[this == DARK ? 1 : 0]);
            assertThat(colour.find()).as(name).isTrue();
            return colour.group(1);
        }

        List<String> lines() {
            return IntStream.range(0, 7).mapToObj(i -> colour("c" + i)).toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void neighbouringLinesDifferInEveryColourVisionAndInGreyscale(Scheme scheme) {
        assertThat(ColourVision.values())
                .allSatisfy(vision -> assertThat(vision.leastOfNeighbours(scheme.lines()))
                        .as(vision.toString())
                        .isGreaterThan(18));
    }

    @ParameterizedTest
    @EnumSource
    void noTwoLinesHaveColoursThatLookAlike(Scheme scheme) {
        assertThat(Stream.of(ColourVision.values()).filter(vision -> vision != ColourVision.GREYSCALE))
                .allSatisfy(vision -> assertThat(vision.leastOfAll(scheme.lines()))
                        .as(vision.toString())
                        .isGreaterThan(8));
    }

    @ParameterizedTest
    @EnumSource
    void neighbouringPartsOfABarDifferInEveryColourVisionAndInGreyscale(Scheme scheme) {
        List<String> parts = PARTS.stream().map(scheme::colour).toList();

        assertThat(ColourVision.values()).allSatisfy(vision -> {
            assertThat(vision.distance(parts.get(0), parts.get(1))).isGreaterThan(15);
            assertThat(vision.distance(parts.get(1), parts.get(2))).isGreaterThan(15);
        });
    }

    @ParameterizedTest
    @EnumSource
    void drawingsStandOutFromThePaper(Scheme scheme) {
        assertThat(Stream.concat(
                        scheme.lines().stream(),
                        Stream.of("user", "system", "auxiliary", "unknown-mode").map(scheme::colour)))
                .allSatisfy(colour -> assertThat(ColourVision.contrast(colour, scheme.colour("paper")))
                        .isGreaterThan(3));
    }
}
