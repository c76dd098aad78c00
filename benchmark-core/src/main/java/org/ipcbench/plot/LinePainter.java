package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.Ink;
import org.ipcbench.plot.Canvas.Position;
import org.ipcbench.plot.Canvas.Words;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Ruler.ShownTick;
import org.ipcbench.plot.Series.Point;

/** Draws lines, each with its name beside its end. */
final class LinePainter implements PlotImage.Painter {
    /** Width of the marker before a name. */
    static final int KEY = 20;

    /** Place of that marker. */
    static final int MARKER = 8;

    /** Mean width of a letter, in the widest font. */
    static final double LETTER = 7.8;

    /** Distance from the middle of a text to its base line. */
    static final int BASE = 5;

    private static final int TOP = 30;
    private static final int BOTTOM = 48;

    /** Space between the axis and the names. */
    private static final int GAP = 18;

    /** Minimum distance between names. */
    private static final int NAME_HEIGHT = 16;

    /** A line ends this near to its name. Over a longer way, something that leads to the name would look like data. */
    private static final int MAX_LEADER = 60;

    /** Letter width for labels above each other, which cannot overlap sideways. */
    private static final double NO_LETTERS = 0;

    private static final int CAP = 3;

    private final LineChart chart;
    private final double width;
    private final double height;
    private final Ruler across;
    private final List<ShownTick> levels;
    private final List<Entry> entries;

    /** Where a chart is shown, which decides how much room there is. */
    enum Room {
        /** Remarks and the names of lines without values stand elsewhere. */
        PAGE(600, 270, 22),
        FILE(820, 440, Integer.MAX_VALUE);

        /** Width of everything in the page; in a file, without the names. */
        private final double width;

        private final double minHeight;
        private final int maxLetters;

        Room(double width, double minHeight, int maxLetters) {
            this.width = width;
            this.minHeight = minHeight;
            this.maxLetters = maxLetters;
        }

        double width() {
            return width;
        }

        private String name(Series series) {
            String name = this == PAGE ? series.name() : series.entry();
            return name.length() > maxLetters ? name.substring(0, maxLetters - 2) + ".." : name;
        }
    }

    /** The name of a line. */
    private record Entry(Series series, String name) {}

    /** Lays out a chart that has values. */
    LinePainter(LineChart chart, Room room) {
        this.chart = chart;
        entries = chart.series().stream()
                .filter(series -> room == Room.FILE || series.isMeasured())
                .map(series -> new Entry(series, room.name(series)))
                .toList();
        int letters =
                entries.stream().mapToInt(entry -> entry.name().length()).max().orElseThrow();
        double names = GAP + KEY + LETTER * letters;
        width = room == Room.PAGE ? room.width : room.width + names;
        height = Math.max(room.minHeight, entries.size() * NAME_HEIGHT);
        levels = up(0).marks(NO_LETTERS);
        int labels =
                levels.stream().mapToInt(mark -> mark.text().length()).max().orElse(0);
        across = new Ruler(chart.x(), chart.across(), LETTER * (labels + 1), width - names);
    }

    private Ruler up(double top) {
        return new Ruler(chart.y(), chart.upwards(), top + TOP + height, top + TOP);
    }

    @Override
    public double width() {
        return width;
    }

    @Override
    public double height() {
        return TOP + height + BOTTOM;
    }

    @Override
    public String remarks() {
        return entries.stream()
                .map(Entry::series)
                .filter(each -> !each.remark().isEmpty())
                .map(each -> "; " + each.entry())
                .collect(Collectors.joining());
    }

    @Override
    public void paint(Canvas canvas, double top) {
        Ruler up = up(top);
        canvas.axes(() -> paintAxes(canvas, up, top));
        List<Entry> fromTop = entries.stream()
                .sorted(Comparator.comparingDouble(entry -> level(entry, up)))
                .toList();
        double[] places = new NamePlaces(NAME_HEIGHT, up.end(), up.start())
                .of(fromTop.stream().mapToDouble(entry -> level(entry, up)).toArray());
        for (int i = 0; i < places.length; i++) {
            Entry entry = fromTop.get(i);
            double place = places[i];
            canvas.group(entry.series().look(), entry.series().entry(), () -> {
                paintLine(canvas, entry.series(), up);
                paintName(canvas, entry, up, place);
            });
        }
    }

    /** Where a line ends; those without values come last. */
    private static double level(Entry entry, Ruler up) {
        return entry.series().end().map(end -> up.at(end.y())).orElse(up.start());
    }

    private void paintAxes(Canvas canvas, Ruler up, double top) {
        List<List<Position>> grid = new ArrayList<>();
        for (ShownTick mark : up.marks(NO_LETTERS)) {
            grid.add(level(mark.at()));
            canvas.text(Words.LABEL, mark.text(), new Position(across.start() - 8, mark.at() + BASE), Anchor.END);
        }
        for (ShownTick mark : across.marks(LETTER)) {
            grid.add(List.of(new Position(mark.at(), up.start() + BASE), new Position(mark.at(), up.end())));
            canvas.text(Words.LABEL, mark.text(), new Position(mark.at(), up.start() + 20), Anchor.MIDDLE);
        }
        canvas.lines(Ink.GRID, grid);
        canvas.lines(
                Ink.LIMIT,
                chart.limits().stream()
                        .map(limit -> level(up.at(limit.value())))
                        .toList());
        canvas.text(Words.LABEL, chart.y().caption(up.range()), new Position(0, top + TOP / 2.0 - 2), Anchor.START);
        canvas.text(
                Words.LABEL,
                chart.x().caption(across.range()),
                new Position((across.start() + across.end()) / 2, up.start() + 40),
                Anchor.MIDDLE);
    }

    private List<Position> level(double y) {
        return List.of(new Position(across.start(), y), new Position(across.end(), y));
    }

    private void paintLine(Canvas canvas, Series series, Ruler up) {
        for (List<Point> stretch : series.stretches()) {
            canvas.curve(stretch.stream().map(point -> spot(point, up)).toList(), series.look());
        }
        canvas.lines(
                Ink.WHISKER,
                series.spots().stream()
                        .map(Series.Spot::point)
                        .filter(Point::hasInterval)
                        .map(point -> whisker(across.at(point.x()), up.at(point.low()), up.at(point.high())))
                        .toList());
        for (Series.Spot each : series.spots()) {
            Ink ink = each.point().hollow() ? Ink.HOLLOW : Ink.POINT;
            canvas.marker(series.look().marker(), ink, spot(each.point(), up), each.text());
        }
    }

    /** An upright with two caps, in one line. */
    private static List<Position> whisker(double x, double low, double high) {
        return List.of(
                new Position(x - CAP, low),
                new Position(x + CAP, low),
                new Position(x, low),
                new Position(x, high),
                new Position(x - CAP, high),
                new Position(x + CAP, high));
    }

    /** Paints a name beside the end of its line, or as near as the other names allow. */
    private void paintName(Canvas canvas, Entry entry, Ruler up, double y) {
        double left = across.end() + GAP;
        Optional<Position> end = entry.series().end().map(point -> spot(point, up));
        end.filter(spot -> left - spot.x() < MAX_LEADER)
                .ifPresent(spot ->
                        canvas.lines(Ink.LEADER, List.of(List.of(spot.plus(6, 0), new Position(left - 3, y)))));
        if (end.isPresent()) {
            canvas.marker(entry.series().look().marker(), Ink.POINT, new Position(left + MARKER, y), "");
        }
        canvas.text(
                end.isPresent() ? Words.NAME : Words.LABEL,
                entry.name(),
                new Position(left + KEY, y + BASE),
                Anchor.START);
    }

    private Position spot(Point point, Ruler up) {
        return new Position(across.at(point.x()), up.at(point.y()));
    }

    /**
     * Places for names beside the ends of lines, so that names do not overlap.
     *
     * @param height minimum distance of two names
     * @param top highest place
     * @param bottom lowest place
     */
    record NamePlaces(double height, double top, double bottom) {

        /**
         * The places.
         *
         * @param wanted where the lines end, ascending
         */
        double[] of(double... wanted) {
            double[] places = wanted.clone();
            double free = top;
            for (int i = 0; i < places.length; i++) {
                places[i] = Math.max(places[i], free);
                free = places[i] + height;
            }
            double limit = Math.max(bottom, top + height * (places.length - 1));
            for (int i = places.length - 1; i >= 0; i--) {
                places[i] = Math.min(places[i], limit);
                limit = places[i] - height;
            }
            return places;
        }
    }
}
