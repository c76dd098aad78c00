package org.ipcbench.report.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series.Point;
import org.ipcbench.text.Markup;

/**
 * A figure as charts show it.
 *
 * @param figure the figure
 */
public record PlottedValue(Figure figure) {
    static final String TOO_FEW_SAMPLES = "too few samples";

    /** Its part of the names of files. */
    public String stem() {
        return figure.names().key();
    }

    /** Its part of the title. */
    public String words() {
        return figure.names().words();
    }

    public String unit() {
        return figure.unit().label();
    }

    /** The title of its axis, with the unit. */
    public String axisTitle() {
        return "%s (%s)".formatted(figure.names().axis(), unit());
    }

    /** The scale of bars: a bar begins at zero, and only of a rate does its length mean something. */
    public Scale barScale() {
        return figure.better() == Figure.Better.BIGGER ? Scale.LINEAR : Scale.DECADES;
    }

    /** The number of a cell; empty for zero, which has no place on a logarithmic axis. */
    private Optional<Value.Quantity> number(CellResult result) {
        return figure.number(result).filter(number -> number.number() > 0);
    }

    /**
     * The figure of a cell at this value of the horizontal axis: hollow if it is suspect, and not joined by a line if it
     * was not repeated. Empty for a cell without any figure.
     */
    public Optional<Point> point(double x, CellResult result) {
        return number(result).map(number -> point(x, number.number(), number.certainty(), result));
    }

    /** The figures of a cell: both if it has two speeds, between which no message may lie; otherwise one, or none. */
    public List<Point> points(CellResult result) {
        return number(result)
                .map(number -> number.speeds().isEmpty()
                        ? List.of(point(0, number.number(), number.certainty(), result))
                        : number.speeds().stream()
                                .map(speed -> point(0, speed.number(), Optional.empty(), result))
                                .toList())
                .orElse(List.of());
    }

    /** The greatest rate first, or the shortest time; cells without a value last. */
    public Comparator<CellResult> bestFirst() {
        int sign = barScale().hasZero() ? -1 : 1;
        return Comparator.comparingDouble(
                result -> point(0, result).map(point -> sign * point.y()).orElse(Double.NaN));
    }

    /** A legend's remark about cells that have no such figure. */
    public String lack(List<CellResult> cells) {
        return lack(
                cells,
                switch (figure.group()) {
                    case LATENCY -> TOO_FEW_SAMPLES;
                    case CPU -> "CPU time unknown";
                    case CLIENT, SERVER, MACHINE, RESULT -> "nothing was sent";
                });
    }

    /**
     * A legend's remark about cells without figures of a kind.
     *
     * @param ofMeasured why cells that were measured have none
     */
    public static String lack(List<CellResult> cells, String ofMeasured) {
        List<Summary> summaries =
                cells.stream().flatMap(result -> result.summary().stream()).toList();
        if (summaries.isEmpty()) {
            List<CellStatus> states =
                    cells.stream().map(CellResult::status).distinct().toList();
            CellStatus state = states.size() == 1 ? states.get(0) : CellStatus.NOT_MEASURED;
            return " (%s)".formatted(state.label().replace('-', ' '));
        }
        return summaries.stream().anyMatch(Summary::isReached) ? " (%s)".formatted(ofMeasured) : " (rate not reached)";
    }

    /** A value in words, with its interval. */
    public String text(Point point) {
        return text(words(), point, unit());
    }

    /** A value with its interval, after these words. */
    public static String text(String words, Point point, String unit) {
        String value = "%s: %s %s".formatted(words, exact(point.y()), unit);
        return point.hasInterval()
                ? "%s\n95 %% interval: %s to %s".formatted(value, exact(point.low()), exact(point.high()))
                : value;
    }

    /** A figure with six digits; the table of all figures shows at least these for large figures. */
    private static String exact(double value) {
        int whole = value < 1 ? 1 : (int) Math.floor(Math.log10(value)) + 1;
        return Markup.number(value, Math.max(0, 6 - whole));
    }

    private static Point point(double x, double y, Optional<Interval> interval, CellResult result) {
        boolean repeated =
                result.verdict().reasons().stream().noneMatch(reason -> reason.kind() == Reason.Kind.NOT_REPEATED);
        return new Point(
                x,
                y,
                interval.map(Interval::low).orElse(y),
                interval.map(Interval::high).orElse(y),
                result.verdict().isDoubtful(),
                repeated);
    }
}
