package org.ipcbench.report.html;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.plot.RowChart;
import org.ipcbench.report.chart.RunChart;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.table.KneeTable;
import org.ipcbench.report.table.SizeTable;
import org.ipcbench.report.table.SpinTable;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

/**
 * The answer to each question at first sight: a sentence, a picture, the fastest at each size; and how much of it is in doubt.
 *
 * @param run the results
 * @param charts the charts of the run
 * @param names the names of cells and lines
 */
record AnswerSection(RunResult run, RunCharts charts, SeriesNames names) {

    void write(Markup markup, List<Question> questions) {
        markup.open("section", "id", "answer", "class", "answer").element("h2", "Answer");
        if (run.interrupted()) {
            markup.element(
                    "p", "The run was interrupted; the page shows what had been measured by then.", "class", "notice");
        }
        FastestSentence sentence = new FastestSentence(run);
        for (Question question : questions) {
            List<Ranking> rankings = QuestionSection.rankings(run, question);
            if (questions.size() > 1) {
                markup.element("h3", QuestionSection.title(question));
            }
            String text = sentence.of(rankings);
            markup.element("p", text.isEmpty() ? "There are no figures." : text, "class", "says");
            markup.open("div", "class", "figures");
            writePicture(markup, question);
            new FastestCells(rankings, names).write(markup);
            markup.close();
            if (question.hasGivenRate()) {
                new KneeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
                new SpinTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
            }
        }
        new SizeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        writeCounts(markup);
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
}
