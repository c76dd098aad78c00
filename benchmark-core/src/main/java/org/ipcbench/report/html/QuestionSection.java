package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.RunResult;
import org.ipcbench.report.FigureFormat;
import org.ipcbench.report.QuestionPresentation;
import org.ipcbench.report.RankingColumns;
import org.ipcbench.report.Standings;

/**
 * The answers to one question.
 *
 * @param question which one
 * @param run what was measured
 * @param names the names of cells and lines
 */
record QuestionSection(Question question, RunResult run, SeriesNames names) {
    /** With more tables than these, doubts and plots of each are folded away. */
    private static final int MAX_OPEN = 4;

    /** The title of the section, which is its name in links as well. */
    static String title(Question question) {
        String label = question.label();
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    void write(Markup markup) {
        List<Standings> standings = Standings.of(run).stream()
                .filter(each -> each.contest().question() == question)
                .toList();
        markup.open("section", "id", question.label());
        markup.element("h2", title(question))
                .element("p", QuestionPresentation.of(question).asked(), "class", "lead");
        new FastestTable(standings, names).write(markup);
        List<LineFigure> figures = new SweepFigures(run, names).of(question.label());
        if (!figures.isEmpty()) {
            markup.open("div", "class", "figures");
            figures.forEach(figure -> figure.write(markup));
            markup.close();
        }
        RankingColumns columns = new RankingColumns(run, new FigureFormat(Locale.ROOT));
        standings.forEach(
                each -> new ContestSection(each, run, columns, names).write(markup, standings.size() <= MAX_OPEN));
        markup.close();
    }
}
