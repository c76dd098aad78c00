package org.ipcbench.report.table;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.figure.CallFigures;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.StartCost;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;

/** The columns of a table of ranked cells, in any format. */
public final class RankingColumns {
    /** Dimensions in the title of a table, and the dimension whose column always exists. */
    private static final List<Dimension> IN_EVERY_TABLE =
            List.of(Dimension.QUESTION, Dimension.SIZE, Dimension.TRANSPORT);

    /** The questions of whose figures a whole table may have none, such as those of slow subscribers. */
    private static final Set<Question> MAY_BE_UNFILLED = EnumSet.of(Question.FAIL, Question.PUBLISH);

    private static final double EVERYTHING_PERCENT = 100;

    private static final String BY_MEDIANS = "each iteration counts with the median of its parts, which a stall hardly"
            + " moves: the order is by the median of these, ranks and differences by their means; the rates are plain means";

    private static final String MEANS = "percentiles are geometric means of the iterations' own";

    private static final String TOGETHER =
            "a rank judges all pairs of a table together (Holm, 5 %), so the interval of a"
                    + " single ratio may exclude 1";

    private static final String UNCHARGED =
            "CPU ns leaves out interrupts, among them the network's work, which this kernel charges to no process; on the"
                    + " peers' CPUs they took, in ns a message: ";

    /** Timers interrupt every process, for less than this share of its time. */
    private static final double MIN_UNCHARGED = 0.02;

    private static final List<Tail> TAILS = Percentiles.SHOWN.stream()
            .filter(percentile -> percentile >= Percentiles.P99)
            .map(percentile -> new Tail(percentile, Figures.ofPercentile(percentile)))
            .toList();

    private static final double MICROS_PER_SECOND = 1e6;

    private final FigureFormat format;

    /** Dimensions in the title if the cells of a table agree in them, otherwise in a column. */
    private final List<Dimension> further;

    /** The columns of this run's tables. */
    public RankingColumns(RunResult run, FigureFormat format) {
        this.format = format;
        further = run.dimensions().stream()
                .filter(dimension -> !IN_EVERY_TABLE.contains(dimension))
                .toList();
    }

    FigureFormat format() {
        return format;
    }

    /** The question, the direction, the size, and what else all cells of a table have in common. */
    String heading(Ranking ranking) {
        Cell any = ranking.cells().get(0).cell();
        return "%s%s%s%s"
                .formatted(
                        any.workloadName(),
                        QuestionFigures.of(ranking.group().question()).words().direction(),
                        ranking.group().size(),
                        common(ranking));
    }

    /** What all cells of a table have in common; every part begins with a comma. */
    public String common(Ranking ranking) {
        Cell any = ranking.cells().get(0).cell();
        return further.stream()
                        .filter(dimension -> dimension.of(any).isPresent() && !varies(dimension, ranking.cells()))
                        .map(dimension -> ", %s %s".formatted(dimension.label(), dimension.valueInName(any)))
                        .collect(Collectors.joining())
                + repetition(ranking.cells());
    }

    /** Says that none of the cells was repeated. */
    private static String repetition(List<CellResult> cells) {
        if (areRepeated(cells)) {
            return "";
        }
        List<Integer> counts = cells.stream()
                .flatMap(cell -> cell.summary().stream())
                .map(Summary::count)
                .distinct()
                .toList();
        if (counts.size() > 1) {
            return ", measured once or twice";
        }
        return counts.contains(1) ? ", measured once" : ", measured twice";
    }

    /** Whether any of the cells was repeated, or none has figures; otherwise the title of their table says that none was. */
    static boolean areRepeated(List<CellResult> cells) {
        List<Summary> figures =
                cells.stream().flatMap(cell -> cell.summary().stream()).toList();
        return figures.isEmpty() || figures.stream().anyMatch(summary -> summary.count() >= Sample.MIN_VALUES);
    }

    /** The columns that say which cell is faster, without the verdict. */
    List<Column<CellResult>> standings(Ranking ranking) {
        List<Column<CellResult>> columns = new ArrayList<>();
        if (!ranking.group().isOfRates()) {
            columns.add(Column.<CellResult>optional(
                            "rank", cell -> ranking.rank(cell).map(Shown::of))
                    .important(Importance.MINOR));
        }
        columns.add(Column.of(Dimension.TRANSPORT));
        further.stream()
                .filter(dimension -> varies(dimension, ranking.cells()))
                .map(Column::of)
                .forEach(columns::add);
        columns.add(Column.of(shown(ranking).get(0), format).important(Importance.KEY));
        if (!ranking.group().isOfRates()) {
            columns.add(Column.optional("× of best", cell -> behind(cell, ranking)));
        }
        return columns;
    }

    /** The columns of a table, first rank and transport, last the verdict. */
    public List<Column<CellResult>> of(Ranking ranking) {
        List<CellResult> cells = ranking.cells();
        List<Column<CellResult>> columns = new ArrayList<>(standings(ranking));
        List<Figure> figures = shown(ranking);
        if (ranking.comparesTimes()) {
            columns.add(Column.<CellResult>optional("extra us", cell -> longer(cell, ranking))
                    .important(Importance.MINOR));
        }
        if (cells.stream().anyMatch(cell -> Dimension.DIRECTION.of(cell.cell()).isPresent())) {
            columns.add(Column.optional(
                    "each way", cell -> cell.mebibytesEachWay().map(rate -> format.number(1, rate))));
        }
        figures.stream().skip(1).map(figure -> Column.of(figure, format)).forEach(columns::add);
        if (cells.stream().anyMatch(cell -> Dimension.TOUCH.of(cell.cell()).isPresent())) {
            columns.add(Column.of(CallFigures.WITHOUT_WORK, format));
        }
        boolean asksForWorstCase = cells.stream()
                .anyMatch(cell -> Dimension.SCHEDULER.of(cell.cell()).isPresent());
        if (asksForWorstCase && !figures.contains(Figures.MAXIMUM)) {
            columns.add(Column.of(Figures.MAXIMUM, format));
        }
        List<Summary> summaries =
                cells.stream().flatMap(cell -> cell.summary().stream()).toList();
        if (summaries.stream().anyMatch(RankingColumns::hasNeighbour)) {
            Figures.ofPressure(cells).forEach(figure -> columns.add(Column.of(figure, format)));
        }
        Figures.ofSettings(cells).stream()
                .map(figure -> Column.of(figure, format))
                .filter(column -> isFilled(column, cells))
                .forEach(columns::add);
        if (summaries.stream().anyMatch(RankingColumns::hasLost)) {
            columns.add(Column.of(Figures.SUCCESS, format));
        }
        if (summaries.stream().anyMatch(summary -> summary.clients().isPresent())) {
            columns.add(Column.of(CallFigures.FAIRNESS, format));
            columns.add(Column.of(CallFigures.SLOWEST_P99, format));
        }
        if (ranking.group().question() != Question.FAIL) { // its CPU time is the survivor's, after the messages
            columns.add(Column.of(Figures.CPU, format));
        }
        columns.add(Column.text("verdict", RankingColumns::state).important(Importance.KEY));
        return columns;
    }

    /** The question's figures; where cells may lack some, those that at least one cell has. The first is what the table is about. */
    private List<Figure> shown(Ranking ranking) {
        List<Figure> all = QuestionFigures.of(ranking.group().question()).shown();
        List<Figure> filled = MAY_BE_UNFILLED.contains(ranking.group().question())
                ? all.stream()
                        .filter(figure -> isFilled(Column.of(figure, format), ranking.cells()))
                        .toList()
                : all;
        return filled.isEmpty() ? all : filled;
    }

    private static boolean isFilled(Column<CellResult> column, List<CellResult> cells) {
        return cells.stream().anyMatch(cell -> !column.text(cell).isEmpty());
    }

    /** The cell's time as a multiple of the fastest cell's time. */
    private Optional<Shown> behind(CellResult result, Ranking ranking) {
        return isFastest(result, ranking)
                ? Optional.of(Shown.of(1))
                : ranking.behindFastest(result).map(format::times);
    }

    /** How many microseconds longer the cell takes than the fastest cell. */
    private Optional<Shown> longer(CellResult result, Ranking ranking) {
        return isFastest(result, ranking)
                ? Optional.of(Shown.of(0))
                : ranking.longerThanFastest(result).map(format::microsLonger);
    }

    private static boolean isFastest(CellResult result, Ranking ranking) {
        return result == ranking.fastest() && Ranking.isReached(result);
    }

    /** What a reader has to know of the table's order and ranks; empty if there is nothing. */
    public List<String> notes(Ranking ranking) {
        List<Figure> figures = QuestionFigures.of(ranking.group().question()).shown();
        boolean contradicts = ranking.isOutOfOrderByMeans((one, other) -> differ(one, other, figures));
        return Stream.concat(
                        Stream.of(
                                contradicts ? BY_MEDIANS : "",
                                untold(ranking),
                                isUntoldDespiteItsInterval(ranking) ? TOGETHER : "",
                                lacking(ranking, figures),
                                uncharged(ranking),
                                unknownServers(ranking),
                                overAllCalls(ranking)),
                        StartCost.of(ranking).stream().flatMap(cost -> started(cost).stream()))
                .filter(note -> !note.isEmpty())
                .toList();
    }

    /** What starting a server for each call costs, if it is certain. */
    private Optional<String> started(StartCost cost) {
        return cost.callsInterval().map(calls -> {
            Interval micros = cost.cpu().interval().orElseThrow();
            String memory = cost.keptMebibytes().isPresent()
                    ? "; kept, it holds %s MiB while it waits"
                            .formatted(
                                    format.decimal("%.1f", cost.keptMebibytes().getAsDouble()))
                    : "";
            return "%s of program %s takes %s µs of CPU a call more than kept %s (%s to %s), 1 %% of a CPU at %s calls a minute (%s to %s)%s"
                    .formatted(
                            cost.started().cell().transportId(),
                            Dimension.PROGRAM.text(cost.started().cell()),
                            wholeMicros(cost.cpu().seconds()),
                            cost.kept().cell().transportId(),
                            wholeMicros(micros.low()),
                            wholeMicros(micros.high()),
                            whole(cost.callsAMinute()),
                            whole(calls.low()),
                            whole(calls.high()),
                            memory);
        });
    }

    private String wholeMicros(double seconds) {
        return whole(seconds * MICROS_PER_SECOND);
    }

    private String whole(double number) {
        return format.decimal("%.0f", number);
    }

    /** What it takes to fill the percentiles that have too few samples; empty if there are none. */
    private String lacking(Ranking ranking, List<Figure> figures) {
        String needs = TAILS.stream()
                .filter(tail -> figures.stream()
                        .anyMatch(figure -> figure.column().equals(tail.figure().column())))
                .flatMap(tail -> ranking.cells().stream()
                        .flatMap(cell -> tail.need(cell).stream())
                        .max(Comparator.comparingDouble(Tail.Need::amount))
                        .map(need -> "p%s %s".formatted(percentile(tail.percentile()), need.text()))
                        .stream())
                .collect(Collectors.joining(", "));
        return needs.isEmpty() ? "" : "a percentile takes ten samples beyond it in each iteration: " + needs;
    }

    /** A percentile that tables show. */
    private record Tail(double percentile, Figure figure) {
        private static final double NANOS_PER_SECOND = 1e9;
        private static final int TENTHS = 10;
        private static final double TOLERANCE = 1e-6;

        /**
         * A longer measured part.
         *
         * @param amount seconds, or a number of messages
         */
        record Need(double amount, boolean isTime) {
            String text() {
                if (!isTime) {
                    return "%.0f messages".formatted(up(amount));
                }
                return amount < 1
                        ? "--duration %.0fms".formatted(up(TENTHS * amount) * 100)
                        : "--duration %.0fs".formatted(up(amount));
            }

            private static double up(double number) {
                return Math.ceil(number - TOLERANCE);
            }
        }

        /** How long the measured part has to be for enough samples; empty if it has enough, or if a longer one would not help. */
        Optional<Need> need(CellResult cell) {
            Extent extent = cell.cell().workload().extent();
            return cell.summary().stream()
                    .flatMapToDouble(summary -> summary.latencies().timesTooFew(percentile).stream())
                    .mapToObj(times -> extent instanceof Extent.Period period
                            ? new Need(times * period.nanos() / NANOS_PER_SECOND, true)
                            : new Need(
                                    times
                                            * cell.summary().orElseThrow().messages()
                                            / cell.summary().orElseThrow().count(),
                                    false))
                    .findFirst();
        }
    }

    /** The servers of users whose CPU time is unknown; empty if there are none. */
    private static String unknownServers(Ranking ranking) {
        String cells = ranking.cells().stream()
                .filter(cell -> cell.summary().isPresent() && !cell.hasServerCost())
                .map(cell -> cell.cell().transportId())
                .distinct()
                .collect(Collectors.joining(", "));
        return cells.isEmpty()
                ? ""
                : "CPU time without the server's, whose process was not found (be its user or root, or add #pid=N): "
                        + cells;
    }

    /** What the CPU times leave out because the kernel charges it to no process; empty if there is nothing. */
    private String uncharged(Ranking ranking) {
        String cells = ranking.cells().stream()
                .flatMap(cell -> cell.summary().stream()
                        .map(Summary::cpu)
                        .filter(cpu -> cpu.unchargedNanosPerMessage() > MIN_UNCHARGED * cpu.nanosPerMessage())
                        .map(cpu -> "%s %s"
                                .formatted(
                                        name(cell, ranking), format.decimal("%.0f", cpu.unchargedNanosPerMessage()))))
                .collect(Collectors.joining(", "));
        return cells.isEmpty() ? "" : UNCHARGED + cells;
    }

    /** What the percentiles of these tables are; empty if nothing was repeated, or nothing sampled. */
    public static Optional<String> legend(List<Ranking> rankings) {
        return rankings.stream()
                        .flatMap(ranking -> ranking.cells().stream())
                        .flatMap(cell -> cell.summary().stream())
                        .anyMatch(summary -> summary.count() > 1
                                && summary.latencies().count() > 0
                                && summary.latencyKind() != LatencyKind.NOTICE)
                ? Optional.of(MEANS)
                : Optional.empty();
    }

    /** The cells whose percentiles are others over all calls together; empty if there are none. */
    private String overAllCalls(Ranking ranking) {
        String cells = ranking.cells().stream()
                .flatMap(cell -> cell
                        .summary()
                        .map(summary -> summary.latencies().disagreements())
                        .filter(disagreements -> !disagreements.isEmpty())
                        .map(disagreements -> name(cell, ranking) + " has " + overAllCalls(disagreements))
                        .stream())
                .collect(Collectors.joining("; "));
        return cells.isEmpty() ? "" : "over all calls " + cells;
    }

    private String overAllCalls(List<CellLatencies.Disagreement> disagreements) {
        CellLatencies.Disagreement clearest = disagreements.stream()
                .max(Comparator.comparingLong(CellLatencies.Disagreement::disturbed))
                .orElseThrow();
        Sample iterations = clearest.iterations();
        String cause = clearest.disturbed() == 0
                ? "the iterations' own p%s range from %s to %s us"
                        .formatted(
                                percentile(clearest.percentile()),
                                micros(iterations.least()),
                                micros(iterations.greatest()))
                : "%d of %d iterations %s disturbed"
                        .formatted(
                                clearest.disturbed(), iterations.count(), clearest.disturbed() == 1 ? "was" : "were");
        return disagreements.stream()
                        .map(each -> "p%s %s us".formatted(percentile(each.percentile()), micros(each.allCallsNanos())))
                        .collect(Collectors.joining(", "))
                + ": " + cause;
    }

    private String percentile(double percentile) {
        return NumberFormat.getInstance(format.locale()).format(percentile);
    }

    private Shown micros(double nanos) {
        return format.micros(OptionalDouble.of(nanos));
    }

    /** Whether a column shows different means. */
    private boolean differ(CellResult one, CellResult other, List<Figure> figures) {
        return figures.stream().anyMatch(figure -> !format.mean(figure, one).equals(format.mean(figure, other)));
    }

    /** The cells that are not told from the fastest, and which difference would be; empty if there are none. */
    private String untold(Ranking ranking) {
        List<String> alike = new ArrayList<>();
        for (CellResult cell : ranking.cells()) {
            ranking.detectableFromFastest(cell).ifPresent(share -> {
                String difference = alike.isEmpty() ? "%s (a difference %s would show)" : "%s (%s)";
                alike.add(difference.formatted(
                        name(cell, ranking), detectable(share, ranking).words(format)));
            });
        }
        return alike.isEmpty()
                ? ""
                : "cannot be told apart from %s: %s"
                        .formatted(name(ranking.fastest(), ranking), String.join(", ", alike));
    }

    private static Detectable detectable(double share, Ranking ranking) {
        CellResult fastest = ranking.fastest();
        return new Detectable(share, fastest, ranking.messagesPerSecond(fastest));
    }

    /** Whether a cell is not told from the fastest one, although the interval of their ratio excludes 1. */
    private static boolean isUntoldDespiteItsInterval(Ranking ranking) {
        return ranking.cells().stream()
                .filter(cell -> ranking.detectableFromFastest(cell).isPresent())
                .anyMatch(cell -> ranking.behindFastest(cell)
                        .flatMap(Comparison::interval)
                        .filter(interval -> !interval.contains(1))
                        .isPresent());
    }

    /** The transport, with what else tells the cell from the others of its table. */
    private String name(CellResult result, Ranking ranking) {
        return further.stream()
                .filter(dimension -> varies(dimension, ranking.cells()))
                .map(dimension -> " " + dimension.text(result.cell()))
                .collect(Collectors.joining("", result.cell().transportId(), ""));
    }

    private static boolean hasNeighbour(Summary summary) {
        return summary.iterations().stream().anyMatch(iteration -> iteration.beside() != null);
    }

    private static boolean hasLost(Summary summary) {
        return summary.successRatePercent() < EVERYTHING_PERCENT;
    }

    private static boolean varies(Dimension dimension, List<CellResult> cells) {
        return dimension.varies(cells.stream().map(CellResult::cell).toList());
    }

    /** The verdict on the figures, or the reason if there are none. */
    public static String state(CellResult result) {
        return result.status() == CellStatus.MEASURED
                ? result.verdict().level().label()
                : result.status().label();
    }

    /**
     * The smallest difference from a cell that most comparisons with it would detect: a time if the question's answer is one, else a
     * share of the rate.
     *
     * @param share the share
     * @param cell the cell
     * @param messagesPerSecond the speed of the cell
     */
    record Detectable(double share, CellResult cell, double messagesPerSecond) {
        private static final double NANOS_PER_SECOND = 1e9;

        /** The difference as a column shows it. */
        String in(FigureFormat format) {
            return isTime() ? format.detectable(share, micros(format)) : format.detectable(share);
        }

        /** The difference from which on it would be detected, in words. */
        String words(FigureFormat format) {
            return FigureFormat.isBeyondTenfold(share) ? "beyond tenfold" : "from %s on".formatted(in(format));
        }

        private boolean isTime() {
            return cell.cell().workload().question().latencyKind().answersWithPercentiles();
        }

        private String micros(FigureFormat format) {
            return format.micros(OptionalDouble.of(share * NANOS_PER_SECOND / messagesPerSecond)) + " us";
        }
    }
}
