package org.ipcbench.plot;

import java.io.IOException;

/** A chart as the content of a file. */
public final class PlotImage {
    private final Chart chart;
    private final Painter painter;

    public PlotImage(Chart chart) {
        this.chart = chart;
        painter = chart instanceof RowChart rows ? new RowPainter(rows) : new LinePainter((LineChart) chart);
    }

    /** A complete SVG document, in UTF-8. */
    public String svg() {
        SvgCanvas canvas = new SvgCanvas(painter.width(), painter.height(), chart.heading());
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
