package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Outcome;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.question.QuestionPresentation;
import org.ipcbench.report.words.FigureFormat;

/** The speed of each variant relative to the first one: a row for each cell of another variant. */
public final class VariantTable {
    /** Dimensions that always have a column. */
    private static final List<Dimension> COLUMNS = List.of(Dimension.TRANSPORT, Dimension.VARIANT);

    private final FigureFormat format;

    public VariantTable(FigureFormat format) {
        this.format = format;
    }

    /**
     * A row.
     *
     * @param pair the pair
     * @param outcome the outcome of its comparison, adjusted for the number of comparisons
     * @param alpha how often equal cells may be told apart, by the same adjustment
     */
    public record Row(VariantPair pair, Outcome outcome, double alpha) {
        Cell cell() {
            return pair.other().cell();
        }

        String difference() {
            Optional<Comparison> comparison = pair.comparison();
            if (comparison.isEmpty()) {
                return pair.gap();
            }
            return comparison.get().interval().isPresent() ? outcome.label() : Verdict.Level.UNREPEATED.label();
        }

        private boolean comparesTimes() {
            return QuestionPresentation.of(cell().workload().question()).comparesTimes();
        }

        /** How much longer a message takes; empty if rates are compared, and without a common round. */
        public Optional<TimeDifference> longer() {
            return pair.longer().filter(unused -> comparesTimes());
        }

        /** The share from which on a difference would be detected; empty if one was, and for too few rounds. */
        public Optional<Double> minimumDetectableDifference() {
            return outcome == Outcome.NO_DIFFERENCE_SEEN
                    ? pair.comparison()
                            .flatMap(Comparison::estimate)
                            .map(estimate -> estimate.minimumDetectableDifference(alpha))
                    : Optional.empty();
        }

        /** Which difference would be detected; empty if one was. */
        private String detectable(FigureFormat format) {
            return minimumDetectableDifference()
                    .map(share -> new Detectable(
                                    share,
                                    pair.first(),
                                    pair.first().summary().orElseThrow().speed().mean())
                            .in(format))
                    .orElse("");
        }
    }

    /** The rows; empty if the run compares no variants. */
    public static List<Row> rows(RunResult result) {
        return rows(
                VariantPair.of(result).stream().filter(VariantPair::hasFigures).toList());
    }

    /** The table; empty if the run compares no variants. */
    public Optional<Table<Row>> of(RunResult result) {
        List<Row> rows = rows(result);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<VariantPair> pairs = rows.stream().map(Row::pair).toList();
        List<Cell> cells = rows.stream().map(Row::cell).toList();
        List<Dimension> further = result.dimensions().stream()
                .filter(dimension -> !COLUMNS.contains(dimension))
                .toList();
        String common = further.stream()
                .filter(dimension ->
                        !dimension.varies(cells) && dimension.of(cells.get(0)).isPresent())
                .map(dimension -> common(dimension, cells.get(0)))
                .collect(Collectors.joining(", "));
        String heading = "%s; rate ÷ rate of %s in the same rounds"
                .formatted(common, pairs.get(0).first().cell().variantName());
        List<Dimension> varying =
                further.stream().filter(dimension -> dimension.varies(cells)).toList();
        return Optional.of(new Table<>(heading, columns(varying, rows), rows, note(pairs)));
    }

    private static List<Row> rows(List<VariantPair> pairs) {
        Iterator<Holm.Decision> decisions = Holm.of(pairs.stream()
                        .flatMap(pair -> pair.comparison().stream())
                        .toList())
                .iterator();
        return pairs.stream()
                .map(pair -> pair.comparison()
                        .map(comparison -> row(pair, comparison, decisions.next()))
                        .orElseGet(() -> new Row(pair, Outcome.NOT_COMPARABLE, Holm.ALPHA)))
                .toList();
    }

    private static Row row(VariantPair pair, Comparison comparison, Holm.Decision decision) {
        return new Row(pair, Outcome.of(comparison.ratio(), decision.differs()), decision.alpha());
    }

    private List<Column<Row>> columns(List<Dimension> further, List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>();
        columns.add(column(Dimension.TRANSPORT));
        further.stream().map(VariantTable::column).forEach(columns::add);
        columns.add(column(Dimension.VARIANT));
        columns.add(Column.number(
                "ratio", row -> row.pair().comparison().map(format::ratio).orElse("")));
        if (rows.stream().anyMatch(Row::comparesTimes)) {
            columns.add(Column.number(
                    "extra us", row -> row.longer().map(format::microsLonger).orElse("")));
        }
        columns.add(Column.text("difference", Row::difference));
        if (rows.stream().anyMatch(row -> !row.detectable(format).isEmpty())) {
            columns.add(Column.number("detectable from", row -> row.detectable(format)));
        }
        return columns;
    }

    private static Column<Row> column(Dimension dimension) {
        return Column.of(dimension, row -> row.pair().other());
    }

    /** A common property of all rows, in the form of other tables' titles. */
    private static String common(Dimension dimension, Cell cell) {
        if (dimension.equals(Dimension.QUESTION)) {
            return dimension.text(cell);
        }
        return dimension.equals(Dimension.SIZE)
                ? dimension.text(cell) + " bytes"
                : dimension.label() + " " + dimension.text(cell);
    }

    /** Explains why an interval may exclude 1 although no difference was seen: of many intervals, some exclude 1 by chance. */
    private static String note(List<VariantPair> pairs) {
        long comparisons = pairs.stream()
                .flatMap(pair -> pair.comparison().stream())
                .filter(comparison -> comparison.interval().isPresent())
                .count();
        return comparisons < 2
                ? ""
                : "of 100 intervals 5 miss the truth; the chance of any wrong outcome among these %d is 5 %%"
                        .formatted(comparisons);
    }
}
