package org.ipcbench.report;

import com.github.freva.asciitable.ColumnData;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.LoadKnee;
import org.ipcbench.plan.RunResult;

/** The knee of each transport and size of which several rates were measured. */
final class KneeTable {
    private static final double TAIL = 99;

    private final FigureFormat format;
    private final TableStyle style;

    KneeTable(FigureFormat format, TableStyle style) {
        this.format = format;
        this.style = style;
    }

    /** The table, ended; empty where no rates were compared. */
    String of(RunResult result) {
        List<LoadKnee> knees = LoadKnee.of(result);
        return knees.isEmpty()
                ? ""
                : style.heading(
                                "the knee: the highest rate up to which p99 stays below ten times that of the lowest rate")
                        + style.table(knees, columns(result, knees));
    }

    private List<ColumnData<LoadKnee>> columns(RunResult result, List<LoadKnee> knees) {
        List<ColumnData<LoadKnee>> columns = new ArrayList<>();
        columns.add(ClosingTable.text(
                "transport", knee -> Dimension.TRANSPORT.text(knee.knee().cell())));
        result.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && !dimension.equals(Dimension.RATE))
                .filter(dimension -> dimension.varies(
                        knees.stream().map(knee -> knee.knee().cell()).toList()))
                .forEach(dimension -> columns.add(ClosingTable.text(
                        dimension.heading(), knee -> dimension.text(knee.knee().cell()))));
        columns.add(ClosingTable.number("messages/s", KneeTable::rate));
        columns.add(ClosingTable.number("p99 us there", knee -> tail(knee.knee())));
        columns.add(ClosingTable.number(
                "lowest rate", knee -> Dimension.RATE.text(knee.lowest().cell())));
        columns.add(ClosingTable.number("p99 us there", knee -> tail(knee.lowest())));
        return columns;
    }

    /** Where no higher rate was too high, the knee may be higher. */
    private static String rate(LoadKnee knee) {
        return (knee.isLimit() ? "" : ">= ") + Dimension.RATE.text(knee.knee().cell());
    }

    private String tail(CellResult result) {
        return format.micros(result.summary().orElseThrow().latencyPercentileNanos(TAIL));
    }
}
