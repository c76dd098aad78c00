package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.markup.Markup;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.page.PageFigure;
import org.ipcbench.report.chart.CellPlot;
import org.ipcbench.report.chart.PlottedValue;
import org.ipcbench.report.chart.RunFigures;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.table.KneeTable;
import org.ipcbench.report.table.SizeTable;
import org.ipcbench.report.table.SpinTable;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.transport.WaitStrategy;

/**
 * The answer to each question at first sight: a sentence, a picture, the fastest at each size; and how much of it is in doubt.
 *
 * @param run the results
 * @param figures the figures of the run
 * @param names the names of cells and lines
 */
record AnswerSection(RunResult run, RunFigures figures, SeriesNames names) {

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
            writePicture(markup, question, rankings);
            writeWinners(markup, question, rankings);
            markup.close();
            if (question.hasGivenRate()) {
                new SpinTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
            }
        }
        new SizeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        writeCounts(markup);
        markup.close();
    }

    /** Writes the first value over a number, or the values of all cells if there are too few numbers for lines. */
    private void writePicture(Markup markup, Question question, List<Ranking> rankings) {
        Optional<LineFigure> sweep =
                QuestionSection.sweeps(figures, question).stream().findFirst();
        if (sweep.isPresent()) {
            new PageFigure(sweep.get()).write(markup);
            return;
        }
        rankings.stream()
                .filter(each -> rankings.size() == 1 || each.group().waits() != WaitStrategy.NONE)
                .forEach(each -> writeRows(markup, each, rankings.size() > 1));
    }

    private void writeRows(Markup markup, Ranking ranking, boolean several) {
        PlottedValue value =
                new PlottedValue(QuestionFigures.of(ranking.group().question()).barred());
        List<CellResult> cells =
                ranking.cells().stream().sorted(value.bestFirst()).toList();
        CellPlot.of("answer-" + RankingSection.id(ranking), cells).ifPresent(plot -> {
            String place = several ? ", " + RankingSection.title(ranking) : "";
            RowTable table = new RowTable(plot.title() + place, plot.note(), plot.heading(), cells);
            table.column(value.unit(), cell -> shown(value.points(cell)))
                    .write(markup, names, plot.axis(), plot::write);
        });
    }

    private static Shown shown(List<Point> points) {
        return points.size() == 1
                ? FigureFormat.brief(points.get(0).y())
                : Shown.of(points.stream()
                        .map(point -> FigureFormat.brief(point.y()).toString())
                        .collect(Collectors.joining(" / ")));
    }

    private void writeWinners(Markup markup, Question question, List<Ranking> rankings) {
        new FastestCells(rankings, names).write(markup);
        if (question.hasGivenRate()) {
            new KneeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        }
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
