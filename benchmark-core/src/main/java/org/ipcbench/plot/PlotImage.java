package org.ipcbench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.ipcbench.plot.Canvas.Anchor;
import org.ipcbench.plot.Canvas.Curve;
import org.ipcbench.plot.Canvas.Position;
import org.ipcbench.plot.Canvas.Words;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Chart.RowChart;
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

    /**
     * Writes SVG, with texts as text elements that can be searched and copied. Does not need AWT or fonts. Colours are those of the
     * style sheet around it.
     */
    private static final class SvgCanvas implements Canvas {
        private final Markup markup;

        /** Draws within an SVG element that was opened. */
        SvgCanvas(Markup markup) {
            this.markup = markup;
        }

        /** The style sheet of a file. */
        static String style() {
            Stream<String> inks = Stream.of(Ink.values())
                    .map(ink -> ".%s{stroke:%s;stroke-width:%s;fill:%s}"
                            .formatted(css(ink), ink.colour, Markup.number(ink.width), ink.fill));
            Stream<String> words = Stream.of(Words.values())
                    .map(look -> ".%s{font-size:%spx;fill:%s%s}"
                            .formatted(css(look), look.size, look.colour, look.bold ? ";font-weight:bold" : ""));
            Stream<String> looks = Stream.iterate(0, place -> place + 1)
                    .limit(Look.COLOURS.size())
                    .map(Look::new)
                    .map(look -> ".%s{color:%s}".formatted(look.colourClass(), look.colour()));
            return Stream.of(inks, words, looks)
                    .flatMap(each -> each)
                    .collect(Collectors.joining(
                            "\n",
                            "\n",
                            "\n.curve{stroke:currentColor;stroke-width:%s;fill:none}\n".formatted(Ink.LINE_WIDTH)));
        }

        @Override
        public void axes(Runnable content) {
            markup.open("g", "class", "axes", "aria-hidden", "true");
            content.run();
            markup.close();
        }

        @Override
        public void group(Look look, String name, Runnable content) {
            markup.open("g", "class", "s " + look.colourClass(), "aria-label", name);
            content.run();
            markup.close();
        }

        @Override
        public void curve(List<Position> spots, Look look) {
            String path = new Curve(new Curve(spots).bends()).data();
            String dashes = look.dashes().stream().map(String::valueOf).collect(Collectors.joining(","));
            markup.leaf("path", "class", "curve", "stroke-dasharray", dashes.isEmpty() ? "none" : dashes, "d", path);
        }

        @Override
        public void lines(Ink ink, List<List<Position>> lines) {
            String path = lines.stream().map(line -> new Curve(line).data()).collect(Collectors.joining());
            if (!path.isEmpty()) {
                markup.leaf("path", "class", css(ink), "d", path);
            }
        }

        @Override
        public void bar(Ink ink, Position corner, double width, double height, String told) {
            open("rect", css(ink), corner, "width", Markup.number(width), "height", Markup.number(height));
            tell(told);
        }

        @Override
        public void marker(Look.Marker shape, Ink ink, Position centre, String told) {
            open("use", css(ink), centre, "href", shape.reference());
            tell(told);
        }

        @Override
        public void text(Words look, String text, Position spot, Anchor anchor) {
            if (!text.isEmpty()) {
                open("text", css(look), spot, "text-anchor", css(anchor));
                markup.text(text).close();
            }
        }

        private void open(String element, String kind, Position place, String... further) {
            String[] places = {"x", Markup.number(place.x()), "y", Markup.number(place.y())};
            String[] all = Stream.of(new String[] {"class", kind}, places, further)
                    .flatMap(Stream::of)
                    .toArray(String[]::new);
            markup.open(element, all);
        }

        private void tell(String told) {
            if (!told.isEmpty()) {
                markup.element("title", told);
            }
            markup.close();
        }

        /** The class in the style sheet. */
        private static String css(Enum<?> look) {
            return look.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Paints a PNG with AWT. */
    private static final class PngCanvas implements Canvas {
        private static final String FORMAT = "png";

        private final BufferedImage image;
        private final Graphics2D graphics;
        private String colour = PAPER;

        PngCanvas(int width, int height, int margin) {
            image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            graphics = image.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, width, height);
            graphics.translate(margin, 0);
        }

        @Override
        public void axes(Runnable content) {
            content.run();
        }

        @Override
        public void group(Look look, String name, Runnable content) {
            colour = look.colour();
            content.run();
        }

        @Override
        public void curve(List<Position> spots, Look look) {
            float[] dashes = new float[look.dashes().size()];
            for (int i = 0; i < dashes.length; i++) {
                dashes[i] = look.dashes().get(i);
            }
            graphics.setStroke(
                    dashes.length == 0
                            ? new BasicStroke((float) Ink.LINE_WIDTH)
                            : new BasicStroke(
                                    (float) Ink.LINE_WIDTH,
                                    BasicStroke.CAP_BUTT,
                                    BasicStroke.JOIN_ROUND,
                                    1,
                                    dashes,
                                    0));
            graphics.setColor(Color.decode(colour));
            graphics.draw(path(spots));
        }

        @Override
        public void lines(Ink ink, List<List<Position>> lines) {
            lines.forEach(line -> draw(path(line), ink));
        }

        @Override
        public void bar(Ink ink, Position from, double width, double height, String told) {
            fill(path(List.of(from, from.plus(width, 0), from.plus(width, height), from.plus(0, height))), ink);
        }

        @Override
        public void marker(Look.Marker shape, Ink ink, Position centre, String told) {
            fill(
                    path(shape.corners().stream()
                            .map(each -> centre.plus(each.x(), each.y()))
                            .toList()),
                    ink);
        }

        @Override
        public void text(Words look, String text, Position spot, Anchor anchor) {
            graphics.setColor(Color.decode(look.colour));
            graphics.setFont(new Font(Font.SANS_SERIF, look.bold ? Font.BOLD : Font.PLAIN, look.size));
            double width =
                    graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
            double before = switch (anchor) {
                case START -> 0;
                case MIDDLE -> width / 2;
                case END -> width;
            };
            graphics.drawString(text, (float) (spot.x() - before), (float) spot.y());
        }

        /** The chart as the content of a file. */
        byte[] content() throws IOException {
            graphics.dispose();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            // ImageIO's default stream would add a shutdown hook for a temporary file, which fails after Ctrl-C
            try (ImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
                if (!ImageIO.write(image, FORMAT, stream)) {
                    throw new IOException("this Java cannot write " + FORMAT);
                }
            }
            return bytes.toByteArray();
        }

        private void fill(Path2D path, Ink ink) {
            path.closePath();
            graphics.setColor(decoded(ink.fill));
            graphics.fill(path);
            draw(path, ink);
        }

        private void draw(Path2D path, Ink ink) {
            graphics.setColor(decoded(ink.colour));
            graphics.setStroke(new BasicStroke((float) ink.width));
            graphics.draw(path);
        }

        private Color decoded(String wanted) {
            return Color.decode(wanted.equals(CURRENT) ? colour : wanted);
        }

        private static Path2D path(List<Position> spots) {
            Path2D path = new Path2D.Double();
            path.moveTo(spots.get(0).x(), spots.get(0).y());
            spots.subList(1, spots.size()).forEach(spot -> path.lineTo(spot.x(), spot.y()));
            return path;
        }
    }
}
