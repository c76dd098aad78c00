package org.ipcbench.plot;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ipcbench.markup.Markup;
import org.ipcbench.plot.Ruler.ShownTick;

/**
 * A chart in the page: each line has its name at its end, and points show their exact figures. The page's style sheet has
 * the colours.
 */
public final class PageChart {
    private static final int WIDTH = 600;
    private static final int LEFT = 50;
    private static final int TOP = 30;
    private static final int BOTTOM = 48;
    private static final int MIN_HEIGHT = 270;

    /** Space between the end of the axis and the names. */
    private static final int GAP = 18;

    /** Minimum distance between names. */
    private static final int NAME_HEIGHT = 16;

    private static final double LETTER = 7.4;

    /** Letter width for labels above each other, which cannot overlap sideways. */
    private static final double NO_LETTERS = 0;

    /** Width of the marker before a name. */
    private static final int KEY = 14;

    private static final int MAX_LETTERS = 22;

    private static final int CAP = 3;

    /** Distance from the middle of a text to its base line. */
    private static final int BASE = 4;

    private final LineChart chart;
    private final int height;
    private final Ruler across;
    private final Ruler up;

    /** The measured lines, from the top to the bottom. */
    private final List<End> ends;

    /** Lays out a chart that has values. */
    public PageChart(LineChart chart) {
        this.chart = chart;
        List<Series> measured =
                chart.series().stream().filter(Series::isMeasured).toList();
        int letters =
                measured.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        height = Math.max(MIN_HEIGHT, measured.size() * NAME_HEIGHT);
        across = new Ruler(
                chart.x(), chart.across(), LEFT, WIDTH - GAP - KEY - LETTER * Math.min(MAX_LETTERS, letters));
        up = new Ruler(chart.y(), chart.upwards(), TOP + height, TOP);
        ends = measured.stream()
                .map(each -> new End(each, spot(each.end().orElseThrow())))
                .sorted(Comparator.comparingDouble(end -> end.spot().y()))
                .toList();
    }

    /** A line, and where it ends. */
    private record End(Series series, Position spot) {
        SeriesLook look() {
            return new SeriesLook(series.look());
        }
    }

    public void write(Markup markup) {
        markup.open("figure", "class", "lines");
        markup.open("figcaption").element("b", title()).text(note()).close();
        markup.open(
                "svg",
                "viewBox",
                "0 0 %s %s".formatted(WIDTH, TOP + height + BOTTOM),
                "role",
                "group",
                "aria-label",
                title());
        writeAxes(markup);
        for (int place = 0; place < ends.size(); place++) {
            writeSeries(markup, ends.get(place), place);
        }
        writeNames(markup);
        markup.close().close();
    }

    private String title() {
        return chart.title().substring(0, 1).toUpperCase(Locale.ROOT)
                + chart.title().substring(1);
    }

    /** The meaning of the signs, and the remarks of legends, for which there is no room beside the lines. */
    private String note() {
        String remarks = chart.series().stream()
                .filter(each -> each.isMeasured() && !each.remark().isEmpty())
                .map(Series::entry)
                .collect(Collectors.joining("; "));
        return remarks.isEmpty() ? chart.note() : chart.note() + "; " + remarks;
    }

    private void writeAxes(Markup markup) {
        markup.open("g", "class", "axes", "aria-hidden", "true");
        StringBuilder grid = new StringBuilder();
        for (ShownTick mark : up.marks(NO_LETTERS)) {
            grid.append("M%s %sH%s"
                    .formatted(Markup.number(across.start()), Markup.number(mark.at()), Markup.number(across.end())));
            text(markup, mark.text(), across.start() - 8, mark.at() + BASE, "end");
        }
        for (ShownTick mark : across.marks(LETTER)) {
            grid.append("M%s %sV%s"
                    .formatted(Markup.number(mark.at()), Markup.number(up.start() + BASE), Markup.number(up.end())));
            text(markup, mark.text(), mark.at(), up.start() + 20, "middle");
        }
        markup.leaf("path", "class", "grid", "d", grid.toString());
        text(markup, chart.y().caption(chart.upwards()), 0, TOP / 2.0 - 2, "start");
        text(
                markup,
                chart.x().caption(chart.across()),
                (across.start() + across.end()) / 2,
                up.start() + 40,
                "middle");
        markup.close();
    }

    /** @param place index of the name among the names; the script marks name and line together */
    private void writeSeries(Markup markup, End end, int place) {
        markup.open("g", "class", "s " + end.look().classes(), "data-name", Integer.toString(place));
        for (List<Point> stretch : end.series().stretches()) {
            Curve curve = new Curve(stretch.stream().map(this::spot).toList());
            markup.leaf("path", "class", "l", "d", curve.path());
        }
        String whiskers = end.series().spots().stream()
                .map(Series.Spot::point)
                .filter(Point::hasInterval)
                .map(this::whisker)
                .collect(Collectors.joining());
        if (!whiskers.isEmpty()) {
            markup.leaf("path", "class", "w", "d", whiskers);
        }
        for (Series.Spot spot : end.series().spots()) {
            String x = Markup.number(across.at(spot.point().x()));
            String y = Markup.number(up.at(spot.point().y()));
            String marker = end.look().marker();
            if (spot.point().hollow()) {
                markup.open("use", "href", marker, "x", x, "y", y, "class", "h");
            } else {
                markup.open("use", "href", marker, "x", x, "y", y);
            }
            markup.element("title", spot.text()).close();
        }
        markup.close();
    }

    private String whisker(Point point) {
        String left = Markup.number(across.at(point.x()) - CAP);
        String low = Markup.number(up.at(point.low()));
        String high = Markup.number(up.at(point.high()));
        return "M%s %sh%sm-%s 0V%sm-%s 0h%s".formatted(left, low, 2 * CAP, CAP, high, CAP, 2 * CAP);
    }

    /** Writes each name beside the end of its line, or as near as the other names allow. */
    private void writeNames(Markup markup) {
        double[] places = new NamePlaces(NAME_HEIGHT, up.end(), up.start())
                .of(ends.stream().mapToDouble(end -> end.spot().y()).toArray());
        double left = across.end() + GAP;
        markup.open("g", "class", "names", "aria-hidden", "true");
        for (int i = 0; i < places.length; i++) {
            End end = ends.get(i);
            String name = end.series().name();
            markup.open("g", "class", end.look().classes());
            markup.leaf(
                    "path",
                    "d",
                    "M%s %sL%s %s"
                            .formatted(
                                    Markup.number(end.spot().x() + 6),
                                    Markup.number(end.spot().y()),
                                    Markup.number(left - 3),
                                    Markup.number(places[i])));
            String shown = name.length() > MAX_LETTERS ? name.substring(0, MAX_LETTERS - 2) + ".." : name;
            markup.leaf(
                    "use",
                    "href",
                    end.look().marker(),
                    "x",
                    Markup.number(left + KEY / 2.0),
                    "y",
                    Markup.number(places[i]));
            text(markup, shown, left + KEY, places[i] + BASE, "start");
            markup.close();
        }
        markup.close();
    }

    private static void text(Markup markup, String text, double x, double y, String anchor) {
        if (!text.isEmpty()) {
            markup.element("text", text, "x", Markup.number(x), "y", Markup.number(y), "text-anchor", anchor);
        }
    }

    private Position spot(Point point) {
        return new Position(across.at(point.x()), up.at(point.y()));
    }
}
