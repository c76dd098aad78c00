package org.ipcbench.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes SVG, with texts as text elements that can be searched and copied. Does not need AWT or fonts. */
final class SvgCanvas implements Canvas {
    private static final String FONTS = "DejaVu Sans, Verdana, Arial, sans-serif";

    private final StringBuilder text;
    private boolean inGroup;

    SvgCanvas(int width, int height, String title) {
        // the user's language may have other digits, which SVG does not accept
        text = new StringBuilder(String.format(Locale.ROOT, """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="%3$s">
                <title>%4$s</title>
                <rect width="%1$d" height="%2$d" fill="#ffffff"/>
                """, width, height, FONTS, escaped(title)));
    }

    @Override
    public void group(String name) {
        endGroup();
        inGroup = true;
        text.append("<g><title>%s</title>%n".formatted(escaped(name)));
    }

    @Override
    public void polyline(List<Position> spots, Pen pen) {
        text.append("<polyline points=\"%s\" fill=\"none\"%s/>%n".formatted(points(spots), stroke(pen)));
    }

    @Override
    public void polygon(List<Position> corners, String fill, Pen outline) {
        text.append("<polygon points=\"%s\" fill=\"%s\"%s/>%n".formatted(points(corners), fill, stroke(outline)));
    }

    @Override
    public void text(String content, Position spot, TextStyle style) {
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%1$.1f\" y=\"%2$.1f\" font-size=\"%3$d\" text-anchor=\"%4$s\"%5$s%6$s>%7$s</text>%n",
                spot.x(),
                spot.y(),
                style.size(),
                style.anchor().name().toLowerCase(Locale.ROOT),
                style.bold() ? " font-weight=\"bold\"" : "",
                style.upwards()
                        ? String.format(Locale.ROOT, " transform=\"rotate(-90 %.1f %.1f)\"", spot.x(), spot.y())
                        : "",
                escaped(content)));
    }

    /** The drawing as a document. */
    String document() {
        endGroup();
        return text + "</svg>\n";
    }

    private void endGroup() {
        text.append(inGroup ? "</g>\n" : "");
        inGroup = false;
    }

    private static String points(List<Position> spots) {
        return spots.stream()
                .map(spot -> String.format(Locale.ROOT, "%.1f,%.1f", spot.x(), spot.y()))
                .collect(Collectors.joining(" "));
    }

    private static String stroke(Pen pen) {
        String dashes = pen.dashes().isEmpty()
                ? ""
                : pen.dashes().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ", " stroke-dasharray=\"", "\""));
        return String.format(Locale.ROOT, " stroke=\"%s\" stroke-width=\"%.1f\"%s", pen.colour(), pen.width(), dashes);
    }

    private static String escaped(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
