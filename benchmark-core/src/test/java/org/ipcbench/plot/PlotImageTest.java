package org.ipcbench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Chart.RowChart;
import org.ipcbench.plot.Chart.RowChart.Panel;
import org.ipcbench.plot.Chart.RowChart.Row;
import org.ipcbench.plot.Series.Point;
import org.ipcbench.plot.Series.Spot;
import org.ipcbench.text.Markup;
import org.junit.jupiter.api.Test;

class PlotImageTest {
    @Test
    void axisCoversValuesOutsideTheirInterval() {
        Point slow = new Point(64, 1, 10, 20, false, true);
        Point fast = new Point(128, 300, 10, 20, false, true);

        assertThat(svg(line("post", slow, fast))).contains(">1</text>", ">500</text>");
    }

    /** The table has the same interval. Zero has no place on a logarithmic axis, whose end stands for it. */
    @Test
    void whiskersReachToTheEndsOfTheirIntervals() {
        String svg =
                svg(line("post", new Point(64, 100, 20, 1000, false, true), new Point(128, 100, -5, 200, false, true)));

        assertThat(svg).contains(">10</text>", ">1000</text>");
        double[] bottoms = Stream.of(svg.replaceAll("(?s).*class=\"whisker\" d=\"M([^\"]*)\".*", "$1")
                        .split("M", -1))
                .mapToDouble(whisker -> Double.parseDouble(whisker.split("[ L]", -1)[1]))
                .toArray();
        assertThat(bottoms).hasSize(2);
        assertThat(bottoms[0]).as("above the end of the axis").isLessThan(bottoms[1]);
    }

    @Test
    void doubtfulValuesAreHollow() {
        assertThat(group(svg(line("post", new Point(64, 1, 1, 1, false, true))), "post"))
                .doesNotContain("class=\"hollow\"");
        assertThat(group(svg(line("post", new Point(64, 1, 1, 1, true, true))), "post"))
                .contains("class=\"hollow\"");
    }

    @Test
    void noLineLeadsToAValueThatStandsAlone() {
        Series broken = line(
                "post",
                Stream.of(1, 2, 3, 4)
                        .map(i -> i == 2 ? Point.of(64 << i, i).alone() : Point.of(64 << i, i))
                        .toArray(Point[]::new));

        assertThat(curves(line(
                        "post",
                        Stream.of(1, 2, 3, 4).map(i -> Point.of(64 << i, i)).toArray(Point[]::new))))
                .isEqualTo(1);
        assertThat(curves(broken)).as("from the third to the fourth only").isEqualTo(1);
        assertThat(curves(line(
                        "post",
                        Stream.of(1, 2).map(i -> Point.of(64 << i, i).alone()).toArray(Point[]::new))))
                .isZero();
    }

    @Test
    void namesOfLinesWithoutValuesStandInTheFile() {
        LineChart chart = chart(
                line("post", Point.of(64, 1), Point.of(128, 2)),
                new Series("pigeon", " (not measured)", new Look(1), List.of(), List.of()));
        Markup page = new Markup();
        PlotImage.write(page, chart);

        assertThat(new PlotImage(chart).svg()).contains(">post</text>", ">pigeon (not measured)</text>");
        assertThat(page.toString()).contains(">post</text>").doesNotContain("pigeon");
    }

    /** The file and the page have the same line, in the colour of the same class. */
    @Test
    void fileAndPageDrawTheSame() {
        LineChart chart = chart(line("post", Point.of(64, 1), Point.of(128, 2), Point.of(256, 3)));
        Markup page = new Markup();
        PlotImage.write(page, chart);

        assertThat(Stream.of(new PlotImage(chart).svg(), page.toString()))
                .allSatisfy(svg -> assertThat(svg.split("<use", -1))
                        .as("three values and the name")
                        .hasSize(1 + 4))
                .allSatisfy(
                        svg -> assertThat(svg).containsPattern("class=\"s c0\"").containsPattern("class=\"?curve"));
    }

    @Test
    void nothingLeadsToANameFromFarAway() {
        Series early = line("early", Point.of(64, 1), Point.of(128, 1));
        Series late = line("late", Point.of(64, 5), Point.of(65536, 5));
        String svg = new PlotImage(chart(early, late)).svg();

        assertThat(group(svg, "early")).doesNotContain("class=\"leader\"");
        assertThat(group(svg, "late")).contains("class=\"leader\"");
    }

    @Test
    void barsReachFromZeroToTheirValues() {
        String svg = new PlotImage(rows(
                        Scale.LINEAR,
                        new Row("long", new Look(0), spots(new Point(0, 10, 8, 12, false, true)), List.of()),
                        new Row("short", new Look(1), spots(new Point(0, 5, 5, 5, true, true)), spots(Point.of(0, 11))),
                        new Row("none", new Look(2), List.of(), List.of())))
                .svg();

        assertThat(width(svg, "long") / width(svg, "short")).isCloseTo(2, within(0.01));
        assertThat(group(svg, "long")).contains("<rect class=\"point\"", "<path class=\"interval\"");
        assertThat(group(svg, "short"))
                .contains("<rect class=\"hollow\"", "href=\"#m-diamond\"")
                .doesNotContain("interval");
        assertThat(group(svg, "none")).doesNotContain("<rect", "<title>");
    }

    @Test
    void logarithmicRowsHaveDotsWhoseLengthSaysNothing() {
        String svg = new PlotImage(rows(
                        Scale.DECADES,
                        new Row(
                                "short",
                                new Look(0),
                                spots(new Point(0, 21.5, 20, 23, false, true)),
                                spots(Point.of(0, 30))),
                        new Row("long", new Look(1), spots(new Point(0, 41, 41, 41, true, true)), List.of())))
                .svg();

        assertThat(group(svg, "short")).contains("href=\"#m-disc\"").doesNotContain("<rect");
        assertThat(group(svg, "long")).contains("class=\"hollow\"");
        assertThat(svg).contains(">20</text>", ">50</text>");
    }

    @Test
    void rowsBeginAndEndWithALabelEvenAmongManyDecades() {
        String svg = new PlotImage(rows(
                        Scale.DECADES,
                        new Row("all", new Look(0), spots(new Point(0, 3, 3, 15_000, false, true)), List.of())))
                .svg();

        assertThat(svg).contains(">2</text>", ">10</text>", ">20000</text>").doesNotContain(">50</text>");
    }

    @Test
    void limitIsALineAlsoBeyondAllValues() {
        LineChart lines = new LineChart(
                "subject",
                "question",
                "",
                new Axis("size", Scale.BYTES),
                new Axis("time", Scale.DECADES),
                List.of(new Chart.Limit(1000, "the limit")),
                List.of(line("post", Point.of(64, 1), Point.of(128, 2))));
        RowChart rows = new RowChart(
                "subject",
                "question",
                "",
                new Axis("time", Scale.DECADES),
                List.of(new Chart.Limit(1000, "the limit")),
                List.of(new Panel("", List.of(new Row("all", new Look(0), spots(Point.of(0, 3)), List.of())))));

        assertThat(Stream.of(lines, rows).map(chart -> new PlotImage(chart).svg()))
                .allSatisfy(svg -> assertThat(svg).contains("class=\"limit\"", ">1000</text>", "red line: the limit"));
    }

    @Test
    void longHeadingsAndNotesTakeSeveralLines() {
        String words = "one two three four five six seven ".repeat(8).strip();
        String svg = new PlotImage(new RowChart(
                        "subject",
                        words,
                        words,
                        new Axis("rate", Scale.LINEAR),
                        List.of(),
                        List.of(new Panel("", List.of(new Row("a", new Look(0), spots(Point.of(0, 1)), List.of()))))))
                .svg();

        double width = Double.parseDouble(svg.replaceAll("(?s).*?<svg [^>]*? width=\"([0-9]+)\".*", "$1"));
        assertThat(lines(svg, "heading")).hasSizeGreaterThan(1).allMatch(line -> line.length() * 10.5 < width);
        assertThat(lines(svg, "note")).hasSizeGreaterThan(1).allMatch(line -> line.length() * 7 < width);
        assertThat(String.join(" ", lines(svg, "heading"))).isEqualTo("subject: " + words);
    }

    private static List<String> lines(String svg, String kind) {
        return svg.lines()
                .filter(line -> line.contains("<text class=\"%s\"".formatted(kind)))
                .map(line -> line.replaceAll(".*<text[^>]*>([^<]*)<.*", "$1"))
                .toList();
    }

    private static RowChart rows(Scale scale, Row... rows) {
        return RowChart.of("subject", "question", "", new Axis("rate", scale), List.of(rows));
    }

    private static List<Spot> spots(Point... points) {
        return Stream.of(points).map(point -> new Spot(point, "told")).toList();
    }

    private static Series line(String name, Point... points) {
        return new Series(name, "", new Look(0), List.of(points), spots(points));
    }

    /** Width of the bar in a group. */
    private static double width(String svg, String name) {
        return Double.parseDouble(group(svg, name).replaceAll("(?s).*<rect [^>]*width=\"([0-9.]+)\".*", "$1"));
    }

    private static String group(String svg, String name) {
        return Stream.of(svg.split("<g ", -1))
                .filter(group -> group.contains("aria-label=\"%s\"".formatted(name)))
                .findFirst()
                .orElseThrow();
    }

    private static long curves(Series line) {
        return svg(line)
                .lines()
                .filter(each -> each.contains("class=\"curve\""))
                .count();
    }

    private static LineChart chart(Series... lines) {
        return new LineChart(
                "subject",
                "question",
                "",
                new Axis("size", Scale.BYTES),
                new Axis("rate", Scale.DECADES),
                List.of(),
                List.of(lines));
    }

    private static String svg(Series line) {
        return new PlotImage(chart(line)).svg();
    }
}
