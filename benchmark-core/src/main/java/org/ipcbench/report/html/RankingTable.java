package org.ipcbench.report.html;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.SeriesLook;
import org.ipcbench.report.PlottedFigure;
import org.ipcbench.report.QuestionPresentation;
import org.ipcbench.report.RankingColumns;
import org.ipcbench.report.RankingColumns.RankingColumn;
import org.ipcbench.report.SeriesNames;
import org.ipcbench.report.Standings;

/** Cells of one question, size and way of waiting, the fastest first, with the most important figure as a small plot. */
final class RankingTable {
    /** Terminals may lack the letter. */
    private static final String ASCII_MICROS = " us$";

    private final Standings standings;
    private final List<RankingColumn> columns;
    private final SeriesNames names;
    private final PlottedFigure figure;
    private final Optional<PlottedFigure> mark;

    RankingTable(Standings standings, RankingColumns columns, SeriesNames names) {
        this.standings = standings;
        this.columns = columns.of(standings);
        this.names = names;
        QuestionPresentation presentation =
                QuestionPresentation.of(standings.contest().question());
        figure = presentation.barred();
        mark = presentation.barMark();
    }

    void write(Markup markup, String caption) {
        List<CellResult> cells = standings.cells();
        List<SeriesLook> looks = names.looks(cells);
        List<AlignedColumn> aligned = columns.stream()
                .map(column ->
                        new AlignedColumn(cells.stream().map(column.value()).toList()))
                .toList();
        Optional<RowAxis> axis = axis();
        markup.open("div", "class", "wide").open("table", "class", "rank").element("caption", caption);
        markup.open("thead").open("tr");
        for (int i = 0; i < columns.size(); i++) {
            writeHeading(markup, columns.get(i), aligned.get(i));
            if (i == 1 && axis.isPresent()) {
                markup.element(
                        "th",
                        figure.words() + mark.map(each -> ", " + each.words()).orElse(""),
                        "scope",
                        "col",
                        "class",
                        "plot");
            }
        }
        markup.close().close().open("tbody");
        for (int row = 0; row < cells.size(); row++) {
            int each = row;
            CellResult result = cells.get(row);
            markup.open("tr");
            aligned.get(0).write(markup, row);
            writeName(markup, result, looks.get(row));
            axis.ifPresent(present -> writePlot(markup, result, looks.get(each), present));
            IntStream.range(2, columns.size() - 1)
                    .forEach(column -> writeCell(markup, columns.get(column), aligned.get(column), each));
            writeVerdict(markup, result);
            markup.close();
        }
        markup.close();
        axis.ifPresent(present -> {
            markup.open("tfoot").open("tr").element("td", "", "colspan", "2");
            present.writeLabels(markup);
            int rest = IntStream.range(2, columns.size())
                    .map(column -> aligned.get(column).width())
                    .sum();
            markup.element("td", "", "colspan", Integer.toString(rest)).close().close();
        });
        markup.close().close();
    }

    private static void writeHeading(Markup markup, RankingColumn column, AlignedColumn aligned) {
        String header = column.header().replaceFirst(ASCII_MICROS, " µs");
        String look = column.numeric() ? "n" : "t";
        if (aligned.width() == 1) {
            markup.element("th", header, "scope", "col", "class", look);
        } else {
            markup.element("th", header, "scope", "col", "class", look, "colspan", Integer.toString(aligned.width()));
        }
    }

    private static void writeCell(Markup markup, RankingColumn column, AlignedColumn aligned, int row) {
        if (column.numeric()) {
            aligned.write(markup, row);
        } else {
            markup.element("td", aligned.text(row));
        }
    }

    private static void writeName(Markup markup, CellResult result, SeriesLook look) {
        markup.open("th", "scope", "row");
        look.writeKey(markup);
        markup.text(result.cell().transportId()).close();
    }

    private static void writeVerdict(Markup markup, CellResult result) {
        String state = RankingColumns.state(result);
        markup.open("td").element("span", state, "class", "state " + state).close();
    }

    private Optional<RowAxis> axis() {
        double[] values = standings.cells().stream()
                .flatMap(this::points)
                .flatMapToDouble(point -> DoubleStream.of(point.low(), point.y(), point.high()))
                .toArray();
        OptionalDouble low = DoubleStream.of(values).min();
        return low.isEmpty()
                ? Optional.empty()
                : Optional.of(RowAxis.around(
                        "figure-" + ContestSection.id(standings),
                        new Axis(figure.unit(), figure.barScale()),
                        low.getAsDouble(),
                        DoubleStream.of(values).max().orElseThrow()));
    }

    private Stream<Point> points(CellResult result) {
        return Stream.concat(Stream.of(figure), mark.stream()).flatMap(each -> each.point(0, result).stream());
    }

    private void writePlot(Markup markup, CellResult result, SeriesLook look, RowAxis axis) {
        markup.open("td", "class", "plot");
        axis.openPlot(markup, "class", "row " + look.colour());
        mark.flatMap(each -> each.point(0, result).map(point -> point.alone()))
                .ifPresent(point -> writePoint(markup, point, "p", axis, mark.orElseThrow()));
        figure.point(0, result)
                .ifPresent(point -> writePoint(markup, point, point.hollow() ? "h" : "f", axis, figure));
        markup.close().close();
    }

    private static void writePoint(Markup markup, Point point, String look, RowAxis axis, PlottedFigure value) {
        if (point.hasInterval() && !look.equals("p")) {
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
        markup.open("svg", "x", axis.percent(point.y()), "y", "50%", "overflow", "visible")
                .open("use", "href", look.equals("p") ? "#m2" : "#m0", "class", look)
                .element("title", value.text(point))
                .close()
                .close();
    }
}
