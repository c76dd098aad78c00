package org.ipcbench.plot.file;

import java.io.IOException;
import org.ipcbench.plot.Figure;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.RowFigure;

/** A figure as the content of a file. */
public final class PlotImage {
    private final Figure figure;
    private final Painter painter;

    public PlotImage(Figure figure) {
        this.figure = figure;
        painter = figure instanceof RowFigure rows ? new RowPainter(rows) : new LinePainter((LineFigure) figure);
    }

    /** A complete SVG document, in UTF-8. */
    public String svg() {
        SvgCanvas canvas = new SvgCanvas(painter.width(), painter.height(), figure.heading());
        painter.paint(canvas);
        return canvas.document();
    }

    /**
     * A PNG image. If the JVM has no AWT or no fonts, this fails in many ways: with a linkage error, an internal error or a
     * null pointer.
     */
    public byte[] png() throws IOException {
        // set before AWT is loaded, so that it does not look for a screen and its libraries
        System.setProperty("java.awt.headless", "true");
        PngCanvas canvas = new PngCanvas(painter.width(), painter.height());
        painter.paint(canvas);
        return canvas.content();
    }
}
