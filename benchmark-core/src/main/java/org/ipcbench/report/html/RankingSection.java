package org.ipcbench.report.html;

import java.util.List;
import java.util.Set;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.RankingGroup;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.plot.RowChart;
import org.ipcbench.report.chart.RunChart;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.DoubtLines;
import org.ipcbench.report.table.DoubtLines.DoubtLine;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.table.MachineLegend;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

/**
 * Cells of one question, size and way of waiting: their ranking, latencies, costs and iterations.
 *
 * @param ranking the cells
 * @param run the run to which they belong
 * @param columns the columns of the ranking
 * @param charts the charts of the run
 * @param names the names of cells
 */
record RankingSection(Ranking ranking, RunResult run, RankingColumns columns, RunCharts charts, SeriesNames names) {

    /** The section's id for links. */
    static String id(Ranking ranking) {
        RankingGroup group = ranking.group();
        return "%s%s-%s%s%s-%s"
                .formatted(
                        group.question().label(),
                        group.placement().isEmpty() ? "" : "-" + group.placement(),
                        group.requestBytes(),
                        group.offered().isEmpty() ? "" : "-" + group.offered(),
                        group.shape().isEmpty() ? "" : "-" + group.shape().replaceAll("[^\\p{Alnum}]+", "-"),
                        group.waits().label());
    }

    /** What the cells have in common. */
    static String title(Ranking ranking) {
        return FastestSentence.place(ranking) + waiting(ranking.group());
    }

    /** @param open whether plots are visible without unfolding */
    void write(Markup markup, boolean open) {
        markup.open("section", "class", "ranking", "id", id(ranking));
        String what = title(ranking);
        markup.element("h3", what);
        new RankingTable(ranking, columns, names).write(markup, ranking.group().waiting() + columns.common(ranking));
        columns.notes(ranking).forEach(note -> markup.element("p", PageText.of(note), "class", "lead"));
        RankingColumns.legend(List.of(ranking)).ifPresent(line -> markup.element("p", line, "class", "lead"));
        new MachineLegend(columns).of(List.of(ranking)).ifPresent(line -> markup.element("p", line, "class", "lead"));
        List<CellResult> cells = ranking.cells();
        List<DoubtLine> doubts = DoubtLines.besideTables(new RunResult(cells, false, run.dimensions()))
                .lines();
        if (!doubts.isEmpty()) {
            openDetails(markup, "Doubts: " + what, false);
            DoubtSection.writeList(markup, doubts);
            markup.close();
        }
        if (cells.stream().anyMatch(cell -> cell.summary().isPresent())) {
            openDetails(markup, "Latencies, CPU time and iterations: " + what, open);
            writePlots(markup, cells);
            markup.close();
        }
        markup.close();
    }

    private void writePlots(Markup markup, List<CellResult> cells) {
        Question question = ranking.group().question();
        markup.open("div", "class", "figures");
        RowChart rows = RunCharts.ofRanking(cells, run, names);
        boolean answers = charts.rows().stream()
                .anyMatch(each -> Set.copyOf(each.cells().all()).equals(Set.copyOf(cells)));
        if (rows.isMeasured() && !answers) {
            PlotImage.write(markup, rows);
        }
        charts.percentiles().stream()
                .filter(each -> cells.containsAll(each.cells().all()))
                .map(RunChart::chart)
                .filter(LineChart::isMeasured)
                .forEach(chart -> PlotImage.write(markup, chart));
        new DistributionTable(cells)
                .write(markup, names, id(ranking), question.latencyKind().label() + " latency");
        new CostTable(cells)
                .write(
                        markup,
                        names,
                        id(ranking),
                        QuestionFigures.of(question).words().thing());
        new IterationTable(cells).write(markup, names, id(ranking), question);
        markup.close();
    }

    private static void openDetails(Markup markup, String summary, boolean open) {
        if (open) {
            markup.open("details", "class", "more", "open", "");
        } else {
            markup.open("details", "class", "more");
        }
        markup.element("summary", summary);
    }

    /** The heading's text about transports that do not block. */
    private static String waiting(RankingGroup group) {
        return switch (group.waits()) {
            case BLOCKING -> "";
            case SPINNING -> ", spinning";
            case NONE -> ", in one process";
        };
    }
}
