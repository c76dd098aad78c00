package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.Ranking.RankingGroup;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Chart.RowChart;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.RunCharts.RunChart;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.html.PageTable.PageColumn;
import org.ipcbench.report.html.PageTable.PageText;
import org.ipcbench.report.table.ClosingTable.MachineLegend;
import org.ipcbench.report.table.DoubtLines;
import org.ipcbench.report.table.DoubtLines.DoubtLine;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.Shown;
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
        new IterationTable.Courses(cells).write(markup, names, id(ranking));
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

    /** The distribution of the latencies of cells: one histogram per cell, with a common axis. */
    private static final class DistributionTable {
        private static final double NANOS_PER_MICRO = 1e3;
        private static final int HEIGHT = 24;

        /** Minimum height of a bar; lower ones would be invisible, and the longest latencies are few. */
        private static final double MIN_LEVEL = 0.8;

        private static final int SHARE_DECIMALS = 3;
        private static final int LOW_DECIMALS = 6;

        private final List<CellResult> cells;
        private final double lowNanos;
        private final double highNanos;

        /** A table of the cells that have latencies. */
        DistributionTable(List<CellResult> cells) {
            this.cells =
                    cells.stream().filter(cell -> !histogram(cell).isEmpty()).toList();
            lowNanos = this.cells.stream()
                    .mapToDouble(cell -> histogram(cell).get(0).lowNanos())
                    .min()
                    .orElse(0);
            highNanos = this.cells.stream()
                    .map(DistributionTable::histogram)
                    .mapToDouble(bins -> bins.get(bins.size() - 1).highNanos())
                    .max()
                    .orElse(0);
        }

        /**
         * Writes the table if it has any values.
         *
         * @param id the id of the section
         * @param of what a latency belongs to
         */
        void write(Markup markup, SeriesNames names, String id, String of) {
            if (cells.isEmpty()) {
                return;
            }
            RowAxis axis = RowAxis.exactly(
                    "distribution-" + id,
                    new Axis(of + " (µs)", Scale.DECADES),
                    lowNanos / NANOS_PER_MICRO,
                    highNanos / NANOS_PER_MICRO);
            new RowTable("Distribution", "each histogram has its own height", "share of samples", cells)
                    .column(
                            "samples",
                            cell -> cell.summary()
                                    .map(each -> Shown.of(each.latencies().count()))
                                    .orElse(Shown.NOTHING))
                    .write(markup, names, axis, (body, row, look) -> writeHistogram(body, cells.get(row), look, axis));
        }

        private void writeHistogram(Markup markup, CellResult result, Look look, RowAxis axis) {
            List<CellLatencies.Bin> bins = histogram(result);
            double highest =
                    bins.stream().mapToDouble(CellLatencies.Bin::share).max().orElseThrow();
            long before = bins(lowNanos, bins.get(0).lowNanos());
            long all = bins(lowNanos, highNanos);
            axis.openPlot(
                    markup,
                    "class",
                    "row " + look.colourClass(),
                    "data-slots",
                    Long.toString(all),
                    "data-first",
                    Long.toString(before),
                    "data-low",
                    Markup.number(lowNanos / NANOS_PER_MICRO, LOW_DECIMALS),
                    "data-decade",
                    Integer.toString(CellLatencies.BINS_PER_DECADE),
                    "data-told",
                    told(bins));
            markup.open("svg", "viewBox", "0 0 %s %s".formatted(all, HEIGHT), "preserveAspectRatio", "none")
                    .leaf("path", "class", "hist", "d", outline(bins, before, highest))
                    .close()
                    .close();
        }

        private static String outline(List<CellLatencies.Bin> bins, long before, double highest) {
            StringBuilder outline = new StringBuilder("M%s %s".formatted(before, HEIGHT));
            String level = Markup.number(HEIGHT);
            int run = 0;
            for (CellLatencies.Bin bin : bins) {
                String next = Markup.number(
                        HEIGHT - (bin.share() == 0 ? 0 : Math.max(MIN_LEVEL, HEIGHT * bin.share() / highest)));
                if (!next.equals(level)) {
                    outline.append(run == 0 ? "" : "h" + run).append('V').append(next);
                    level = next;
                    run = 0;
                }
                run++;
            }
            outline.append('h').append(run);
            return outline.append('V').append(HEIGHT).append('z').toString();
        }

        /** The share of each bar in percent. */
        private static String told(List<CellLatencies.Bin> bins) {
            return bins.stream()
                    .map(bin -> Markup.number(100 * bin.share(), SHARE_DECIMALS))
                    .collect(Collectors.joining("|"));
        }

        /** Number of bins from one latency to another; both are at the beginning of a bin. */
        private static long bins(double fromNanos, double toNanos) {
            return Math.round(CellLatencies.BINS_PER_DECADE * Math.log10(toNanos / fromNanos));
        }

        private static List<CellLatencies.Bin> histogram(CellResult result) {
            return result.summary()
                    .map(Summary::latencies)
                    .map(CellLatencies::histogram)
                    .orElse(List.of());
        }
    }

    /** Cells of one question, size and way of waiting, the fastest first. */
    static final class RankingTable {
        private final Ranking ranking;
        private final List<Column<CellResult>> columns;
        private final SeriesNames names;

        RankingTable(Ranking ranking, RankingColumns columns, SeriesNames names) {
            this.ranking = ranking;
            this.columns = columns.of(ranking);
            this.names = names;
        }

        void write(Markup markup, String caption) {
            List<CellResult> cells = ranking.cells();
            List<Look> looks = names.looks(cells);
            List<PageColumn> shown = new ArrayList<>();
            shown.add(PageTable.column(columns.get(0), cells));
            shown.add(PageColumn.ofNames(
                    columns.get(1).header(), looks, row -> cells.get(row).cell().transportId()));
            // beside the name, where it is visible even in the widest table
            shown.add(PageColumn.of(
                    head -> PageColumn.writeHeading(
                            head, columns.get(columns.size() - 1).header(), "t"),
                    (body, row) -> writeVerdict(body, cells.get(row))));
            columns.subList(2, columns.size() - 1).forEach(column -> shown.add(PageTable.column(column, cells)));
            new PageTable("rank", cells.size(), shown).write(markup, caption);
        }

        /** Writes the verdict on a cell, or why there are no figures. */
        static void writeVerdict(Markup markup, CellResult result) {
            String state = RankingColumns.state(result);
            markup.open("td").element("span", state, "class", "state " + state).close();
        }
    }
}
