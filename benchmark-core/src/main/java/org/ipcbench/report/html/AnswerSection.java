package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Chart.RowChart;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.RunCharts.RunChart;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.html.PageTable.AlignedColumn;
import org.ipcbench.report.html.PageTable.PageColumn;
import org.ipcbench.report.table.CodecTable;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.table.Findings;
import org.ipcbench.report.table.KneeTable;
import org.ipcbench.report.table.PriceTable;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.report.table.SizeTable;
import org.ipcbench.report.table.SpinTable;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/**
 * The answer to each question at first sight: a sentence, a picture, the fastest at each size; and how much of it is in doubt.
 *
 * @param run the results
 * @param answer the sentences
 * @param charts the charts of the run
 * @param names the names of cells and lines
 */
record AnswerSection(RunResult run, Answer answer, RunCharts charts, SeriesNames names) {

    void write(Markup markup, List<Question> questions) {
        markup.open("section", "id", "answer", "class", "answer").element("h2", "Answer");
        if (run.interrupted()) {
            markup.element(
                    "p", "The run was interrupted; the page shows what had been measured by then.", "class", "notice");
        }
        answer.leading().forEach(text -> markup.element("p", text, "class", "says"));
        FastestSentence sentence = new FastestSentence(run);
        for (Question question : questions) {
            List<Ranking> rankings = QuestionSection.rankings(run, question);
            if (questions.size() > 1) {
                markup.element("h3", QuestionSection.title(question));
            }
            String text = sentence.of(rankings);
            if (text.isEmpty() && answer.leading().isEmpty()) {
                markup.element("p", "There are no figures.", "class", "says");
            } else if (!text.isEmpty() && !answer.standings().isEmpty()) {
                markup.element("p", text, "class", "says");
            }
            markup.open("div", "class", "figures");
            writePicture(markup, question);
            new FastestCells(rankings, names).write(markup);
            markup.close();
            if (question.hasGivenRate()) {
                new KneeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
                new SpinTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
            }
        }
        PriceTable.all(run, new FigureFormat(Locale.ROOT)).forEach(table -> PageTable.write(markup, table));
        new SizeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        new CodecTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        writeCounts(markup);
        new Findings(run, Locale.ROOT).remarks().forEach(remark -> markup.element("p", remark + ".", "class", "lead"));
        markup.open("p", "class", "lead").text("Asked by ");
        markup.element("code", answer.request().command()).close();
        markup.close();
    }

    /** Writes the first value over a number, or the values of all cells if there are too few numbers for lines. */
    private void writePicture(Markup markup, Question question) {
        Optional<LineChart> sweep =
                QuestionSection.sweeps(charts, question).stream().findFirst();
        if (sweep.isPresent()) {
            PlotImage.write(markup, sweep.get());
            return;
        }
        List<RunChart<RowChart>> rows = charts.rows().stream()
                .filter(each -> each.cells().question().equals(question.label())
                        && each.chart().isMeasured())
                .toList();
        Set<List<CellResult>> shown = new HashSet<>();
        rows.stream()
                .filter(each -> rows.size() == 1 || !each.cells().isInOneProcess())
                .filter(each -> shown.add(each.cells().all()))
                .forEach(each -> PlotImage.write(markup, each.chart()));
    }

    private void writeCounts(Markup markup) {
        markup.open("p", "class", "counts");
        for (Verdict.Level level : Verdict.Level.values()) {
            long count = run.cells().stream()
                    .filter(cell -> cell.status() == CellStatus.MEASURED
                            && cell.verdict().level() == level)
                    .count();
            writeCount(markup, level.label(), count);
        }
        for (CellStatus status : CellStatus.values()) {
            if (status != CellStatus.MEASURED) {
                writeCount(
                        markup,
                        status.label(),
                        run.cells().stream()
                                .filter(cell -> cell.status() == status)
                                .count());
            }
        }
        markup.close();
    }

    private void writeCount(Markup markup, String state, long count) {
        if (count > 0) {
            markup.open("a", "href", "#doubts", "class", "state " + state)
                    .text("%s of %s cells %s".formatted(count, run.cells().size(), state))
                    .close()
                    .text(" ");
        }
    }

    /**
     * The table of the fastest cells at each size and rate, with the figure of the first. Sizes link to their rankings, and cells
     * have their keys.
     *
     * @param rankings of the question
     * @param names the names of cells
     */
    private record FastestCells(List<Ranking> rankings, SeriesNames names) {
        FastestCells {
            rankings = rankings.stream().filter(each -> each.cells().size() > 1).toList();
        }

        /** Writes the table if there are several sizes or rates. */
        void write(Markup markup) {
            Map<String, Map<WaitStrategy, Ranking>> places = new LinkedHashMap<>();
            rankings.forEach(each -> places.computeIfAbsent(
                            FastestSentence.place(each), unused -> new EnumMap<>(WaitStrategy.class))
                    .put(each.group().waits(), each));
            if (places.size() < 2) {
                return;
            }
            List<Map<WaitStrategy, Ranking>> rows = List.copyOf(places.values());
            List<PageColumn> columns = new ArrayList<>();
            columns.add(PageColumn.of(
                    head -> PageColumn.writeHeading(head, "at", "t"),
                    (body, row) ->
                            writePlace(body, rows.get(row).values().iterator().next())));
            for (WaitStrategy waits : WaitStrategy.values()) {
                List<Optional<Ranking>> ofWay = rows.stream()
                        .map(row -> Optional.ofNullable(row.get(waits)))
                        .toList();
                if (ofWay.stream().anyMatch(Optional::isPresent)) {
                    add(columns, waits, ofWay);
                }
            }
            new PageTable("fastest", rows.size(), columns)
                    .write(markup, "The fastest; cells that the data cannot tell apart share the place");
        }

        private void add(List<PageColumn> columns, WaitStrategy waits, List<Optional<Ranking>> rows) {
            FigureFormat format = new FigureFormat(Locale.ROOT);
            List<CellResult> fastest = rows.stream()
                    .flatMap(Optional::stream)
                    .filter(each -> !each.winners().isEmpty())
                    .map(each -> each.cells().get(0))
                    .toList();
            List<Figure> shown =
                    QuestionFigures.of(rankings.get(0).group().question()).shown();
            Figure figure = shown.stream()
                    .filter(each -> fastest.stream()
                            .anyMatch(cell -> !format.of(each, cell).equals(Shown.NOTHING)))
                    .findFirst()
                    .orElse(shown.get(0));
            columns.add(PageColumn.of(
                    head -> PageColumn.writeHeading(head, waits.label(), "t"),
                    (body, row) -> writeWinners(body, rows.get(row))));
            columns.add(new AlignedColumn(
                    figure.names().heading(),
                    rows.stream()
                            .map(row -> row.filter(each -> !each.winners().isEmpty())
                                    .map(each -> format.of(figure, each.cells().get(0)))
                                    .orElse(Shown.NOTHING))
                            .toList()));
        }

        private static void writePlace(Markup markup, Ranking ranking) {
            markup.open("th", "scope", "row")
                    .element("a", FastestSentence.place(ranking), "href", "#" + RankingSection.id(ranking))
                    .close();
        }

        private void writeWinners(Markup markup, Optional<Ranking> ranking) {
            markup.open("td");
            List<CellResult> winners = ranking.map(Ranking::winners).orElse(List.of());
            List<Look> looks = names.looks(winners);
            List<String> rows = names.rows(winners, ranking.map(Ranking::cells).orElse(List.of()));
            for (int i = 0; i < winners.size(); i++) {
                CellResult winner = winners.get(i);
                markup.open("span", "class", "winner");
                looks.get(i).writeKey(markup);
                markup.text(rows.get(i));
                if (winner.verdict().level() != Verdict.Level.VALID) {
                    markup.element("small", " " + winner.verdict().level().label());
                }
                markup.close();
            }
            markup.close();
        }
    }

    /**
     * The figures of one question.
     *
     * @param question the question
     * @param run the results
     * @param charts the charts of the run
     * @param names the names of cells and lines
     */
    record QuestionSection(Question question, RunResult run, RunCharts charts, SeriesNames names) {
        /** With more tables than this, the plots of each are folded. */
        private static final int MAX_OPEN = 4;

        /** The title of the section, also its text in links. */
        static String title(Question question) {
            String label = question.label();
            return label.substring(0, 1).toUpperCase(Locale.ROOT)
                    + label.substring(1)
                    + QuestionFigures.of(question).words().direction();
        }

        /** The rankings of a question. */
        static List<Ranking> rankings(RunResult run, Question question) {
            return Ranking.of(run).stream()
                    .filter(each -> each.group().question() == question)
                    .toList();
        }

        /** The values of a question over a number. */
        static List<LineChart> sweeps(RunCharts charts, Question question) {
            return charts.sweeps().stream()
                    .filter(each -> each.cells().question().equals(question.label()))
                    .map(RunChart::chart)
                    .filter(LineChart::isMeasured)
                    .toList();
        }

        void write(Markup markup) {
            List<Ranking> rankings = rankings(run, question);
            markup.open("section", "id", question.label());
            markup.element("h2", title(question))
                    .element("p", QuestionFigures.of(question).words().asked(), "class", "lead");
            RankingColumns columns = new RankingColumns(run, new FigureFormat(Locale.ROOT));
            rankings.forEach(each ->
                    new RankingSection(each, run, columns, charts, names).write(markup, rankings.size() <= MAX_OPEN));
            List<LineChart> further = sweeps(charts, question).stream().skip(1).toList();
            if (!further.isEmpty()) {
                markup.open("div", "class", "figures");
                further.forEach(chart -> PlotImage.write(markup, chart));
                markup.close();
            }
            markup.close();
        }
    }
}
