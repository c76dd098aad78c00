package org.ipcbench.plot.file;

import java.util.List;
import org.ipcbench.plot.Position;
import org.ipcbench.plot.Row;
import org.ipcbench.plot.RowFigure;
import org.ipcbench.plot.file.Canvas.Anchor;
import org.ipcbench.plot.file.Canvas.TextStyle;

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
    private static final int BASE = 5;

    /** Mean width of a letter of a name, in the widest font. */
    private static final double LETTER = 7.8;

    /** Height of a title's letters; no letter is wider. */
    private static final double TITLE_LETTER = 10.5;

    private static final TextStyle TITLE = new TextStyle(18, true, Anchor.START, false);
    private static final TextStyle NOTE = new TextStyle(12, false, Anchor.START, false);
    private static final TextStyle NAME = new TextStyle(13, false, Anchor.END, false);
    private static final String BAR = "#2f95d0";
    private static final String DOT = "#0072b2";
    private static final String PAPER = "#ffffff";
    private static final String MARK = "#d55e00";
    private static final Pen OUTLINE = Pen.solid("#0072b2", 1.4);
    private static final Pen WHISKER = Pen.solid("#000000", 1.2);

    private final RowFigure figure;
    private final int left;
    private final PaintedAxis axis;

    RowPainter(RowFigure figure) {
        this.figure = figure;
        int longest = figure.rows().stream()
                .mapToInt(row -> row.name().length())
                .max()
                .orElseThrow();
        left = MARGIN + (int) (longest * LETTER) + MARGIN;
        int height = figure.rows().size() * ROW + MARGIN;
        axis = new PaintedAxis(figure.axis(), figure.along(), new Position(left, TOP + height), AREA_WIDTH, height);
    }

    @Override
    public int width() {
        int title = (int) (Math.max(figure.heading().length(), figure.note().length()) * TITLE_LETTER);
        return Math.max(left + AREA_WIDTH, MARGIN + title) + 2 * MARGIN;
    }

    @Override
    public int height() {
        return TOP + axis.height() + PaintedAxis.HEIGHT;
    }

    @Override
    public void paint(Canvas canvas) {
        canvas.group("axes");
        canvas.text(figure.heading(), new Position(MARGIN, TOP / 2.0), TITLE);
        canvas.text(figure.note(), new Position(MARGIN, TOP - MARGIN), NOTE);
        axis.paint(canvas);
        for (int i = 0; i < figure.rows().size(); i++) {
            Row row = figure.rows().get(i);
            canvas.group(row.name());
            paint(canvas, row, TOP + MARGIN / 2.0 + ROW * (i + 0.5));
        }
    }

    private void paint(Canvas canvas, Row row, double y) {
        canvas.text(row.name(), new Position(left - MARGIN / 2.0, y + BASE), NAME);
        boolean bars = figure.axis().scale().hasZero();
        if (!bars) {
            canvas.line(new Position(left + 1, y), new Position(left + AREA_WIDTH - 1, y), PaintedAxis.GRID);
        }
        if (row.value().isGap()) {
            return;
        }
        double end = axis.x(row.value().y());
        if (bars) {
            paintBar(canvas, row, end, y);
        }
        paintInterval(canvas, row, y);
        if (!bars) {
            Marker.DISC.paint(canvas, new Position(end, y), DOT, row.value().hollow());
        }
        if (row.hasMark()) {
            Marker.DIAMOND.paint(
                    canvas,
                    new Position(axis.x(row.mark()), y),
                    MARK,
                    row.value().hollow());
        }
    }

    private void paintBar(Canvas canvas, Row row, double end, double y) {
        canvas.polygon(
                List.of(
                        new Position(left, y - HALF_BAR),
                        new Position(end, y - HALF_BAR),
                        new Position(end, y + HALF_BAR),
                        new Position(left, y + HALF_BAR)),
                row.value().hollow() ? PAPER : BAR,
                OUTLINE);
    }

    private void paintInterval(Canvas canvas, Row row, double y) {
        if (row.value().hasInterval()) {
            Position low = new Position(axis.x(row.value().low()), y);
            Position high = new Position(axis.x(row.value().high()), y);
            canvas.line(low, high, WHISKER);
            canvas.line(low.plus(0, -HALF_CAP), low.plus(0, HALF_CAP), WHISKER);
            canvas.line(high.plus(0, -HALF_CAP), high.plus(0, HALF_CAP), WHISKER);
        }
    }
}
