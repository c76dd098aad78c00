package org.ipcbench.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.TextStyle;

/** Bars to the right, each with its name on the left. */
final class BarPainter implements Painter {
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
    private static final String PAPER = "#ffffff";
    private static final String MARK = "#d55e00";
    private static final Pen OUTLINE = Pen.solid("#0072b2", 1.4);
    private static final Pen WHISKER = Pen.solid("#000000", 1.2);

    private final BarPlot plot;
    private final int left;
    private final PaintedAxis axis;

    BarPainter(BarPlot plot) {
        this.plot = plot;
        int longest =
                plot.bars().stream().mapToInt(bar -> bar.name().length()).max().orElseThrow();
        left = MARGIN + (int) (longest * LETTER) + MARGIN;
        int height = plot.bars().size() * ROW + MARGIN;
        axis = new PaintedAxis(
                plot.axis(),
                plot.axis()
                        .scale()
                        .around(values().min().orElseThrow(), values().max().orElseThrow()),
                new Position(left, TOP + height),
                AREA_WIDTH,
                height);
    }

    @Override
    public int width() {
        int title = (int) (Math.max(plot.title().length(), plot.note().length()) * TITLE_LETTER);
        return Math.max(left + AREA_WIDTH, MARGIN + title) + 2 * MARGIN;
    }

    @Override
    public int height() {
        return TOP + axis.height() + PaintedAxis.HEIGHT;
    }

    @Override
    public void paint(Canvas canvas) {
        canvas.group("axes");
        canvas.text(plot.title(), new Position(MARGIN, TOP / 2.0), TITLE);
        canvas.text(plot.note(), new Position(MARGIN, TOP - MARGIN), NOTE);
        axis.paint(canvas);
        for (int i = 0; i < plot.bars().size(); i++) {
            Bar bar = plot.bars().get(i);
            canvas.group(bar.name());
            paint(canvas, bar, TOP + MARGIN / 2.0 + ROW * (i + 0.5));
        }
    }

    private void paint(Canvas canvas, Bar bar, double y) {
        canvas.text(bar.name(), new Position(left - MARGIN / 2.0, y + BASE), NAME);
        if (bar.end().isGap()) {
            return;
        }
        double end = axis.x(bar.end().y());
        canvas.polygon(
                List.of(
                        new Position(left, y - HALF_BAR),
                        new Position(end, y - HALF_BAR),
                        new Position(end, y + HALF_BAR),
                        new Position(left, y + HALF_BAR)),
                bar.end().hollow() ? PAPER : BAR,
                OUTLINE);
        if (bar.end().hasInterval()) {
            Position low = new Position(axis.x(bar.end().low()), y);
            Position high = new Position(axis.x(bar.end().high()), y);
            canvas.line(low, high, WHISKER);
            canvas.line(low.plus(0, -HALF_CAP), low.plus(0, HALF_CAP), WHISKER);
            canvas.line(high.plus(0, -HALF_CAP), high.plus(0, HALF_CAP), WHISKER);
        }
        if (bar.hasMark()) {
            Marker.DIAMOND.paint(
                    canvas, new Position(axis.x(bar.mark()), y), MARK, bar.end().hollow());
        }
    }

    private DoubleStream values() {
        return plot.bars().stream()
                .flatMapToDouble(bar -> DoubleStream.of(
                        bar.end().y(), bar.end().low(), bar.end().high(), bar.mark()))
                .filter(value -> !Double.isNaN(value));
    }
}
