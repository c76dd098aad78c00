package org.ipcbench.plot;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.TextStyle;

/** Draws lines with their legend beside them. */
final class LinePainter implements Painter {
    private static final int AREA_WIDTH = 900;
    private static final int MIN_AREA_HEIGHT = 560;
    private static final int LEFT = 100;
    private static final int TOP = 80;
    private static final int RIGHT = 20;

    private static final int LEGEND_GAP = 24;
    private static final int LEGEND_ROW = 22;
    private static final int LEGEND_LINE = 48;

    /** Mean width of a letter in the legend, in the widest font. */
    private static final double LETTER = 7.8;

    private static final int HALF_CAP = 3;
    private static final TextStyle TITLE = new TextStyle(18, true, Anchor.START, false);
    private static final TextStyle NOTE = new TextStyle(12, false, Anchor.START, false);
    private static final TextStyle Y_TITLE = new TextStyle(14, false, Anchor.MIDDLE, true);
    private static final TextStyle Y_LABEL = new TextStyle(13, false, Anchor.END, false);
    private static final TextStyle ENTRY = new TextStyle(13, false, Anchor.START, false);

    /** Distance from a text's middle to its base line. */
    private static final int BASE = 5;

    private static final double INTERVAL_WIDTH = 1;

    private final LineChart chart;
    private final PaintedAxis horizontal;
    private final Range vertical;
    private final int areaHeight;

    LinePainter(LineChart chart) {
        this.chart = chart;
        vertical = chart.upwards();
        areaHeight = Math.max(MIN_AREA_HEIGHT, chart.series().size() * LEGEND_ROW);
        horizontal = new PaintedAxis(
                chart.x(), chart.across(), new Position(LEFT, TOP + areaHeight), AREA_WIDTH, areaHeight);
    }

    @Override
    public int width() {
        int longest = chart.series().stream()
                .mapToInt(line -> line.entry().length())
                .max()
                .orElseThrow();
        return LEFT + AREA_WIDTH + LEGEND_GAP + LEGEND_LINE + (int) (longest * LETTER) + RIGHT;
    }

    @Override
    public int height() {
        return TOP + areaHeight + PaintedAxis.HEIGHT;
    }

    @Override
    public void paint(Canvas canvas) {
        canvas.group("axes");
        canvas.text(chart.heading(), new Position(LEFT, TOP / 2.0), TITLE);
        canvas.text(chart.note(), new Position(LEFT, TOP - LEGEND_GAP / 2.0), NOTE);
        paintVerticalAxis(canvas);
        horizontal.paint(canvas);
        for (int place = 0; place < chart.series().size(); place++) {
            Series line = chart.series().get(place);
            canvas.group(line.entry());
            paintLine(canvas, line, LineStyle.of(place), place);
            paintEntry(canvas, line, LineStyle.of(place), place);
        }
    }

    private void paintVerticalAxis(Canvas canvas) {
        for (Tick tick : chart.y().ticks(vertical)) {
            double y = TOP + areaHeight * (1 - vertical.share(tick.position()));
            canvas.line(new Position(LEFT, y), new Position(LEFT + AREA_WIDTH, y), PaintedAxis.GRID);
            if (!tick.minor()) {
                canvas.line(new Position(LEFT - PaintedAxis.TICK, y), new Position(LEFT, y), PaintedAxis.FRAME);
                canvas.text(tick.label(), new Position(LEFT - 2 * PaintedAxis.TICK, y + BASE), Y_LABEL);
            }
        }
        canvas.text(chart.y().caption(vertical), new Position(LEGEND_GAP, TOP + areaHeight / 2.0), Y_TITLE);
    }

    /** Draws the stretches, then the markers on them. A value to which no line may lead has only a marker. */
    private void paintLine(Canvas canvas, Series line, LineStyle style, int place) {
        for (List<Point> stretch : line.stretches()) {
            canvas.polyline(
                    stretch.stream().map(point -> spot(point.x(), point.y())).toList(), style.pen());
        }
        line.known().forEach(point -> paintInterval(canvas, point, style));
        line.marked(place)
                .forEach(point -> style.marker()
                        .paint(canvas, spot(point.x(), point.y()), style.pen().colour(), point.hollow()));
    }

    private void paintInterval(Canvas canvas, Point point, LineStyle style) {
        if (point.hasInterval()) {
            Pen pen = Pen.solid(style.pen().colour(), INTERVAL_WIDTH);
            Position low = spot(point.x(), point.low());
            Position high = spot(point.x(), point.high());
            canvas.line(low, high, pen);
            canvas.line(low.plus(-HALF_CAP, 0), low.plus(HALF_CAP, 0), pen);
            canvas.line(high.plus(-HALF_CAP, 0), high.plus(HALF_CAP, 0), pen);
        }
    }

    private static void paintEntry(Canvas canvas, Series line, LineStyle style, int place) {
        Position start = new Position(LEFT + AREA_WIDTH + LEGEND_GAP, TOP + LEGEND_ROW * (place + 0.5));
        if (line.isJoined()) {
            canvas.line(start, start.plus(LEGEND_LINE - 2 * PaintedAxis.TICK, 0), style.pen());
        }
        style.marker()
                .paint(
                        canvas,
                        start.plus((LEGEND_LINE - 2 * PaintedAxis.TICK) / 2.0, 0),
                        style.pen().colour(),
                        false);
        canvas.text(line.entry(), start.plus(LEGEND_LINE, BASE), ENTRY);
    }

    private Position spot(double x, double y) {
        return new Position(
                horizontal.x(x),
                TOP + areaHeight * (1 - vertical.share(chart.y().scale().position(y))));
    }
}
