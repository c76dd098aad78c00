package org.ipcbench.plot;

import java.util.Comparator;
import java.util.List;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.Ink;
import org.ipcbench.plot.Canvas.Position;
import org.ipcbench.plot.Canvas.Words;
import org.ipcbench.plot.Chart.RowChart;
import org.ipcbench.plot.Chart.RowChart.Panel;
import org.ipcbench.plot.Chart.RowChart.Row;
import org.ipcbench.plot.Series.Point;
import org.ipcbench.plot.Series.Spot;

/**
 * Draws rows with their names on the left: bars on an axis that begins at zero, dots on any other axis, on which lengths
 * would mislead.
 */
final class RowPainter implements PlotImage.Painter {
    private static final int MIN_WIDTH = 300;
    private static final int MARGIN = 16;
    private static final int ROW = 26;
    private static final int PANEL_NAME = 22;
    private static final int LABEL = 16;
    private static final int AXIS = 52;
    private static final double BAR = 15;

    private final RowChart chart;
    private final double left;
    private final double width;

    RowPainter(RowChart chart, LinePainter.Room room) {
        this.chart = chart;
        int longest = chart.rows().mapToInt(row -> row.name().length()).max().orElseThrow();
        left = LinePainter.KEY + longest * LinePainter.LETTER + MARGIN;
        width = Math.max(room.width(), left + MIN_WIDTH);
    }

    @Override
    public double width() {
        return width;
    }

    @Override
    public double height() {
        return chart.panels().stream()
                .mapToDouble(panel -> name(panel) + panel.rows().size() * ROW + AXIS)
                .sum();
    }

    @Override
    public String remarks() {
        return "";
    }

    private static int name(Panel panel) {
        return panel.name().isEmpty() ? 0 : PANEL_NAME;
    }

    @Override
    public void paint(Canvas canvas, double top) {
        double next = top;
        for (Panel panel : chart.panels()) {
            Ruler ruler = new Ruler(chart.axis(panel), chart.along(panel), left + MARGIN, width - MARGIN);
            double first = next + name(panel);
            double foot = first + panel.rows().size() * ROW;
            canvas.axes(() -> paintAxis(canvas, panel, ruler, first, foot));
            for (int i = 0; i < panel.rows().size(); i++) {
                Row row = panel.rows().get(i);
                double middle = first + (i + 0.5) * ROW;
                String name = panel.name().isEmpty() ? row.name() : row.name() + ", " + panel.name();
                canvas.group(row.look(), name, () -> paint(canvas, row, ruler, middle));
            }
            next = foot + AXIS;
        }
    }

    private void paintAxis(Canvas canvas, Panel panel, Ruler ruler, double first, double foot) {
        canvas.text(Words.NAME, panel.name(), new Position(left, first - MARGIN / 2.0), Anchor.START);
        List<Ruler.ShownTick> marks = ruler.marks(LinePainter.LETTER);
        canvas.lines(
                Ink.GRID,
                marks.stream().map(mark -> upright(mark.at(), first, foot)).toList());
        canvas.lines(
                Ink.LIMIT,
                chart.limits().stream()
                        .map(limit -> upright(ruler.at(limit.value()), first, foot))
                        .toList());
        marks.forEach(
                mark -> canvas.text(Words.LABEL, mark.text(), new Position(mark.at(), foot + LABEL), Anchor.MIDDLE));
        Position title = new Position((ruler.start() + ruler.end()) / 2, foot + 2 * LABEL);
        canvas.text(Words.LABEL, ruler.axis().caption(ruler.range()), title, Anchor.MIDDLE);
    }

    private static List<Position> upright(double x, double from, double to) {
        return List.of(new Position(x, from), new Position(x, to));
    }

    private static void paint(Canvas canvas, Row row, Ruler ruler, double middle) {
        boolean bars = ruler.axis().scale().hasZero();
        for (Spot mark : row.marks()) {
            paintInterval(canvas, ruler, mark.point(), middle);
            canvas.marker(Look.Marker.DIAMOND, Ink.HOLLOW, place(ruler, mark, middle), told(row, mark));
        }
        List<Spot> longestFirst = row.values().stream()
                .sorted(Comparator.comparingDouble((Spot value) -> value.point().y())
                        .reversed())
                .toList(); // so that no bar hides a shorter one
        for (Spot value : longestFirst) {
            Ink ink = value.point().hollow() ? Ink.HOLLOW : Ink.POINT;
            Position end = place(ruler, value, middle);
            if (bars) {
                Position corner = new Position(ruler.at(0), middle - BAR / 2);
                canvas.bar(ink, corner, end.x() - corner.x(), BAR, told(row, value));
            }
            paintInterval(canvas, ruler, value.point(), middle);
            if (!bars) {
                canvas.marker(Look.Marker.DISC, ink, end, told(row, value));
            }
        }
        Position key = new Position(LinePainter.MARKER, middle);
        canvas.marker(row.look().marker(), Ink.POINT, key, "");
        canvas.text(Words.NAME, row.name(), new Position(LinePainter.KEY, middle + LinePainter.BASE), Anchor.START);
    }

    private static String told(Row row, Spot value) {
        return row.name() + "\n" + value.text();
    }

    private static Position place(Ruler ruler, Spot value, double middle) {
        return new Position(ruler.at(value.point().y()), middle);
    }

    private static void paintInterval(Canvas canvas, Ruler ruler, Point point, double middle) {
        if (point.hasInterval()) {
            Position low = new Position(ruler.at(point.low()), middle);
            canvas.lines(Ink.INTERVAL, List.of(List.of(low, new Position(ruler.at(point.high()), middle))));
        }
    }
}
