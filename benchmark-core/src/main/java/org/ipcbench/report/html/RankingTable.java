package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.page.RowAxis;
import org.ipcbench.plot.page.SeriesLook;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.question.PlottedValue;
import org.ipcbench.report.question.QuestionPresentation;
import org.ipcbench.report.table.Column;
import org.ipcbench.report.table.Ranking;
import org.ipcbench.report.table.RankingColumns;

/** Cells of one question, size and way of waiting, the fastest first, with the most important figure as a small plot. */
final class RankingTable {
    private final Ranking ranking;
    private final List<Column<CellResult>> columns;
    private final SeriesNames names;
    private final PlottedValue figure;
    private final Optional<PlottedValue> mark;

    RankingTable(Ranking ranking, RankingColumns columns, SeriesNames names) {
        this.ranking = ranking;
        this.columns = columns.of(ranking);
        this.names = names;
        QuestionPresentation presentation =
                QuestionPresentation.of(ranking.group().question());
        figure = presentation.barred();
        mark = presentation.barMark();
    }

    void write(Markup markup, String caption) {
        List<CellResult> cells = ranking.cells();
        List<SeriesLook> looks = names.looks(cells);
        List<PageColumn> shown = new ArrayList<>();
        shown.add(PageTable.column(columns.get(0), cells));
        shown.add(PageColumn.ofNames(
                columns.get(1).header(), looks, row -> cells.get(row).cell().transportId()));
        // beside the name, where it is visible even in the widest table
        shown.add(PageColumn.of(
                head -> PageColumn.writeHeading(
                        head, columns.get(columns.size() - 1).header(), "t"),
                (body, row) -> writeVerdict(body, cells.get(row))));
        axis().ifPresent(axis -> shown.add(PageColumn.ofPlots(
                figure.words() + mark.map(each -> ", " + each.words()).orElse(""),
                axis,
                (body, row) -> writePlot(body, cells.get(row), looks.get(row), axis))));
        columns.subList(2, columns.size() - 1).forEach(column -> shown.add(PageTable.column(column, cells)));
        new PageTable("rank", cells.size(), shown).write(markup, caption);
    }

    private static void writeVerdict(Markup markup, CellResult result) {
        String state = RankingColumns.state(result);
        markup.open("td").element("span", state, "class", "state " + state).close();
    }

    private Optional<RowAxis> axis() {
        double[] values = ranking.cells().stream()
                .flatMap(this::points)
                .flatMapToDouble(point -> DoubleStream.of(point.low(), point.y(), point.high()))
                .toArray();
        OptionalDouble low = DoubleStream.of(values).min();
        return low.isEmpty()
                ? Optional.empty()
                : Optional.of(RowAxis.around(
                        "figure-" + RankingSection.id(ranking),
                        new Axis(figure.unit(), figure.barScale()),
                        low.getAsDouble(),
                        DoubleStream.of(values).max().orElseThrow()));
    }

    private Stream<Point> points(CellResult result) {
        return Stream.concat(Stream.of(figure), mark.stream()).flatMap(each -> each.point(0, result).stream());
    }

    private void writePlot(Markup markup, CellResult result, SeriesLook look, RowAxis axis) {
        axis.openPlot(markup, "class", "row " + look.colour());
        mark.flatMap(each -> each.point(0, result).map(point -> point.alone()))
                .ifPresent(point -> writePoint(markup, point, "p", axis, mark.orElseThrow()));
        figure.point(0, result).ifPresent(point -> writePoint(markup, point, point.hollow() ? "h" : "f", axis, figure));
        markup.close();
    }

    private static void writePoint(Markup markup, Point point, String look, RowAxis axis, PlottedValue value) {
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
