package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.report.RankingColumns.RankingColumn;

/**
 * All cells of a run, the fastest first, those without figures last: a table for each question, size and way of waiting,
 * and where there are several sizes, one of the fastest at each.
 */
public final class ClosingTable {
    private static final char PLUS_MINUS = '±';
    private static final char TIMES = '×';

    /** Stand for the signs while a table is laid out, which is done in the JVM's own charset: of LC_ALL=C that is ASCII. */
    private static final char ASCII_PLUS_MINUS = '\u0001';

    private static final char ASCII_TIMES = '\u0002';

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
        RankingColumns columns = new RankingColumns(result, format);
        StringBuilder text = new StringBuilder();
        for (Standings each : standings) {
            text.append(title(each, columns.common(each))).append(System.lineSeparator());
            text.append(table(
                    each.cells(),
                    columns.of(each).stream().map(ClosingTable::column).toList()));
        }
        return text.append(new WinnerTable(result).of(standings)).toString();
    }

    /**
     * Why some figures deserve doubt, and why some cells have none; reasons that are equal but for their numbers are one line.
     * Empty where all is well.
     */
    public String doubts(RunResult result) {
        return DoubtLines.of(result).lines().stream()
                .map(line -> line.text() + System.lineSeparator())
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
    private String title(Standings standings, String common) {
        Cell any = standings.cells().get(0).cell();
        return "%s, %d bytes%s%s; %s:"
                .formatted(
                        any.workloadName(),
                        any.unitSizeBytes(),
                        common,
                        conditions.suffix(format.locale()),
                        standings.contest().waiting());
    }

    private static ColumnData<CellResult> column(RankingColumn column) {
        return column.numeric() ? number(column.header(), column.value()) : text(column.header(), column.value());
    }
}
