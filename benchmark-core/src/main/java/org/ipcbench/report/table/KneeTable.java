package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.LoadKnee;
import org.ipcbench.report.words.FigureFormat;

/** The knee of each transport and size with several measured rates. */
public final class KneeTable {
    private static final double TAIL = 99;

    private final FigureFormat format;

    public KneeTable(FigureFormat format) {
        this.format = format;
    }

    /** The table; empty if no rates were compared. */
    public Optional<Table<LoadKnee>> of(RunResult result) {
        List<LoadKnee> knees = LoadKnee.of(result);
        return knees.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table<>(
                        "the knee: the highest rate up to which p99 stays below ten times that of the lowest rate",
                        columns(result, knees),
                        knees));
    }

    private List<Column<LoadKnee>> columns(RunResult result, List<LoadKnee> knees) {
        List<Column<LoadKnee>> columns = new ArrayList<>();
        columns.add(Column.text(
                "transport", knee -> Dimension.TRANSPORT.text(knee.knee().cell())));
        result.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && !dimension.equals(Dimension.RATE))
                .filter(dimension -> dimension.varies(
                        knees.stream().map(knee -> knee.knee().cell()).toList()))
                .forEach(dimension -> columns.add(Column.text(
                        dimension.heading(), knee -> dimension.text(knee.knee().cell()))));
        columns.add(Column.number("messages/s", KneeTable::rate));
        columns.add(Column.number("p99 us there", knee -> tail(knee.knee())));
        columns.add(Column.number(
                "lowest rate", knee -> Dimension.RATE.text(knee.lowest().cell())));
        columns.add(Column.number("p99 us there", knee -> tail(knee.lowest())));
        return columns;
    }

    /** The rate of the knee; marked if no higher rate was too high, because the knee may then be higher. */
    private static String rate(LoadKnee knee) {
        return (knee.isLimit() ? "" : ">= ") + Dimension.RATE.text(knee.knee().cell());
    }

    private String tail(CellResult result) {
        return format.micros(result.summary().orElseThrow().latencyPercentileNanos(TAIL));
    }
}
