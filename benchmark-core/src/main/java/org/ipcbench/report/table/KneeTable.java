package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.LoadKnee;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.DurationText;
import org.ipcbench.text.Importance;

/** The knee of each transport and size with several measured rates, or the capacity at the bound that the run is about. */
public final class KneeTable {
    private static final double PERCENT = 100;

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
                        result.bound()
                                .map(KneeTable::capacityHeading)
                                .orElse("the knee: the highest rate up to which p99 stays below ten times that of the"
                                        + " lowest rate"),
                        columns(result, knees),
                        knees));
    }

    private static String capacityHeading(LatencyBound bound) {
        return "the capacity: the highest rate up to which p99 stays below %s, the machine's stalls left out"
                .formatted(new DurationText((double) bound.nanos()).in(Locale.ROOT));
    }

    private List<Column<LoadKnee>> columns(RunResult result, List<LoadKnee> knees) {
        List<Column<LoadKnee>> columns = new ArrayList<>();
        columns.add(Column.text(
                        "transport",
                        (LoadKnee knee) -> Dimension.TRANSPORT.text(knee.knee().cell()))
                .important(Importance.KEY));
        result.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && !dimension.equals(Dimension.RATE))
                .filter(dimension -> dimension.varies(
                        knees.stream().map(knee -> knee.knee().cell()).toList()))
                .forEach(dimension -> columns.add(Column.text(
                                dimension.heading(),
                                (LoadKnee knee) -> dimension.text(knee.knee().cell()))
                        .important(Importance.KEY)));
        columns.add(Column.number("messages/s", KneeTable::rate).important(Importance.KEY));
        String limit = result.bound().isPresent() ? "capacity" : "knee";
        columns.add(Column.number("p99 us at the " + limit, knee -> tail(knee.knee())));
        result.bound().ifPresent(bound -> {
            columns.add(Column.words("later there", knee -> late(bound, knee.knee(), LateShare::share)));
            columns.add(Column.words("by stalls", (LoadKnee knee) -> late(bound, knee.knee(), LateShare::machine))
                    .important(Importance.MINOR));
            columns.add(Column.text(
                            "bound there",
                            (LoadKnee knee) -> bound.judge(knee.knee().summary().orElseThrow())
                                    .label())
                    .important(Importance.MAIN));
        });
        columns.add(Column.number("lowest rate", (LoadKnee knee) -> Column.shown(Dimension.RATE, knee.lowest()))
                .important(Importance.DETAIL));
        columns.add(Column.number("p99 us at the lowest rate", (LoadKnee knee) -> tail(knee.lowest()))
                .important(Importance.MINOR));
        return columns;
    }

    /** The rate of the knee; marked if no higher rate was too high, because the knee may then be higher. */
    private static Shown rate(LoadKnee knee) {
        return knee.isLimit()
                ? Column.shown(Dimension.RATE, knee.knee())
                : Shown.of(">= " + Dimension.RATE.text(knee.knee().cell()));
    }

    private String late(LatencyBound bound, CellResult result, ToDoubleFunction<LateShare> share) {
        return result.summary().orElseThrow().lateShare((double) bound.nanos()).stream()
                .map(late -> format.decimal("%.2f %%", PERCENT * share.applyAsDouble(late)))
                .findFirst()
                .orElse("");
    }

    private Shown tail(CellResult result) {
        return format.of(Figures.P99, result);
    }
}
