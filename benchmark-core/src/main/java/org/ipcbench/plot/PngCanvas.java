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
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Paints a PNG with AWT. */
final class PngCanvas implements Canvas {
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
                                (float) Ink.LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
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
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double before = switch (anchor) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        graphics.drawString(text, (float) (spot.x() - before), (float) spot.y());
    }

    /** The drawing as the content of a file. */
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
