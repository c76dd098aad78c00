package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;

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
        Point slow = new Point(64, 1, 10, 20);
        Point fast = new Point(128, 300, 10, 20);

        assertThat(svg(List.of(new Line("post", List.of(slow, fast), 1)))).contains(">1</text>", ">500</text>");
    }

    /** As a question of few round trips has it: each marker stands in the line, and again in the legend. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, POINTS_PER_MARKER})
    void everyLineHasAMarkerEvenWithOnePoint(int count) {
        List<Point> points = IntStream.rangeClosed(1, count)
                .mapToObj(i -> Point.of(i, 100 + i))
                .toList();
        List<Line> lines = IntStream.range(0, 2 * POINTS_PER_MARKER)
                .mapToObj(place -> new Line("line " + place, points, POINTS_PER_MARKER))
                .toList();

        assertThat(Stream.of(svg(lines).split("<g>", -1)).filter(group -> group.contains("<title>line ")))
                .hasSize(lines.size())
                .allSatisfy(group -> assertThat(strokesOfMarkers(group)).isIn(2L, 2L * 4));
    }

    /** A marker is one polygon, or four spokes. */
    private static long strokesOfMarkers(String group) {
        return group.lines()
                .filter(line -> line.contains("stroke-width=\"1.4\""))
                .count();
    }

    private static String svg(List<Line> lines) {
        return new PlotImage(
                        new Plot("question", new Axis("size", Scale.BYTES), new Axis("rate", Scale.DECADES), lines))
                .svg();
    }
}
