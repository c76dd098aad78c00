package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import org.ipcbench.markup.Markup;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.page.PageFigure;
import org.ipcbench.report.chart.RunFigure;
import org.ipcbench.report.chart.RunFigures;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.question.QuestionPresentation;
import org.ipcbench.report.table.FastestTable;
import org.ipcbench.report.table.KneeTable;
import org.ipcbench.report.table.Ranking;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.report.words.FigureFormat;

/**
 * The answers to one question.
 *
 * @param question the question
 * @param run the results
 * @param figures the figures of the run
 * @param names the names of cells and lines
 */
record QuestionSection(Question question, RunResult run, RunFigures figures, SeriesNames names) {
    /** With more tables than this, the doubts and plots of each are folded. */
    private static final int MAX_OPEN = 4;

    /** The title of the section, also its text in links. */
    static String title(Question question) {
        String label = question.label();
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    void write(Markup markup) {
        List<Ranking> rankings = Ranking.of(run).stream()
                .filter(each -> each.group().question() == question)
                .toList();
        markup.open("section", "id", question.label());
        markup.element("h2", title(question))
                .element("p", QuestionPresentation.of(question).asked(), "class", "lead");
        new FastestTable(run, rankings)
                .of(question)
                .ifPresent(table -> new FastestCells(rankings, names).write(markup, table));
        if (question.hasGivenRate()) {
            new KneeTable(new FigureFormat(Locale.ROOT)).of(run).ifPresent(table -> PageTable.write(markup, table));
        }
        List<LineFigure> sweeps = figures.sweeps().stream()
                .filter(each -> each.cells().question().equals(question.label()))
                .map(RunFigure::figure)
                .filter(LineFigure::isMeasured)
                .toList();
        if (!sweeps.isEmpty()) {
            markup.open("div", "class", "figures");
            sweeps.forEach(figure -> new PageFigure(figure).write(markup));
            markup.close();
        }
        RankingColumns columns = new RankingColumns(run, new FigureFormat(Locale.ROOT));
        rankings.forEach(each ->
                new RankingSection(each, run, columns, figures, names).write(markup, rankings.size() <= MAX_OPEN));
        markup.close();
    }
}
