package org.ipcbench.plot;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.plot.RowChart.Panel;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.TextStyle;

/**
 * Draws rows with their names on the left: bars on an axis that begins at zero, dots on any other axis, on which lengths
 * would mislead.
 */
final class RowPainter implements Painter {
    private static final int AREA_WIDTH = 800;
    private static final int TOP = 80;
    private static final int MARGIN = 20;
    private static final int ROW = 30;
    private static final int HALF_BAR = 9;
    private static final int HALF_CAP = 4;

    /** Height of a panel's name above its area. */
    private static final int PANEL_NAME = 30;

    private static final int BASE = 5;

    /** Mean width of a letter of a name or of the note, in the widest font. */
    private static final double LETTER = 7.8;

    /** Height of a title's letters; no letter is wider. */
    private static final double TITLE_LETTER = 10.5;

    private static final TextStyle TITLE = new TextStyle(18, true, Anchor.START, false);
    private static final TextStyle NOTE = new TextStyle(12, false, Anchor.START, false);
    private static final TextStyle PANEL = new TextStyle(14, true, Anchor.START, false);
    private static final TextStyle NAME = new TextStyle(13, false, Anchor.END, false);
    private static final String BAR = "#3597d3";
    private static final String DOT = "#005b94";
    private static final String PAPER = "#ffffff";
    private static final String MARK = "#dd6b1f";
    private static final Pen OUTLINE = Pen.solid("#005b94", 1.4);
    private static final Pen WHISKER = Pen.solid("#000000", 1.2);

    private final RowChart chart;
    private final int left;
    private final Map<Panel, PaintedAxis> axes = new LinkedHashMap<>();
    private final int height;

    RowPainter(RowChart chart) {
        this.chart = chart;
        int longest = chart.rows().mapToInt(row -> row.name().length()).max().orElseThrow();
        left = MARGIN + (int) (longest * LETTER) + MARGIN;
        int top = TOP;
        for (Panel panel : chart.panels()) {
            top += panel.name().isEmpty() ? 0 : PANEL_NAME;
            int area = panel.rows().size() * ROW + MARGIN;
            axes.put(
                    panel,
                    new PaintedAxis(
                            chart.axis(), chart.along(panel), new Position(left, top + area), AREA_WIDTH, area));
            top += area + PaintedAxis.HEIGHT;
        }
        height = top;
    }

    @Override
    public int width() {
        double texts =
                Math.max(chart.heading().length() * TITLE_LETTER, chart.note().length() * LETTER);
        return Math.max(left + AREA_WIDTH, MARGIN + (int) texts) + 2 * MARGIN;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public void paint(Canvas canvas) {
        canvas.group("axes");
        canvas.text(chart.heading(), new Position(MARGIN, TOP / 2.0), TITLE);
        canvas.text(chart.note(), new Position(MARGIN, TOP - MARGIN), NOTE);
        axes.forEach((panel, axis) -> {
            if (!panel.name().isEmpty()) {
                canvas.text(panel.name(), axis.corner().plus(0, -MARGIN / 2.0), PANEL);
            }
            axis.paint(canvas);
        });
        axes.forEach((panel, axis) -> {
            for (int i = 0; i < panel.rows().size(); i++) {
                Row row = panel.rows().get(i);
                canvas.group(panel.name().isEmpty() ? row.name() : row.name() + ", " + panel.name());
                paint(canvas, axis, row, axis.corner().y() + MARGIN / 2.0 + ROW * (i + 0.5));
            }
        });
    }

    private void paint(Canvas canvas, PaintedAxis axis, Row row, double y) {
        canvas.text(row.name(), new Position(left - MARGIN / 2.0, y + BASE), NAME);
        boolean bars = chart.axis().scale().hasZero();
        if (!bars) {
            canvas.line(new Position(left + 1, y), new Position(left + AREA_WIDTH - 1, y), PaintedAxis.GRID);
        }
        List<Point> longestFirst = row.values().stream()
                .sorted(Comparator.comparingDouble(Point::y).reversed())
                .toList(); // so that no bar hides a shorter one
        for (Point value : longestFirst) {
            Position end = new Position(axis.x(value.y()), y);
            if (bars) {
                paintBar(canvas, value, end);
            }
            paintInterval(canvas, axis, value, y);
            if (!bars) {
                Marker.DISC.paint(canvas, end, DOT, value.hollow());
            }
        }
        boolean hollow = longestFirst.stream().anyMatch(Point::hollow);
        row.marks().forEach(mark -> Marker.DIAMOND.paint(canvas, new Position(axis.x(mark), y), MARK, hollow));
    }

    private void paintBar(Canvas canvas, Point value, Position end) {
        Position start = new Position(left, end.y());
        canvas.polygon(
                List.of(
                        start.plus(0, -HALF_BAR),
                        end.plus(0, -HALF_BAR),
                        end.plus(0, HALF_BAR),
                        start.plus(0, HALF_BAR)),
                value.hollow() ? PAPER : BAR,
                OUTLINE);
    }

    private static void paintInterval(Canvas canvas, PaintedAxis axis, Point value, double y) {
        if (value.hasInterval()) {
            Position low = new Position(axis.x(value.low()), y);
            Position high = new Position(axis.x(value.high()), y);
            canvas.line(low, high, WHISKER);
            canvas.line(low.plus(0, -HALF_CAP), low.plus(0, HALF_CAP), WHISKER);
            canvas.line(high.plus(0, -HALF_CAP), high.plus(0, HALF_CAP), WHISKER);
        }
    }
}
