package org.ipcbench.plot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.Words;
import org.ipcbench.plot.LinePainter.Room;
import org.ipcbench.text.Markup;

/** A chart with its heading, as the content of a file. */
public final class PlotImage {
    private static final int MARGIN = 16;
    private static final int HEADING_ROW = 22;
    private static final int NOTE_ROW = 17;

    /** Mean widths of letters in the widest font. */
    private static final double HEADING_LETTER = 10.6;

    private static final double NOTE_LETTER = 7.4;
    private static final String[] NAMESPACE = {
        "xmlns", "http://www.w3.org/2000/svg", "font-family", "DejaVu Sans, Verdana, Arial, sans-serif"
    };

    private final Chart chart;
    private final Painter painter;
    private final List<String> heading;
    private final List<String> note;

    /** Lays a chart out and draws it; lengths are in pixels. */
    interface Painter {
        double width();

        double height();

        /** Remarks on names that have no room beside the names. */
        String remarks();

        /**
         * Draws it.
         *
         * @param top the place of its upper end
         */
        void paint(Canvas canvas, double top);
    }

    public PlotImage(Chart chart) {
        this.chart = chart;
        painter = painter(chart, Room.FILE);
        heading = lines(chart.heading(), (int) (painter.width() / HEADING_LETTER));
        note = lines(chart.signs(), (int) (painter.width() / NOTE_LETTER));
    }

    /** Writes a chart that has values into the page, with its heading above it. */
    public static void write(Markup markup, Chart chart) {
        Painter painter = painter(chart, Room.PAGE);
        String title = chart.title().substring(0, 1).toUpperCase(Locale.ROOT)
                + chart.title().substring(1);
        markup.open("figure", "class", "lines");
        markup.open("figcaption")
                .element("b", title)
                .text(chart.signs() + painter.remarks())
                .close();
        String size = "0 0 %s %s".formatted(Markup.number(painter.width()), Markup.number(painter.height()));
        markup.open("svg", "viewBox", size, "role", "group", "aria-label", title);
        painter.paint(new SvgCanvas(markup), 0);
        markup.close().close();
    }

    private static Painter painter(Chart chart, Room room) {
        return chart instanceof RowChart rows ? new RowPainter(rows, room) : new LinePainter((LineChart) chart, room);
    }

    /** A complete SVG document, in UTF-8. */
    public String svg() {
        Markup markup = Markup.xml();
        String width = Integer.toString(width());
        String height = Integer.toString(height());
        String[] size = {"width", width, "height", height, "viewBox", "0 0 %s %s".formatted(width, height)};
        markup.open("svg", Stream.concat(Stream.of(NAMESPACE), Stream.of(size)).toArray(String[]::new));
        markup.element("title", chart.heading()).element("style", SvgCanvas.style());
        Look.writeShapes(markup);
        markup.leaf("rect", "width", width, "height", height, "fill", Canvas.PAPER)
                .open("g", "transform", "translate(%d 0)".formatted(MARGIN));
        paint(new SvgCanvas(markup));
        return markup.close().close().toString();
    }

    /**
     * A PNG image. If the JVM has no AWT or no fonts, this fails in many ways: with a linkage error, an internal error or a
     * null pointer.
     */
    public byte[] png() throws IOException {
        // set before AWT is loaded, so that it does not look for a screen and its libraries
        System.setProperty("java.awt.headless", "true");
        PngCanvas canvas = new PngCanvas(width(), height(), MARGIN);
        paint(canvas);
        return canvas.content();
    }

    private int width() {
        return (int) Math.ceil(painter.width()) + 2 * MARGIN;
    }

    private int height() {
        return (int) Math.ceil(bodyTop() + painter.height());
    }

    private double bodyTop() {
        return MARGIN + heading.size() * HEADING_ROW + note.size() * NOTE_ROW + MARGIN / 2.0;
    }

    private void paint(Canvas canvas) {
        canvas.axes(() -> {
            double y = MARGIN;
            for (String line : heading) {
                canvas.text(Words.HEADING, line, new Position(0, y + MARGIN), Anchor.START);
                y += HEADING_ROW;
            }
            for (String line : note) {
                canvas.text(Words.NOTE, line, new Position(0, y + MARGIN), Anchor.START);
                y += NOTE_ROW;
            }
        });
        painter.paint(canvas, bodyTop());
    }

    /** A text in lines of at most so many letters, if its words allow it. */
    private static List<String> lines(String text, int letters) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + word.length() >= letters) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        lines.removeIf(String::isEmpty);
        return lines;
    }
}
