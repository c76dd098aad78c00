package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.figure.VariantPair;
import org.ipcbench.figure.VariantPair.Judged;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.RankingColumns.Detectable;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Importance;

/** The speed of each variant relative to the first one: a row for each cell of another variant. */
public final class VariantTable {
    /** Dimensions that always have a column. */
    private static final List<Dimension> COLUMNS = List.of(Dimension.TRANSPORT, Dimension.VARIANT);

    private static final String RATE = "rate";

    private static final String SPEED = "speed";

    /** With more pairs than this, their outcomes are counted. */
    static final int MAX_SENTENCES = 4;

    private final FigureFormat format;

    public VariantTable(FigureFormat format) {
        this.format = format;
    }

    /** The table; empty if the run compares no variants. */
    public Optional<Table<Judged>> of(RunResult result) {
        List<Judged> rows = VariantPair.judged(result);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<VariantPair> pairs = rows.stream().map(Judged::pair).toList();
        List<Cell> cells = rows.stream().map(Judged::cell).toList();
        List<Dimension> further = result.dimensions().stream()
                .filter(dimension -> !COLUMNS.contains(dimension))
                .toList();
        String common = further.stream()
                .filter(dimension ->
                        !dimension.varies(cells) && dimension.of(cells.get(0)).isPresent())
                .map(dimension -> common(dimension, cells.get(0)))
                .collect(Collectors.joining(", "));
        List<String> compared = pairs.stream()
                .filter(pair -> pair.comparison().isPresent())
                .map(VariantTable::compared)
                .distinct()
                .toList();
        boolean ofRates = compared.isEmpty()
                ? !cells.get(0).workload().question().hasGivenRate()
                : compared.equals(List.of(RATE));
        String heading = "%s; %s ÷ %s of %s in the same rounds"
                .formatted(
                        common,
                        compared.size() == 1 ? compared.get(0) : ofRates ? RATE : SPEED,
                        ofRates ? RATE : SPEED,
                        pairs.get(0).first().cell().variantName());
        List<Dimension> varying =
                further.stream().filter(dimension -> dimension.varies(cells)).toList();
        return Optional.of(new Table<>(heading, columns(varying, rows), rows, note(pairs)));
    }

    /** A sentence for each pair of cells, or with many pairs, for each variant; empty if the run compares no variants. */
    List<String> sentences(RunResult result) {
        List<Judged> rows = VariantPair.judged(result);
        if (rows.size() > MAX_SENTENCES) {
            return rows.stream()
                    .collect(Collectors.groupingBy(
                            row -> row.cell().variantName(), LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .map(VariantTable::counted)
                    .toList();
        }
        CellNames names = CellNames.ofVarying(result, COLUMNS);
        return rows.stream()
                .map(row -> "%s%s: %s beside %s: %s%s"
                        .formatted(
                                row.cell().transportId(),
                                names.suffix(row.cell()),
                                row.cell().variantName(),
                                row.pair().first().cell().variantName(),
                                row.difference(),
                                row.pair()
                                        .comparison()
                                        .map(ratio -> ", %s times the %s"
                                                .formatted(format.ratio(ratio), compared(row.pair())))
                                        .orElse("")))
                .toList();
    }

    /** The figure that a pair compares; under a load it is the speed 1 / p99, since the rate is given. */
    static String compared(VariantPair pair) {
        return pair.first().summary().stream()
                .flatMapToDouble(summary -> summary.speed().percentile().stream())
                .mapToObj(percentile -> "%s (1 / p%.0f)".formatted(SPEED, percentile))
                .findFirst()
                .orElse(RATE);
    }

    /** The outcomes of a variant, and how often each came. */
    private static String counted(List<Judged> rows) {
        return "%s beside %s: %s"
                .formatted(
                        rows.get(0).cell().variantName(),
                        rows.get(0).pair().first().cell().variantName(),
                        outcomes(rows));
    }

    /** How often each outcome came. */
    static String outcomes(List<Judged> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(Judged::difference, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(outcome -> "%s in %d".formatted(outcome.getKey(), outcome.getValue()))
                .collect(Collectors.joining(", ", "", " of %d cells".formatted(rows.size())));
    }

    /** Which difference would be detected; empty if one was. */
    private String detectable(Judged row) {
        CellResult first = row.pair().first();
        return row.minimumDetectableDifference()
                .map(share -> new Detectable(
                                share,
                                first,
                                first.summary().orElseThrow().speed().mean())
                        .in(format))
                .orElse("");
    }

    private List<Column<Judged>> columns(List<Dimension> further, List<Judged> rows) {
        List<Column<Judged>> columns = new ArrayList<>();
        columns.add(column(Dimension.TRANSPORT));
        further.stream().map(VariantTable::column).forEach(columns::add);
        columns.add(column(Dimension.VARIANT));
        columns.add(
                Column.<Judged>optional("ratio", row -> row.pair().comparison().map(format::ratio))
                        .important(Importance.KEY));
        if (rows.stream().anyMatch(Judged::comparesTimes)) {
            columns.add(Column.<Judged>optional("extra us", row -> row.longer().map(format::microsLonger))
                    .important(Importance.MINOR));
        }
        columns.add(Column.text("difference", Judged::difference).important(Importance.MAIN));
        if (rows.stream().anyMatch(row -> !detectable(row).isEmpty())) {
            columns.add(Column.words("detectable from", this::detectable));
        }
        return columns;
    }

    private static Column<Judged> column(Dimension dimension) {
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
