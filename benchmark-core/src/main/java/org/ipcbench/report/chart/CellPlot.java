package org.ipcbench.report.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.page.RowAxis;
import org.ipcbench.plot.page.SeriesLook;

/**
 * The most important value of a cell as a small plot in a table of the page: a bar on an axis that begins at zero, a dot on any
 * other axis.
 *
 * @param figure the value
 * @param mark a second value on the same axis
 * @param axis the axis of all plots of the table
 */
public record CellPlot(PlottedValue figure, Optional<PlottedValue> mark, RowAxis axis) {

    /**
     * The plots of cells of one question; empty if no cell has a value.
     *
     * @param id the id of their axis
     */
    public static Optional<CellPlot> of(String id, List<CellResult> cells) {
        QuestionFigures figures =
                QuestionFigures.of(cells.get(0).cell().workload().question());
        PlottedValue figure = new PlottedValue(figures.barred());
        Optional<PlottedValue> mark = figures.mark().map(PlottedValue::new);
        double[] values = cells.stream()
                .flatMap(cell ->
                        Stream.concat(Stream.of(figure), mark.stream()).flatMap(each -> each.points(cell).stream()))
                .flatMapToDouble(point -> DoubleStream.of(point.low(), point.y(), point.high()))
                .toArray();
        OptionalDouble low = DoubleStream.of(values).min();
        return low.isEmpty()
                ? Optional.empty()
                : Optional.of(new CellPlot(
                        figure,
                        mark,
                        RowAxis.around(
                                id,
                                new Axis(figure.unit(), figure.barScale()),
                                low.getAsDouble(),
                                DoubleStream.of(values).max().orElseThrow())));
    }

    /** The value's name. */
    public String title() {
        return figure.words().equals(figure.unit()) ? figure.stem() : figure.words();
    }

    /** The meaning of the signs. */
    public String note() {
        return RowFigures.note(mark);
    }

    /** The heading of the plots' column. */
    public String heading() {
        return mark.map(each -> "%s (dot), %s (diamond)".formatted(figure.words(), each.words()))
                .orElse(figure.words());
    }

    public void write(Markup markup, CellResult result, SeriesLook look) {
        axis.openPlot(markup, "class", "row " + look.colour());
        mark.ifPresent(each -> each.points(result).forEach(point -> writeMarker(markup, point, "#m2", "p", each)));
        figure.points(result).stream()
                .sorted(Comparator.comparingDouble(Point::y).reversed()) // so that no bar hides a shorter one
                .forEach(point -> writeFigure(markup, point));
        markup.close();
    }

    private void writeFigure(Markup markup, Point point) {
        if (figure.barScale().hasZero()) {
            writeBar(markup, point);
        }
        writeWhisker(markup, point);
        if (!figure.barScale().hasZero()) {
            writeMarker(markup, point, "#m0", point.hollow() ? "h" : "f", figure);
        }
    }

    private void writeBar(Markup markup, Point point) {
        double start = axis.at(0);
        markup.open(
                        "rect",
                        "class",
                        point.hollow() ? "bar h" : "bar",
                        "x",
                        Markup.number(start) + "%",
                        "y",
                        "22%",
                        "width",
                        Markup.number(axis.at(point.y()) - start) + "%",
                        "height",
                        "56%")
                .element("title", figure.text(point))
                .close();
    }

    private void writeWhisker(Markup markup, Point point) {
        if (point.hasInterval()) {
            markup.leaf(
                    "line",
                    "class",
                    "w",
                    "x1",
                    axis.percent(point.low()),
                    "x2",
                    axis.percent(point.high()),
                    "y1",
                    "50%",
                    "y2",
                    "50%");
        }
    }

    private void writeMarker(Markup markup, Point point, String shape, String look, PlottedValue value) {
        markup.open("svg", "x", axis.percent(point.y()), "y", "50%", "overflow", "visible")
                .open("use", "href", shape, "class", look)
                .element("title", value.text(point))
                .close()
                .close();
    }
}
