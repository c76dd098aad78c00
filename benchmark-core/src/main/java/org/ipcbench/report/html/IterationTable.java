package org.ipcbench.report.html;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;
import org.ipcbench.workload.Question;

/** The rates of the iterations as dots, in their order, relative to the cell's mean. */
final class IterationTable {
    private static final int HEIGHT = 28;
    private static final double MIDDLE = HEIGHT / 2.0;

    /**
     * Possible ranges of the plots above and below the mean. A smaller range would show only noise. With a larger one, a
     * single outlier would hide the differences of all others, so it is drawn at the edge instead.
     */
    private static final List<Double> REACHES = List.of(0.05, 0.1, 0.2, 0.5);

    /** Distance from the middle to the farthest dot. */
    private static final double REACH = MIDDLE - 4;

    /** Maximum number of dots. More would overlap; then only an even selection is drawn. */
    private static final int MAX_DOTS = 120;

    /** Beginning of the axis: the first iteration is number 1, and its dot is in the middle of its place. */
    private static final double FIRST = 0.5;

    private final List<CellResult> cells;

    /** A table of the cells with at least two iterations. */
    IterationTable(List<CellResult> cells) {
        this.cells = cells.stream()
                .filter(cell -> rates(cell).length > 1 && mean(rates(cell)) > 0)
                .toList();
    }

    /**
     * Writes the table if it has any values.
     *
     * @param id the id of the section
     */
    void write(Markup markup, SeriesNames names, String id, Question question) {
        if (cells.isEmpty()) {
            return;
        }
        int most = cells.stream().mapToInt(cell -> rates(cell).length).max().orElseThrow();
        double farthest =
                cells.stream().mapToDouble(cell -> deviation(rates(cell))).max().orElseThrow();
        double reach =
                REACHES.stream().filter(each -> each >= farthest).findFirst().orElse(REACHES.get(REACHES.size() - 1));
        RowAxis axis = RowAxis.exactly(
                "iterations-" + id,
                new Axis("iteration", Scale.LINEAR, ends(most)),
                FIRST,
                FIRST + Math.min(most, MAX_DOTS));
        new RowTable(
                        "Iterations in their order",
                        "line: the cell's mean; top and bottom: %s %% above and below"
                                .formatted(Markup.number(100 * reach)),
                        question.rate().unit(),
                        cells)
                .column(
                        "lowest",
                        cell -> percent(DoubleStream.of(rates(cell)).min().orElseThrow(), cell))
                .column(
                        "highest",
                        cell -> percent(DoubleStream.of(rates(cell)).max().orElseThrow(), cell))
                .write(
                        markup,
                        names,
                        axis,
                        (body, row, look) ->
                                writeDots(body, rates(cells.get(row)), look, Math.min(most, MAX_DOTS), reach));
    }

    /** The first and the last iteration. */
    private static List<Double> ends(int most) {
        return List.of(1.0, (double) Math.min(most, MAX_DOTS));
    }

    private static void writeDots(Markup markup, double[] rates, Look look, int slots, double reach) {
        int step = (rates.length + slots - 1) / slots;
        double mean = mean(rates);
        StringBuilder dots = new StringBuilder();
        StringBuilder told = new StringBuilder();
        for (int i = 0; i < rates.length; i += step) {
            double deviation = Math.max(-1, Math.min(1, (rates[i] / mean - 1) / reach));
            dots.append("M%s.5 %sh0".formatted(i / step, Markup.number(MIDDLE - REACH * deviation)));
            told.append(i == 0 ? "" : "|").append(rate(rates[i]));
        }
        markup.open(
                        "svg",
                        "class",
                        "row " + look.colourClass(),
                        "data-slots",
                        Integer.toString(slots),
                        "data-word",
                        "iteration",
                        "data-step",
                        Integer.toString(step),
                        "data-told",
                        told.toString())
                .open("svg", "viewBox", "0 0 %s %s".formatted(slots, HEIGHT), "preserveAspectRatio", "none")
                .leaf("path", "class", "mean", "d", "M0 %sH%s".formatted(Markup.number(MIDDLE), slots))
                .leaf("path", "class", "dots", "d", dots.toString())
                .close()
                .close();
    }

    /** A rate of an iteration in its question's unit, as the text of a dot. */
    static String rate(double rate) {
        return Markup.number(rate, rate < 10 ? 4 : rate < 1000 ? 2 : 0);
    }

    /** The rates of a cell's iterations in the question's unit; empty for a cell without figures. */
    static double[] rates(CellResult result) {
        Question.Rate rate = result.cell().workload().question().rate();
        return result.summary().map(Summary::iterations).orElse(List.of()).stream()
                .mapToDouble(iteration -> rate.of(iteration.mebibytesPerSecond(), iteration.requestBytes()))
                .toArray();
    }

    private static double deviation(double... rates) {
        double mean = mean(rates);
        return DoubleStream.of(rates)
                .map(rate -> Math.abs(rate / mean - 1))
                .max()
                .orElse(0);
    }

    private static double mean(double... rates) {
        return DoubleStream.of(rates).average().orElse(0);
    }

    private static Shown percent(double rate, CellResult cell) {
        double percent = 100 * (rate / mean(rates(cell)) - 1);
        return Shown.of("%s%s %%".formatted(percent < 0 ? "-" : "+", Markup.number(Math.abs(percent), 1)));
    }

    /** All rates as one line of text, for readers who cannot hover. */
    static String listed(CellResult result) {
        return DoubleStream.of(rates(result)).mapToObj(IterationTable::rate).collect(Collectors.joining(" "));
    }
}
