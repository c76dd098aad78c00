package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.report.html.Ruler.Mark;

/**
 * Lines over two axes, each named at its end; points tell their exact figures.
 *
 * @param title what it shows
 * @param note what the signs mean
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series the lines
 */
record LineFigure(String title, String note, Axis x, Axis y, List<Series> series) {
    private static final int WIDTH = 600;
    private static final int LEFT = 50;
    private static final int TOP = 30;
    private static final int BOTTOM = 48;
    private static final int MIN_HEIGHT = 270;

    /** Between the end of the axis and the names. */
    private static final int GAP = 18;

    /** Names are so far apart at least. */
    private static final int NAME_HEIGHT = 16;

    private static final double LETTER = 7.4;

    /** Labels above each other have room. */
    private static final double NO_LETTERS = 0;

    /** The marker before a name. */
    private static final int KEY = 14;

    private static final int MAX_LETTERS = 22;

    private static final int CAP = 3;

    /** From the middle of a text to its base line. */
    private static final int BASE = 4;

    LineFigure {
        series = series.stream().filter(Series::isMeasured).toList();
    }

    boolean isMeasured() {
        return !series.isEmpty();
    }

    void write(Markup markup) {
        int height = Math.max(MIN_HEIGHT, series.size() * NAME_HEIGHT);
        Ruler across = new Ruler(
                x, x.scale().around(least(Point::x), greatest(Point::x)), LEFT, WIDTH - GAP - KEY - LETTER * letters());
        Ruler up = new Ruler(y, y.scale().around(least(Point::low), greatest(Point::high)), TOP + height, TOP);
        markup.open("figure", "class", "lines");
        markup.open("figcaption").element("b", title).text(note).close();
        markup.open(
                "svg",
                "viewBox",
                "0 0 %s %s".formatted(WIDTH, TOP + height + BOTTOM),
                "role",
                "group",
                "aria-label",
                title);
        writeAxes(markup, across, up);
        List<End> ends = ends(across, up);
        for (int place = 0; place < ends.size(); place++) {
            writeSeries(markup, ends.get(place).series(), place, across, up);
        }
        writeNames(markup, ends, across, up);
        markup.close().close();
    }

    private void writeAxes(Markup markup, Ruler across, Ruler up) {
        markup.open("g", "class", "axes", "aria-hidden", "true");
        StringBuilder grid = new StringBuilder();
        for (Mark mark : up.marks(NO_LETTERS)) {
            grid.append("M%s %sH%s"
                    .formatted(Markup.number(across.start()), Markup.number(mark.at()), Markup.number(across.end())));
            text(markup, mark.text(), across.start() - 8, mark.at() + BASE, "end");
        }
        for (Mark mark : across.marks(LETTER)) {
            grid.append("M%s %sV%s"
                    .formatted(Markup.number(mark.at()), Markup.number(up.start() + BASE), Markup.number(up.end())));
            text(markup, mark.text(), mark.at(), up.start() + 20, "middle");
        }
        markup.leaf("path", "class", "grid", "d", grid.toString());
        text(markup, y.title(), 0, TOP / 2.0 - 2, "start");
        text(markup, x.title(), (across.start() + across.end()) / 2, up.start() + 40, "middle");
        markup.close();
    }

    /** @param place of the name among the names, which the script marks together with the line */
    private static void writeSeries(Markup markup, Series series, int place, Ruler across, Ruler up) {
        markup.open("g", "class", "s " + series.look().classes(), "data-name", Integer.toString(place));
        for (Curve stretch : stretches(series.curve(), across, up)) {
            markup.leaf("path", "class", "l", "d", stretch.path());
        }
        StringBuilder whiskers = new StringBuilder();
        series.spots().stream()
                .map(Series.Spot::point)
                .filter(Point::hasInterval)
                .forEach(point -> whiskers.append(whisker(point, across, up)));
        if (!whiskers.isEmpty()) {
            markup.leaf("path", "class", "w", "d", whiskers.toString());
        }
        for (Series.Spot spot : series.spots()) {
            String x = Markup.number(across.at(spot.point().x()));
            String y = Markup.number(up.at(spot.point().y()));
            String marker = series.look().marker();
            if (spot.point().hollow()) {
                markup.open("use", "href", marker, "x", x, "y", y, "class", "h");
            } else {
                markup.open("use", "href", marker, "x", x, "y", y);
            }
            markup.element("title", spot.told()).close();
        }
        markup.close();
    }

    private static String whisker(Point point, Ruler across, Ruler up) {
        String left = Markup.number(across.at(point.x()) - CAP);
        String low = Markup.number(up.at(point.low()));
        String high = Markup.number(up.at(point.high()));
        return "M%s %sh%sm-%s 0V%sm-%s 0h%s".formatted(left, low, 2 * CAP, CAP, high, CAP, 2 * CAP);
    }

    /** Gaps, and points to which no line may lead, divide a line. */
    private static List<Curve> stretches(List<Point> points, Ruler across, Ruler up) {
        List<Curve> stretches = new ArrayList<>();
        List<Curve.Spot> stretch = new ArrayList<>();
        for (Point point : points) {
            if (point.isGap() || !point.joined()) {
                stretches.add(new Curve(stretch));
                stretch.clear();
            } else {
                stretch.add(new Curve.Spot(across.at(point.x()), up.at(point.y())));
            }
        }
        stretches.add(new Curve(stretch));
        stretches.removeIf(each -> each.spots().size() < 2);
        return stretches;
    }

    /** Each beside the end of its line, or as near as the other names allow. */
    private static void writeNames(Markup markup, List<End> ends, Ruler across, Ruler up) {
        double[] places = new NamePlaces(NAME_HEIGHT, up.end(), up.start())
                .of(ends.stream().mapToDouble(end -> end.spot().y()).toArray());
        double left = across.end() + GAP;
        markup.open("g", "class", "names", "aria-hidden", "true");
        for (int i = 0; i < places.length; i++) {
            End end = ends.get(i);
            String name = end.series().name();
            markup.open("g", "class", end.series().look().classes());
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
                    end.series().look().marker(),
                    "x",
                    Markup.number(left + KEY / 2.0),
                    "y",
                    Markup.number(places[i]));
            text(markup, shown, left + KEY, places[i] + BASE, "start");
            markup.close();
        }
        markup.close();
    }

    /** Where a line ends. */
    private record End(Series series, Curve.Spot spot) {}

    /** From the top to the bottom. */
    private List<End> ends(Ruler across, Ruler up) {
        return series.stream()
                .map(each -> {
                    Point last = last(each.curve());
                    return new End(each, new Curve.Spot(across.at(last.x()), up.at(last.y())));
                })
                .sorted(Comparator.comparingDouble(end -> end.spot().y()))
                .toList();
    }

    private int letters() {
        return Math.min(
                MAX_LETTERS,
                series.stream().mapToInt(each -> each.name().length()).max().orElse(0));
    }

    private static void text(Markup markup, String text, double x, double y, String anchor) {
        if (!text.isEmpty()) {
            markup.element("text", text, "x", Markup.number(x), "y", Markup.number(y), "text-anchor", anchor);
        }
    }

    private static Point last(List<Point> curve) {
        return curve.stream()
                .filter(Predicate.not(Point::isGap))
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    private double least(ToDoubleFunction<Point> value) {
        return known(value).min().orElseThrow();
    }

    private double greatest(ToDoubleFunction<Point> value) {
        return known(value).max().orElseThrow();
    }

    /** A value may lie outside of its interval: the interval is one of the mean of the iterations' rates. */
    private DoubleStream known(ToDoubleFunction<Point> value) {
        return points().flatMapToDouble(
                        point -> DoubleStream.of(value.applyAsDouble(point), value.applyAsDouble(bare(point))));
    }

    private static Point bare(Point point) {
        return Point.of(point.x(), point.y());
    }

    private Stream<Point> points() {
        return series.stream()
                .flatMap(each -> Stream.concat(
                        each.curve().stream(), each.spots().stream().map(Series.Spot::point)))
                .filter(Predicate.not(Point::isGap));
    }
}
