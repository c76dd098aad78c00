package org.ipcbench.report.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Estimate;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.compare.References;
import org.ipcbench.compare.Side;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.SideComparison;
import org.ipcbench.compare.SideComparison.ComparedCell;
import org.ipcbench.figure.Figure;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Importance;

/**
 * The comparison of two sides: where and when each was measured, their differences, a table of the cells for each unit, and
 * the reasons if some cells cannot be compared.
 */
public final class ComparisonText {
    /** Maximum number of listed differences; for more, comparing the files is easier. */
    private static final int MAX_DIFFERENCES = 12;

    /** Maximum number of cells that a line names; nobody reads longer lines. */
    private static final int MAX_NAMES = 4;

    /** A value longer than this is a list, such as the flags of a JVM. */
    private static final int MAX_VALUE_LENGTH = 100;

    private static final double WHOLE = 1000;
    private static final double COARSE = 10;
    private static final double PERCENT = 100;

    private static final FigureFormat FORMAT = new FigureFormat(Locale.ROOT);

    private final StringBuilder text = new StringBuilder();
    private final SideComparison comparison;
    private final References references;

    private final TableStyle style;

    private ComparisonText(SideComparison comparison, References references, TableStyle style) {
        this.style = style;
        this.comparison = comparison;
        this.references = references;
    }

    /** The lines and tables for a terminal of any width, each with an end of line. */
    public static String of(List<SideComparison> comparisons, References references) {
        return of(comparisons, references, TableStyle.TERMINAL);
    }

    /** The lines and tables, each with an end of line. */
    public static String of(List<SideComparison> comparisons, References references, TableStyle style) {
        return comparisons.stream()
                        .map(comparison -> new ComparisonText(comparison, references, style).text())
                        .collect(Collectors.joining(System.lineSeparator()))
                + legend(comparisons, references).lines().map(style::line).collect(Collectors.joining());
    }

    /** A cell's ratio with its interval; empty if there is none. */
    public static String ratio(ComparedCell cell) {
        return cell.comparison()
                .map(each -> decimal("%.3f", each.ratio()) + interval(cell))
                .orElse("");
    }

    private String text() {
        line("BASE %s: %s".formatted(comparison.base().name(), origin(comparison.base())));
        line("NEW  %s: %s".formatted(comparison.now().name(), origin(comparison.now())));
        differences();
        doubts();
        tables();
        reasons();
        line(totals());
        return text.toString();
    }

    private static String origin(Side side) {
        return side.origin().description();
    }

    private void differences() {
        List<SideComparison.Difference> differences = comparison.differences();
        if (differences.isEmpty()) {
            line("environment and options: no known difference");
        }
        differences.stream().limit(MAX_DIFFERENCES).forEach(each -> line("differs: " + text(each)));
        if (differences.size() > MAX_DIFFERENCES) {
            line("differs: %d more, see environment.json of both".formatted(differences.size() - MAX_DIFFERENCES));
        }
    }

    /** A difference, such as {@code peers.version: 17.0.15, now 25.0.1}. */
    static String text(SideComparison.Difference each) {
        return "%s: %s, now %s"
                .formatted(each.name(), without(each.base(), each.now()), without(each.now(), each.base()));
    }

    /** A value; if it is a long list, only the part that the other value lacks. */
    private static String without(String value, String other) {
        if (value.length() <= MAX_VALUE_LENGTH) {
            return value;
        }
        Set<String> others = Set.copyOf(Arrays.asList(other.split(" ", -1)));
        String own = Stream.of(value.split(" ", -1))
                .filter(word -> !others.contains(word))
                .collect(Collectors.joining(" "));
        return own.isEmpty() ? "without that" : own;
    }

    private void doubts() {
        if (comparison.isOfTwoMachines()) {
            line("other machine: BASE ran on %s, NEW on %s; the ratios compare the machines as well"
                            .formatted(
                                    comparison.base().origin().host(),
                                    comparison.now().origin().host())
                    + (references.transports().isEmpty()
                            ? "; --normalize-by divides by transports that both runs measured"
                            : ""));
        }
        String drift =
                ", so every ratio includes what changed on the machine in the meantime; variants within one run (--vary) avoid that";
        if (comparison.isOfTwoBoots()) {
            line("other boot: the machine was started again between the runs%s".formatted(drift));
        } else {
            comparison
                    .hoursApart()
                    .ifPresent(apart -> line("other hour: NEW began %s %s BASE%s"
                            .formatted(hours(apart.abs()), apart.isNegative() ? "before" : "after", drift)));
        }
    }

    private static String hours(Duration apart) {
        return "%d h %d min".formatted(apart.toHours(), apart.toMinutesPart());
    }

    private void tables() {
        Map<String, List<ComparedCell>> tables = new LinkedHashMap<>();
        comparison
                .cells()
                .forEach(cell -> tables.computeIfAbsent(cell.either().unit(), unused -> new ArrayList<>())
                        .add(cell));
        tables.forEach((unit, cells) -> {
            KeyProperties<ComparedCell> properties = new KeyProperties<>(cells, ComparedCell::key);
            text.append(style.alone(new Table<>(properties.title(unit), columns(properties, cells), cells)));
        });
    }

    private static List<Column<ComparedCell>> columns(
            KeyProperties<ComparedCell> properties, List<ComparedCell> cells) {
        List<Column<ComparedCell>> columns = new ArrayList<>(properties.columns());
        columns.add(Column.words(
                "BASE", cell -> score(cell.base().map(MeasuredCell::score).orElse(OptionalDouble.empty()))));
        columns.add(Column.words(
                "NEW", cell -> score(cell.now().map(MeasuredCell::score).orElse(OptionalDouble.empty()))));
        cells.stream()
                .flatMap(cell -> Stream.of(cell.base(), cell.now()))
                .flatMap(side -> side.stream().flatMap(each -> each.further().keySet().stream()))
                .distinct()
                .forEach(figure -> {
                    columns.add(further("BASE ", figure, ComparedCell::base));
                    columns.add(further("NEW ", figure, ComparedCell::now));
                });
        columns.add(Column.words("speed NEW/BASE", ComparisonText::ratio).important(Importance.KEY));
        columns.add(Column.<ComparedCell>text("outcome", cell -> cell.outcome().label())
                .important(Importance.MAIN));
        if (cells.stream().anyMatch(cell -> cell.minimumDetectableDifference().isPresent())) {
            columns.add(
                    Column.words("detectable from", ComparisonText::detectable).important(Importance.MINOR));
        }
        if (cells.stream().anyMatch(cell -> !cell.either().verdict().isEmpty())) {
            columns.add(Column.text("verdicts", ComparisonText::verdicts).important(Importance.MAIN));
        }
        return columns;
    }

    private static Column<ComparedCell> further(
            String side, Figure figure, Function<ComparedCell, Optional<MeasuredCell>> cell) {
        return Column.optional(
                side + figure.names().heading(),
                row -> cell.apply(row)
                        .flatMap(each -> Optional.ofNullable(each.further().get(figure)))
                        .map(number -> FORMAT.ofUnit(figure, number)));
    }

    private static String score(OptionalDouble score) {
        if (score.isEmpty()) {
            return "";
        }
        double value = score.getAsDouble();
        return decimal(value >= WHOLE ? "%.0f" : value >= COARSE ? "%.1f" : "%.4g", value);
    }

    private static String interval(ComparedCell cell) {
        Interval interval = cell.interval().orElseThrow();
        return decimal(" (%.3f", interval.low()) + decimal(" to %.3f)", interval.high());
    }

    private static String detectable(ComparedCell cell) {
        OptionalDouble difference = cell.minimumDetectableDifference();
        if (difference.isEmpty()) {
            return "";
        }
        return FORMAT.detectable(difference.getAsDouble());
    }

    /** The verdicts of both sides; only one if they agree. */
    private static String verdicts(ComparedCell cell) {
        return Stream.of(cell.base(), cell.now())
                .map(side -> side.map(MeasuredCell::verdict).orElse("none"))
                .distinct()
                .collect(Collectors.joining(", now "));
    }

    private void reasons() {
        Map<String, List<String>> cells = new LinkedHashMap<>();
        comparison.cells().stream()
                .filter(cell -> !cell.why().isEmpty())
                .forEach(cell -> cells.computeIfAbsent(cell.why(), unused -> new ArrayList<>())
                        .add(cell.key().text()));
        cells.forEach((why, names) -> line("not comparable: %s: %s".formatted(list(names), why)));
    }

    private static String list(List<String> names) {
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining("; "));
        return names.size() > MAX_NAMES ? "%s and %d more".formatted(first, names.size() - MAX_NAMES) : first;
    }

    private String totals() {
        return Stream.of(Outcome.values())
                .map(outcome -> comparison.cells().stream()
                                .filter(cell -> cell.outcome() == outcome)
                                .count()
                        + " " + outcome.label())
                .filter(part -> !part.equals("0 " + Outcome.REFERENCE.label()))
                .collect(Collectors.joining(", "));
    }

    /** The meaning of the figures in all tables. */
    private static String legend(List<SideComparison> comparisons, References references) {
        long compared = comparisons.stream()
                .flatMap(each -> each.cells().stream())
                .filter(ComparedCell::isCompared)
                .count();
        String legend = String.format(
                Locale.ROOT,
                "speed NEW/BASE: above 1 is faster; the chance of any wrong outcome among these %d is %.0f %%;"
                        + " detectable from: %.0f %% of such comparisons find a difference of this size%n",
                compared,
                PERCENT * Holm.ALPHA,
                PERCENT * Estimate.POWER);
        return references.transports().isEmpty()
                ? legend
                : legend
                        + "speeds of the other cells are divided by those of %s, round by round%n"
                                .formatted(String.join(" and ", references.transports()));
    }

    private void line(String line) {
        text.append(style.line(line));
    }

    private static String decimal(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /**
     * The properties of the cells in a table: those that all of them have in common stand in its title, the others in columns.
     *
     * @param <T> what a row is about
     * @param rows the rows
     * @param key the properties of a row's cell
     */
    record KeyProperties<T>(List<T> rows, Function<T, CellKey> key) {
        KeyProperties {
            rows = List.copyOf(rows);
        }

        /** The title of the table, which ends with this text. */
        String title(String end) {
            String common = names().stream()
                    .filter(property -> !varies(property))
                    .map(property -> named(property, key.apply(rows.get(0))))
                    .collect(Collectors.joining(", "));
            return common.isEmpty() ? end : common + "; " + end;
        }

        List<Column<T>> columns() {
            return names().stream().filter(this::varies).map(this::column).toList();
        }

        private Column<T> column(String property) {
            Function<T, String> value = row -> key.apply(row).of(property);
            Column<T> column = rows.stream().map(value).allMatch(CellKey::isNumber)
                    ? Column.words(property, value)
                    : Column.text(property, value);
            return column.important(Importance.KEY);
        }

        private Set<String> names() {
            Set<String> names = new LinkedHashSet<>();
            rows.forEach(row -> names.addAll(key.apply(row).properties().keySet()));
            return names;
        }

        private boolean varies(String property) {
            return rows.stream()
                            .map(row -> key.apply(row).of(property))
                            .distinct()
                            .count()
                    > 1;
        }

        private static String named(String property, CellKey key) {
            String value = key.of(property);
            return CellKey.isNumber(value) || property.equals(Dimension.PLACEMENT.heading())
                    ? property + " " + value
                    : value;
        }
    }
}
