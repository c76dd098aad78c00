package org.ipcbench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
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

    PngCanvas(int width, int height) {
        image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
    }

    @Override
    public void group(String name) {
        // pixels cannot have names
    }

    @Override
    public void polyline(List<Position> spots, Pen pen) {
        draw(path(spots), pen);
    }

    @Override
    public void polygon(List<Position> corners, String fill, Pen outline) {
        Path2D path = path(corners);
        path.closePath();
        graphics.setColor(Color.decode(fill));
        graphics.fill(path);
        draw(path, outline);
    }

    @Override
    public void text(String text, Position spot, TextStyle style) {
        graphics.setColor(Color.BLACK);
        graphics.setFont(new Font(Font.SANS_SERIF, style.bold() ? Font.BOLD : Font.PLAIN, style.size()));
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double before = switch (style.anchor()) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        AffineTransform upright = graphics.getTransform();
        graphics.translate(spot.x(), spot.y());
        if (style.upwards()) {
            graphics.rotate(-Math.PI / 2);
        }
        graphics.drawString(text, (float) -before, 0);
        graphics.setTransform(upright);
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

    private void draw(Path2D path, Pen pen) {
        graphics.setColor(Color.decode(pen.colour()));
        graphics.setStroke(
                pen.dashes().isEmpty()
                        ? new BasicStroke((float) pen.width())
                        : new BasicStroke(
                                (float) pen.width(),
                                BasicStroke.CAP_BUTT,
                                BasicStroke.JOIN_ROUND,
                                1,
                                lengths(pen.dashes()),
                                0));
        graphics.draw(path);
    }

    private static float[] lengths(List<Integer> dashes) {
        float[] lengths = new float[dashes.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = dashes.get(i);
        }
        return lengths;
    }

    private static Path2D path(List<Position> spots) {
        Path2D path = new Path2D.Double();
        path.moveTo(spots.get(0).x(), spots.get(0).y());
        spots.subList(1, spots.size()).forEach(spot -> path.lineTo(spot.x(), spot.y()));
        return path;
    }
}
