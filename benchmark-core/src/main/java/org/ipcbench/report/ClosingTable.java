package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellNames;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;

/**
 * All cells of a run, the fastest first, those without figures last: a table for each question, size and way of waiting,
 * and where there are several sizes, one of the fastest at each.
 */
public final class ClosingTable {
    /** Dimensions that every line about a cell tells anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.SIZE);

    /** Dimensions that the title of a table tells, and the column that is always there. */
    private static final List<Dimension> IN_EVERY_TABLE =
            List.of(Dimension.QUESTION, Dimension.SIZE, Dimension.TRANSPORT);

    private static final char PLUS_MINUS = '±';
    private static final char TIMES = '×';

    /** Stand for the signs while a table is laid out, which is done in the JVM's own charset: of LC_ALL=C that is ASCII. */
    private static final char ASCII_PLUS_MINUS = '\u0001';

    private static final char ASCII_TIMES = '\u0002';

    private static final double EVERYTHING_PERCENT = 100;

    private final FigureFormat format;
    private final RunConditions conditions;

    /**
     * Tables of a run under these conditions.
     *
     * @param locale decimals are written as this locale writes them; the headings are the suite's terms and not translated
     */
    public ClosingTable(Locale locale, RunConditions conditions) {
        format = new FigureFormat(locale);
        this.conditions = conditions;
    }

    /** The tables, each ended. */
    public String of(RunResult result) {
        List<Standings> standings = Standings.of(result);
        StringBuilder text = new StringBuilder();
        for (Standings each : standings) {
            text.append(title(each, result)).append(System.lineSeparator());
            text.append(table(each.cells(), columns(each, result)));
        }
        return text.append(new WinnerTable(result).of(standings)).toString();
    }

    /**
     * Why some figures deserve doubt, and why some cells have none; reasons that are equal but for their numbers are one line.
     * Empty where all is well.
     */
    public String doubts(RunResult result) {
        CellList names =
                new CellList(result.cells().stream().map(CellResult::cell).toList(), CellNames.of(result, TOLD));
        DoubtLines doubts = new DoubtLines(names::of);
        result.cells().forEach(cell -> doubts.add(cell, cell.verdict()));
        return doubts.lines().stream()
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    static <T> String table(List<T> rows, List<ColumnData<T>> columns) {
        String table = AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, columns);
        return table.replace(ASCII_PLUS_MINUS, PLUS_MINUS).replace(ASCII_TIMES, TIMES) + System.lineSeparator();
    }

    static <T> ColumnData<T> text(String header, Function<T, String> value) {
        return new Column()
                .header(inAscii(header))
                .dataAlign(HorizontalAlign.LEFT)
                .with(value.andThen(ClosingTable::inAscii));
    }

    static <T> ColumnData<T> number(String header, Function<T, String> value) {
        return new Column()
                .header(inAscii(header))
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(value.andThen(ClosingTable::inAscii));
    }

    private static String inAscii(String text) {
        return text.replace(PLUS_MINUS, ASCII_PLUS_MINUS).replace(TIMES, ASCII_TIMES);
    }

    /** What all cells of a table have in common. */
    private String title(Standings standings, RunResult result) {
        Cell any = standings.cells().get(0).cell();
        String common = further(result).stream()
                .filter(dimension -> dimension.of(any).isPresent() && !varies(dimension, standings.cells()))
                .map(dimension -> ", %s %s".formatted(dimension.word(), dimension.text(any)))
                .collect(Collectors.joining());
        return "%s, %d bytes%s%s; %s:"
                .formatted(
                        any.workloadName(),
                        any.unitSizeBytes(),
                        common,
                        conditions.suffix(format.locale()),
                        standings.contest().waiting());
    }

    private List<ColumnData<CellResult>> columns(Standings standings, RunResult result) {
        List<CellResult> cells = standings.cells();
        List<ColumnData<CellResult>> columns = new ArrayList<>();
        columns.add(number(
                "rank", cell -> standings.place(cell).map(String::valueOf).orElse("")));
        columns.add(column(Dimension.TRANSPORT));
        further(result).stream()
                .filter(dimension -> varies(dimension, cells))
                .map(ClosingTable::column)
                .forEach(columns::add);
        List<FigureColumn> figures =
                QuestionPresentation.of(standings.contest().question()).columns(format);
        columns.add(figure(figures.get(0)));
        columns.add(number("× of best", cell -> behind(cell, standings)));
        figures.stream().skip(1).map(ClosingTable::figure).forEach(columns::add);
        if (cells.stream().flatMap(cell -> cell.summary().stream()).anyMatch(ClosingTable::hasLost)) {
            columns.add(figure(
                    new FigureColumn("success %", summary -> format.decimal("%.2f", summary.successRatePercent()))));
        }
        columns.add(figure(format.cpuNanosPerMessage()));
        columns.add(text("verdict", ClosingTable::state));
        return columns;
    }

    /** How many times the fastest one's time it takes. */
    private String behind(CellResult result, Standings standings) {
        return result == standings.cells().get(0) && result.summary().isPresent()
                ? "1"
                : standings.behindFastest(result).map(format::times).orElse("");
    }

    private static boolean hasLost(Summary summary) {
        return summary.successRatePercent() < EVERYTHING_PERCENT;
    }

    /** Dimensions that a title tells where the cells of its table agree, else a column. */
    private static List<Dimension> further(RunResult result) {
        return result.dimensions().stream()
                .filter(dimension -> !IN_EVERY_TABLE.contains(dimension))
                .toList();
    }

    private static boolean varies(Dimension dimension, List<CellResult> cells) {
        return dimension.varies(cells.stream().map(CellResult::cell).toList());
    }

    private static String state(CellResult result) {
        return result.summary().isPresent()
                ? result.verdict().level().label()
                : result.status().label();
    }

    private static ColumnData<CellResult> column(Dimension dimension) {
        Function<CellResult, String> value = result -> dimension.text(result.cell());
        return dimension.isNumeric() ? number(dimension.heading(), value) : text(dimension.heading(), value);
    }

    private static ColumnData<CellResult> figure(FigureColumn column) {
        return number(
                column.header(), cell -> cell.summary().map(column.value()).orElse(""));
    }
}
