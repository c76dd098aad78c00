package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.LoadKnee;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.DurationText;
import org.ipcbench.text.Importance;
import org.ipcbench.workload.Question;

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
                                        + " lowest rate, the machine's stalls left out"),
                        columns(result, knees),
                        knees));
    }

    /** A sentence for each cell whose rates were compared; empty if the run has no bound. */
    List<String> sentences(RunResult result) {
        return result.bound().stream()
                .flatMap(bound -> result.alikeBut(Dimension.RATE).stream()
                        .map(set -> set.stream().filter(CellResult::isAttempted).toList())
                        .filter(set -> !set.isEmpty())
                        .map(set -> sentence(result, bound, set)))
                .toList();
    }

    private String sentence(RunResult result, LatencyBound bound, List<CellResult> rates) {
        Optional<LoadKnee> knee = LoadKnee.of(result).stream()
                .filter(each -> rates.contains(each.knee()))
                .findFirst();
        Cell cell = rates.get(0).cell();
        String name = cell.transportId()
                + CellNames.ofVarying(result, List.of(Dimension.TRANSPORT, Dimension.RATE))
                        .suffix(cell);
        String unit = isOfCalls(rates.get(0)) ? "calls/s" : "messages/s, one way,";
        String below = "p99 below %s, the machine's stalls left out"
                .formatted(new DurationText((double) bound.nanos()).in(format.locale()));
        return knee.map(each -> "%s%s %s %s%s %s with %s%s"
                        .formatted(
                                name,
                                doubt(each.knee()),
                                carries(bound, each.knee()),
                                each.isLimit() ? "" : "at least ",
                                rateText(each),
                                unit,
                                below,
                                each.isLimit() ? "" : "; no higher rate was too high"))
                .orElseGet(() -> unsearched(name, bound, rates, unit, below));
    }

    /** The sentence if no rates were compared: the search has found nothing, or the lowest rate is too high. */
    private static String unsearched(
            String name, LatencyBound bound, List<CellResult> rates, String unit, String below) {
        return rates.stream()
                .filter(each -> each.summary().filter(bound::isRatherMet).isPresent())
                .findFirst()
                .map(each -> "%s%s %s at least %s %s with %s; no higher rate was measured"
                        .formatted(
                                name, doubt(each), carries(bound, each), Dimension.RATE.text(each.cell()), unit, below))
                .orElseGet(() -> none(name, bound, rates, unit, below));
    }

    private static String none(String name, LatencyBound bound, List<CellResult> rates, String unit, String below) {
        boolean known = rates.stream()
                .flatMap(each -> each.summary().stream())
                .anyMatch(figures -> bound.judge(figures) != LatencyBound.Answer.NO_FIGURE);
        String from = Dimension.RATE.text(rates.get(0).cell());
        return known
                ? "%s carries none of the measured rates, from %s %s on, with %s".formatted(name, from, unit, below)
                : "which rate %s carries with %s is not known: no p99 was measured, from %s %s on"
                        .formatted(name, below, from, unit);
    }

    private static String carries(LatencyBound bound, CellResult result) {
        return judged(bound, result) == LatencyBound.Answer.MISSES ? "perhaps carries" : "carries";
    }

    /** How certain the bound is at a rate. */
    private static LatencyBound.Answer judged(LatencyBound bound, CellResult result) {
        return bound.judge(result.summary().orElseThrow());
    }

    private static String doubt(CellResult result) {
        Verdict.Level level = result.verdict().level();
        return level == Verdict.Level.VALID ? "" : " (%s)".formatted(level.label());
    }

    private static boolean isOfCalls(CellResult result) {
        return result.cell().workload().question() == Question.CALLS;
    }

    private static String capacityHeading(LatencyBound bound, List<LoadKnee> knees) {
        return "the capacity: the most %s a second with p99 below %s, the machine's stalls left out"
                .formatted(knees.stream().allMatch(knee -> isOfCalls(knee.knee())) ? "calls" : "messages", time(bound));
    }

    private static String time(LatencyBound bound) {
        return new DurationText((double) bound.nanos()).in(Locale.ROOT);
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
        boolean calls = knees.stream().allMatch(knee -> isOfCalls(knee.knee()));
        columns.add(
                Column.number(calls ? "calls/s" : "messages/s", KneeTable::rate).important(Importance.KEY));
        columns.add(Column.text("between the rates", KneeTable::between).important(Importance.MINOR));
        columns.add(Column.number("p99 us at the lower rate", knee -> tail(knee.knee())));
        result.bound().ifPresent(bound -> {
            columns.add(Column.words("later than " + time(bound), knee -> late(bound, knee.knee(), LateShare::share)));
            columns.add(Column.words("of it left out", (LoadKnee knee) -> leftOut(bound, knee.knee()))
                    .important(Importance.MINOR));
            columns.add(Column.text(
                            "p99 below " + time(bound), (LoadKnee knee) -> certainty(judged(bound, knee.knee())))
                    .important(Importance.MAIN));
        });
        columns.add(Column.number("lowest rate", (LoadKnee knee) -> Column.shown(Dimension.RATE, knee.lowest()))
                .important(Importance.DETAIL));
        columns.add(Column.number("p99 us at the lowest rate", (LoadKnee knee) -> tail(knee.lowest()))
                .important(Importance.MINOR));
        return columns;
    }

    /** How certain it is at a rate at which it holds by the search's estimate, which leaves more of the stalls out. */
    private static String certainty(LatencyBound.Answer answer) {
        return switch (answer) {
            case MEETS -> "certain";
            case MEETS_BUT_FOR_STALLS -> "but for stalls";
            case TOO_CLOSE -> "too close to tell";
            case MISSES -> "perhaps, by the machine's stalls";
            case NOT_REACHED -> "rate not reached";
            case NO_FIGURE -> "unknown";
        };
    }

    /** The measured rates between which the knee lies. */
    private static String between(LoadKnee knee) {
        return Dimension.RATE.text(knee.knee().cell())
                + knee.next()
                        .map(above -> " and " + Dimension.RATE.text(above.cell()))
                        .orElse(" and more");
    }

    /** The rate of the knee; marked if no higher rate was too high, because the knee may then be higher. */
    private static Shown rate(LoadKnee knee) {
        return Shown.of((knee.isLimit() ? "" : ">= ") + rateText(knee));
    }

    /** The rate of the knee, between two measured rates, or the highest one. */
    private static String rateText(LoadKnee knee) {
        return knee.isLimit()
                ? String.valueOf(knee.rounded())
                : Dimension.RATE.text(knee.knee().cell());
    }

    /** Late messages that do not count for the capacity. */
    private String leftOut(LatencyBound bound, CellResult result) {
        double own = Math.max(0, bound.ownLateShare(result.summary().orElseThrow()));
        return late(bound, result, late -> Math.max(0, late.share() - own));
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
