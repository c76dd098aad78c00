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
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.DurationText;

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
                                .map(bound -> capacityHeading(bound, knees))
                                .orElse("the knee: the highest rate up to which p99 stays below ten times that of the"
                                        + " lowest rate"),
                        columns(result, knees),
                        knees));
    }

    private static String capacityHeading(LatencyBound bound, List<LoadKnee> knees) {
        return "the capacity: the most %s a second with p99 below %s, the machine's stalls left out"
                .formatted(
                        knees.stream().allMatch(KneeTable::isOfCalls) ? "calls" : "messages",
                        time(bound));
    }

    /** A sentence about each capacity below the bound that the run is about; none if it has no bound. */
    public static List<String> sentences(RunResult result) {
        List<LoadKnee> knees = LoadKnee.of(result);
        CellNames names = new CellNames(result.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && !dimension.equals(Dimension.RATE))
                .filter(dimension -> dimension.varies(
                        knees.stream().map(knee -> knee.knee().cell()).toList()))
                .toList());
        return result.bound().stream()
                .flatMap(bound -> knees.stream().map(knee -> sentence(bound, knee, names)))
                .toList();
    }

    private static String sentence(LatencyBound bound, LoadKnee knee, CellNames names) {
        return "%s%s carries %s%d %s with its p99 below %s, the machine's stalls left out."
                .formatted(
                        knee.knee().cell().transportId(),
                        names.suffix(knee.knee().cell()),
                        knee.isLimit() ? "" : "at least ",
                        knee.rounded(),
                        isOfCalls(knee) ? "calls/s" : "messages/s, one way,",
                        time(bound));
    }

    private static boolean isOfCalls(LoadKnee knee) {
        return knee.knee().cell().workload().shape().isPresent();
    }

    private static String time(LatencyBound bound) {
        return new DurationText((double) bound.nanos()).in(Locale.ROOT);
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
        boolean calls = knees.stream().allMatch(KneeTable::isOfCalls);
        columns.add(Column.number(calls ? "calls/s" : "messages/s", knee -> rate(result, knee)));
        String limit = result.bound().isPresent() ? "capacity" : "knee";
        columns.add(Column.number("p99 us at the " + limit, knee -> tail(knee.knee())));
        result.bound().ifPresent(bound -> {
            columns.add(Column.words("later there", knee -> late(bound, knee.knee(), LateShare::share)));
            columns.add(Column.words("by stalls", knee -> byStalls(bound, knee.knee())));
            columns.add(Column.text(
                    "bound there",
                    knee -> bound.judge(knee.knee().summary().orElseThrow()).label()));
        });
        columns.add(Column.number("lowest rate", knee -> Column.shown(Dimension.RATE, knee.lowest())));
        columns.add(Column.number("p99 us at the lowest rate", knee -> tail(knee.lowest())));
        return columns;
    }

    /** The rate of the knee; marked if no higher rate was too high, because the knee may then be higher. */
    private static Shown rate(RunResult result, LoadKnee knee) {
        if (!knee.isLimit()) {
            return Shown.of(">= " + Dimension.RATE.text(knee.knee().cell()));
        }
        return result.bound().isPresent()
                ? Shown.of(String.valueOf(knee.rounded()))
                : Column.shown(Dimension.RATE, knee.knee());
    }

    private String byStalls(LatencyBound bound, CellResult result) {
        return format.decimal(
                "%.2f %%",
                PERCENT * result.summary().orElseThrow().stallEffect().byStalls((double) bound.nanos()));
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
