package org.ipcbench.plot;

import java.util.List;
import org.ipcbench.plot.Scale.Range;
import org.ipcbench.plot.Scale.Tick;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.TextStyle;

/**
 * A horizontal axis below the area of a plot.
 *
 * @param axis the axis
 * @param range its range
 * @param start its left end, in the lower left corner of the area
 * @param width of the area, in pixels
 * @param height of the area, in pixels
 */
record PaintedAxis(Axis axis, Range range, Position start, int width, int height) {
    /** Height of the space below the area. */
    static final int HEIGHT = 84;

    static final int TICK = 6;
    static final Pen GRID = Pen.solid("#dddddd", 1);
    static final Pen FRAME = Pen.solid("#444444", 1);

    private static final TextStyle TITLE = new TextStyle(14, false, Anchor.MIDDLE, false);
    private static final TextStyle LABEL = new TextStyle(13, false, Anchor.MIDDLE, false);
    private static final int LABEL_ROW = 22;
    private static final int SECOND_ROW = 16;
    private static final int TITLE_ROW = 64;

    /** Labels with a smaller distance are placed in two rows. */
    private static final int LABEL_WIDTH = 44;

    /** The horizontal position of a value on the canvas. */
    double x(double value) {
        return start.x() + width * range.share(axis.scale().position(value));
    }

    /** The upper left corner of the area. */
    Position corner() {
        return start.plus(0, -height);
    }

    void paint(Canvas canvas) {
        double lastOfFirstRow = Double.NEGATIVE_INFINITY;
        for (Tick tick : axis.ticks(range)) {
            Position foot = start.plus(width * range.share(tick.position()), 0);
            canvas.line(foot.plus(0, -height), foot, GRID);
            canvas.line(foot, foot.plus(0, TICK), FRAME);
            boolean crowded = foot.x() - lastOfFirstRow < LABEL_WIDTH;
            canvas.text(tick.shown(), foot.plus(0, LABEL_ROW + (crowded ? SECOND_ROW : 0)), LABEL);
            if (!crowded) {
                lastOfFirstRow = foot.x();
            }
        }
        canvas.text(axis.caption(range), start.plus(width / 2.0, TITLE_ROW), TITLE);
        canvas.polyline(
                List.of(start, start.plus(0, -height), start.plus(width, -height), start.plus(width, 0), start), FRAME);
    }
}
