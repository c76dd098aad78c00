package org.ipcbench.plot;

import org.ipcbench.plot.Scale.Range;
import org.ipcbench.text.Markup;

/**
 * The common axis of the small plots in a table's rows. Places are percentages of a plot's width, so that plots fit the
 * space that the table has for them.
 *
 * @param ruler the ruler, from 0 to 100
 * @param id by which the plots refer to the lines of the axis
 */
public record RowAxis(Ruler ruler, String id) {
    /** Space at both ends, for a marker or half a label. */
    private static final double INSET = 4;

    private static final double FULL = 100;

    /** Width of a letter, in percent of a narrow plot. */
    private static final double LETTER = 5.5;

    /** An axis that contains both values. */
    public static RowAxis around(String id, Axis axis, double low, double high) {
        return new RowAxis(new Ruler(axis, axis.scale().around(low, high), INSET, FULL - INSET), id);
    }

    /** An axis that begins and ends exactly at these values. */
    public static RowAxis exactly(String id, Axis axis, double low, double high) {
        Range range = new Range(axis.scale().position(low), axis.scale().position(high));
        return new RowAxis(new Ruler(axis, range, 0, FULL), id);
    }

    public double at(double value) {
        return ruler.at(value);
    }

    /** Begins a plot of a row, with the lines of the axis behind it. */
    public void openPlot(Markup markup, String... attributes) {
        markup.open("svg", attributes).leaf("use", "href", "#" + id);
    }

    /** Writes the labels, below the last row. */
    public void writeLabels(Markup markup) {
        markup.open("td").open("svg", "class", "scale", "aria-hidden", "true");
        writeLines(markup);
        for (Ruler.ShownTick mark : ruler.marks(LETTER)) {
            if (!mark.text().isEmpty()) {
                markup.element(
                        "text", mark.text(), "x", Markup.number(mark.at()) + "%", "y", "11", "text-anchor", "middle");
            }
        }
        markup.close()
                .element("div", ruler.axis().caption(ruler.range()), "class", "unit")
                .close();
    }

    /** Writes the lines of the axis once for all rows. */
    private void writeLines(Markup markup) {
        markup.open("defs").open("g", "class", "grid", "id", id);
        for (Ruler.ShownTick mark : ruler.marks(LETTER)) {
            if (!mark.text().isEmpty()) {
                String at = Markup.number(mark.at()) + "%";
                markup.leaf("line", "x1", at, "x2", at, "y2", "100%");
            }
        }
        markup.close().close();
    }
}
