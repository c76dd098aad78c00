package org.ipcbench.report.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;

/** The CPU time of a message in all processes: one bar per cell, divided by mode. */
final class CostTable {
    /**
     * Limit of the axis as a multiple of the median. A cell with a much higher cost would make the bars of all others too
     * short to see.
     */
    private static final double MAX_MEDIANS = 4;

    private final List<CellResult> cells;
    private final Map<CellResult, CpuTime> times = new HashMap<>();

    /** A table of the cells that have figures. */
    CostTable(List<CellResult> cells) {
        cells.forEach(cell -> cell.summary()
                .map(CpuTime::of)
                .filter(time -> time.total() > 0)
                .ifPresent(time -> times.put(cell, time)));
        this.cells = cells.stream().filter(times::containsKey).toList();
    }

    /**
     * Writes the table if it has any values.
     *
     * @param id the id of the section
     * @param unit what the time belongs to: a message, a block
     */
    void write(Markup markup, SeriesNames names, String id, String unit) {
        if (cells.isEmpty()) {
            return;
        }
        double most = reach();
        RowAxis axis = RowAxis.around("cost-" + id, new Axis("CPU time (ns)", Scale.LINEAR), 0, most);
        RowTable table = new RowTable(
                "CPU time of a " + unit, "all processes together; a bar with an arrow exceeds the axis", "ns", cells);
        column(table, "user", "user", CpuTime::user);
        column(table, "system", "system", CpuTime::system);
        column(table, "auxiliary", "auxiliary", CpuTime::auxiliary);
        column(table, "mode unknown", "unknown-mode", CpuTime::unknown);
        column(table, "sum", "", CpuTime::total);
        table.write(markup, names, axis, (body, row, look) -> writeBar(body, time(cells.get(row)), most, axis));
    }

    private void column(RowTable table, String heading, String look, ToDoubleFunction<CpuTime> part) {
        if (times.values().stream().anyMatch(time -> part.applyAsDouble(time) > 0)) {
            table.column(heading, look, cell -> shown(part.applyAsDouble(time(cell))));
        }
    }

    /** The end of the axis: the greatest sum within the limit. */
    private double reach() {
        double[] ascending =
                times.values().stream().mapToDouble(CpuTime::total).sorted().toArray();
        double limit = MAX_MEDIANS * ascending[ascending.length / 2];
        return DoubleStream.of(ascending).filter(total -> total <= limit).max().orElseThrow();
    }

    private static void writeBar(Markup markup, CpuTime time, double most, RowAxis axis) {
        axis.openPlot(markup, "class", "row");
        double done = 0;
        done = writePart(markup, "user", "user mode", done, time.user(), most, axis);
        done = writePart(markup, "system", "in the kernel", done, time.system(), most, axis);
        done = writePart(markup, "auxiliary", "auxiliary process", done, time.auxiliary(), most, axis);
        done = writePart(markup, "unknown-mode", "mode unknown", done, time.unknown(), most, axis);
        if (done > most) {
            markup.open("svg", "x", "97%", "y", "50%", "overflow", "visible")
                    .leaf("path", "class", "beyond", "d", "M1-6l6 6l-6 6z")
                    .close();
        }
        markup.close();
    }

    private static double writePart(
            Markup markup, String look, String words, double from, double nanos, double most, RowAxis axis) {
        if (nanos > 0 && from < most) {
            double start = axis.at(from);
            markup.open(
                            "rect",
                            "class",
                            look,
                            "x",
                            Markup.number(start, 2) + "%",
                            "y",
                            "22%",
                            "width",
                            Markup.number(axis.at(Math.min(most, from + nanos)) - start, 2) + "%",
                            "height",
                            "56%")
                    .element("title", "%s: %s ns".formatted(words, Math.round(nanos)))
                    .close();
        }
        return from + nanos;
    }

    private CpuTime time(CellResult cell) {
        return Optional.ofNullable(times.get(cell)).orElseThrow();
    }

    private static Shown shown(double nanos) {
        return nanos == 0 ? Shown.NOTHING : Shown.of(Math.round(nanos));
    }

    /**
     * The CPU time of a message by mode, in nanoseconds. The kernel counts the modes of both peers in ticks of 10 ms; the ratio
     * of these counts divides the CPU time, which is known exactly.
     *
     * @param user time of both peers in user mode
     * @param system time of both peers in the kernel
     * @param auxiliary time of the transport's auxiliary process
     * @param unknown time of both peers if the measured parts were too short for a tick
     */
    private record CpuTime(double user, double system, double auxiliary, double unknown) {

        static CpuTime of(Summary summary) {
            CpuTime client =
                    peer(summary, summary.cpu().nanosPerMessage(Measurement::clientCost), Measurement::clientCost);
            CpuTime server =
                    peer(summary, summary.cpu().nanosPerMessage(Measurement::serverCost), Measurement::serverCost);
            return new CpuTime(
                    client.user + server.user,
                    client.system + server.system,
                    summary.cpu().auxiliaryNanosPerMessage().orElse(0),
                    client.unknown + server.unknown);
        }

        double total() {
            return user + system + auxiliary + unknown;
        }

        private static CpuTime peer(Summary summary, double nanos, Function<Measurement, Cost> cost) {
            long user = 0;
            long system = 0;
            for (Measurement iteration : summary.iterations()) {
                user += cost.apply(iteration).userNanos();
                system += cost.apply(iteration).systemNanos();
            }
            if (user + system == 0) {
                return new CpuTime(0, 0, 0, nanos);
            }
            double share = (double) user / (user + system);
            return new CpuTime(nanos * share, nanos * (1 - share), 0, 0);
        }
    }
}
