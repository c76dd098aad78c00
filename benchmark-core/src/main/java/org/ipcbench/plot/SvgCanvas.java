package org.ipcbench.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.text.Markup;

/**
 * Writes SVG, with texts as text elements that can be searched and copied. Does not need AWT or fonts. Colours are those of the
 * style sheet around it.
 */
final class SvgCanvas implements Canvas {
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
