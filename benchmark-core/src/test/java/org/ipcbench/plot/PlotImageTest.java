package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlotImageTest {
    private static final int POINTS_PER_MARKER = 12;

    @Test
    void axisCoversValuesOutsideTheirInterval() {
        Point slow = new Point(64, 1, 10, 20, false, true);
        Point fast = new Point(128, 300, 10, 20, false, true);

        assertThat(svg(List.of(new Series("post", List.of(slow, fast), 1)))).contains(">1</text>", ">500</text>");
    }

    @Test
    void doubtfulValuesAreHollow() {
        String hollow = "fill=\"#ffffff\" stroke=\"#005b94\"";

        assertThat(svg(List.of(new Series("post", List.of(new Point(64, 1, 1, 1, false, true)), 1))))
                .doesNotContain(hollow);
        assertThat(svg(List.of(new Series("post", List.of(new Point(64, 1, 1, 1, true, true)), 1))))
                .contains(hollow);
    }

    @Test
    void noLineLeadsToAValueThatStandsAlone() {
        Series line = new Series(
                "post", Stream.of(1, 2, 3, 4).map(i -> Point.of(64 << i, i)).toList(), 1);
        Series broken = new Series(
                "post",
                Stream.of(1, 2, 3, 4)
                        .map(i -> i == 2 ? Point.of(64 << i, i).alone() : Point.of(64 << i, i))
                        .toList(),
                1);
        Series alone = new Series(
                "post", Stream.of(1, 2).map(i -> Point.of(64 << i, i).alone()).toList(), 1);

        assertThat(strokes(line)).as("the line and its entry in the legend").isEqualTo(2);
        assertThat(strokes(broken)).as("from the third to the fourth only").isEqualTo(2);
        assertThat(strokes(alone)).isZero();
    }

    @Test
    void valuesWithoutRoomForTheirLabelsAreLabelledInTwoRows() {
        Axis sizes = new Axis("size", Scale.BYTES, List.of(512.0, 800.0, 1024.0, 1030.0, 65536.0));
        String svg = new PlotImage(new LineChart(
                        "subject",
                        "question",
                        "",
                        sizes,
                        new Axis("rate", Scale.DECADES),
                        List.of(new Series("post", List.of(Point.of(512, 1), Point.of(65536, 2)), 1))))
                .svg();

        assertThat(svg).contains(">512<", ">800<", ">1K<", ">1030<", ">64K<");
        assertThat(svg.lines().filter(line -> line.contains(">1K<") || line.contains(">1030<")))
                .extracting(line -> line.replaceAll(".* y=\"([0-9.]+)\".*", "$1"))
                .doesNotHaveDuplicates();
    }

    @Test
    void barsReachFromZeroToTheirValues() {
        String svg = new PlotImage(RowChart.of(
                        "subject",
                        "question",
                        "",
                        new Axis("rate", Scale.LINEAR),
                        List.of(
                                new Row("long", List.of(new Point(0, 10, 8, 12, false, true)), List.of()),
                                new Row("short", List.of(new Point(0, 5, 5, 5, true, true)), List.of(11.0)),
                                new Row("none", List.of(), List.of()))))
                .svg();

        assertThat((double) width(svg, "long") / width(svg, "short")).isCloseTo(2, within(0.01));
        assertThat(group(svg, "long")).contains("#3597d3");
        assertThat(group(svg, "long").split("<polyline", -1))
                .as("a whisker and its two caps")
                .hasSize(1 + 3);
        assertThat(group(svg, "short")).contains("fill=\"#ffffff\"").doesNotContain("<polyline");
        assertThat(group(svg, "short").split("<polygon", -1)).as("bar and mark").hasSize(1 + 2);
        assertThat(group(svg, "none")).doesNotContain("<polygon");
    }

    @Test
    void logarithmicRowsHaveDotsWhoseLengthSaysNothing() {
        String svg = new PlotImage(RowChart.of(
                        "subject",
                        "question",
                        "",
                        new Axis("time", Scale.DECADES),
                        List.of(
                                new Row("short", List.of(new Point(0, 21.5, 20, 23, false, true)), List.of(30.0)),
                                new Row("long", List.of(new Point(0, 41, 41, 41, true, true)), List.of()))))
                .svg();

        List<Double> corners = Stream.of(group(svg, "short")
                        .replaceAll("(?s).*?<polygon points=\"([^\"]*)\".*", "$1")
                        .split(" ", -1))
                .map(corner -> Double.valueOf(corner.split(",", -1)[0]))
                .toList();
        assertThat(Collections.max(corners) - Collections.min(corners))
                .as("a dot")
                .isCloseTo(10, within(0.5));
        assertThat(group(svg, "long")).contains("fill=\"#ffffff\"");
        assertThat(group(svg, "axes")).contains(">20</text>", ">50</text>");
    }

    @Test
    void rowsBeginAndEndWithALabelEvenAmongManyDecades() {
        String svg = new PlotImage(RowChart.of(
                        "subject",
                        "question",
                        "",
                        new Axis("time", Scale.DECADES),
                        List.of(new Row("all", List.of(new Point(0, 3, 3, 15_000, false, true)), List.of()))))
                .svg();

        assertThat(svg).contains(">2</text>", ">10</text>", ">20000</text>").doesNotContain(">50</text>");
    }

    /** As a question of few round trips has it: each marker stands in the line, and again in the legend. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, POINTS_PER_MARKER})
    void everyLineHasAMarkerEvenWithOnePoint(int count) {
        List<Point> points = IntStream.rangeClosed(1, count)
                .mapToObj(i -> Point.of(i, 100 + i))
                .toList();
        List<Series> lines = IntStream.range(0, 2 * POINTS_PER_MARKER)
                .mapToObj(place -> new Series("line " + place, points, POINTS_PER_MARKER))
                .toList();

        assertThat(Stream.of(svg(lines).split("<g>", -1)).filter(group -> group.contains("<title>line ")))
                .hasSize(lines.size())
                .allSatisfy(group -> assertThat(strokesOfMarkers(group)).isEqualTo(2L));
    }

    /** A marker is one polygon. */
    private static long strokesOfMarkers(String group) {
        return group.lines()
                .filter(line -> line.contains("stroke-width=\"1.4\""))
                .count();
    }

    /** Width of a bar, which is the first polygon of its group, in tenths of a pixel. */
    private static long width(String svg, String name) {
        List<Double> x = Stream.of(group(svg, name)
                        .replaceAll("(?s).*?<polygon points=\"([^\"]*)\".*", "$1")
                        .split(" ", -1))
                .map(corner -> Double.valueOf(corner.split(",", -1)[0]))
                .toList();
        return Math.round(10 * (x.get(1) - x.get(0)));
    }

    private static String group(String svg, String name) {
        return Stream.of(svg.split("<g>", -1))
                .filter(group -> group.startsWith("<title>%s</title>".formatted(name)))
                .findFirst()
                .orElseThrow();
    }

    /** Lines of the style in which they are drawn. */
    private static long strokes(Series line) {
        return svg(List.of(line))
                .lines()
                .filter(each -> each.contains("stroke-width=\"1.6\""))
                .count();
    }

    private static String svg(List<Series> lines) {
        return new PlotImage(new LineChart(
                        "subject",
                        "question",
                        "",
                        new Axis("size", Scale.BYTES),
                        new Axis("rate", Scale.DECADES),
                        lines))
                .svg();
    }
}
