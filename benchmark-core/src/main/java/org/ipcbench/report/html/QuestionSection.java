package org.ipcbench.report.html;

import java.util.List;
import java.util.Locale;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.report.chart.RunCharts;
import org.ipcbench.report.chart.RunCharts.RunChart;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

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
