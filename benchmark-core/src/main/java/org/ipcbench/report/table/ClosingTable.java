package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;

/**
 * All cells of a run, the fastest first, cells without figures last: a table for each question, placement, size and way of
 * waiting, unless no cell of it could be measured here. In addition there is a table of the fastest cells at each size if there are several sizes, of the knees of loads, of
 * their spins, of latencies by size, and of the comparison of variants.
 */
public final class ClosingTable {
    private static final String LEFT_OUT = "%s of report shows them, output.csv has them";

    private final FigureFormat format;
    private final RunConditions conditions;
    private final TableStyle style;

    /**
     * Tables of a run under these conditions, for a terminal.
     *
     * @param locale decimals are written as this locale writes them; the headings are the suite's terms and not translated
     */
    public ClosingTable(Locale locale, RunConditions conditions) {
        this(locale, conditions, TableStyle.TERMINAL);
    }

    public ClosingTable(Locale locale, RunConditions conditions, TableStyle style) {
        format = new FigureFormat(locale);
        this.conditions = conditions;
        this.style = style;
    }

    /** The tables, each with an end of line. */
    public String of(RunResult result) {
        List<Ranking> rankings = rankings(result);
        RankingColumns columns = new RankingColumns(result, format);
        StringBuilder text = new StringBuilder();
        List<Table<?>> shown = new ArrayList<>();
        for (Ranking each : Ranking.tables(rankings)) {
            add(table(each, columns), shown, text);
            columns.notes(each).forEach(note -> text.append(style.line(note)));
        }
        RankingColumns.legend(rankings).map(style::line).ifPresent(text::append);
        new MachineLegend(columns).of(rankings).map(style::line).ifPresent(text::append);
        further(result, rankings).forEach(table -> add(table, shown, text));
        new Findings(result, format.locale()).remarks().forEach(remark -> text.append(style.line(remark)));
        style.leftOut(shown).map(line -> style.line(LEFT_OUT.formatted(line))).ifPresent(text::append);
        return text.toString();
    }

    /** The same tables, without what stands between them. */
    public List<Table<?>> tables(RunResult result) {
        List<Ranking> rankings = rankings(result);
        RankingColumns columns = new RankingColumns(result, format);
        List<Table<?>> tables = new ArrayList<>();
        Ranking.tables(rankings).forEach(each -> tables.add(table(each, columns)));
        tables.addAll(further(result, rankings));
        return tables;
    }

    private static List<Ranking> rankings(RunResult result) {
        return Ranking.of(result).stream()
                .filter(ranking -> ranking.cells().stream().anyMatch(CellResult::isAttempted))
                .toList();
    }

    private Table<CellResult> table(Ranking ranking, RankingColumns columns) {
        return new Table<>(title(ranking, columns.heading(ranking)), columns.of(ranking), ranking.cells(), "");
    }

    private List<Table<?>> further(RunResult result, List<Ranking> rankings) {
        List<Table<?>> tables = new ArrayList<>();
        FastestTable fastest = new FastestTable(result, rankings);
        fastest.questions().forEach(question -> fastest.of(question).ifPresent(tables::add));
        new KneeTable(format).of(result).ifPresent(tables::add);
        new SpinTable(format).of(result).ifPresent(tables::add);
        new SizeTable(format).of(result).ifPresent(tables::add);
        new CodecTable(format).of(result).ifPresent(tables::add);
        tables.addAll(PriceTable.all(result, format));
        new VariantTable(format).of(result).ifPresent(tables::add);
        return tables;
    }

    private <T> void add(Table<T> table, List<Table<?>> shown, StringBuilder text) {
        shown.add(table);
        text.append(style.of(table));
    }

    /**
     * The reasons for doubtful and missing figures. Reasons with the same cause and remedy share one line. Empty if there
     * are none.
     */
    public String doubts(RunResult result) {
        return lines(DoubtLines.of(result));
    }

    /** The same below the tables, whose titles say if none of their cells was repeated. */
    public String doubtsBelow(RunResult result) {
        return lines(DoubtLines.besideTables(result));
    }

    /** What is worth a note and makes nothing suspect. Empty if there is nothing. */
    public String notes(RunResult result) {
        return lines(DoubtLines.notesOf(result));
    }

    private String lines(DoubtLines doubts) {
        return doubts.lines().stream().map(line -> style.line(line.text())).collect(Collectors.joining());
    }

    /** The title of a table: what all of its cells have in common. */
    private String title(Ranking ranking, String heading) {
        return "%s%s, %s"
                .formatted(
                        heading,
                        conditions.suffix(
                                format.locale(), ranking.cells().get(0).cell()),
                        ranking.group().waiting());
    }

    /**
     * The meaning of the sign behind percentiles that the machine's stalls explain.
     *
     * @param columns the columns of the tables
     */
    public record MachineLegend(RankingColumns columns) {
        private static final double PERCENT = 100;

        /** The line below the tables of these rankings; empty if no percentile is marked. */
        public Optional<String> of(List<Ranking> rankings) {
            List<Double> shares = rankings.stream()
                    .flatMap(ranking -> marked(ranking))
                    .flatMap(cell -> cell.summary().stream())
                    .map(Summary::stalls)
                    .map(stalls -> PERCENT * stalls.share())
                    .sorted()
                    .toList();
            return shares.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "percentiles with %s: at least half of the messages beyond them are late by the machine's own stalls (%s %% of the time)"
                                    .formatted(
                                            FigureFormat.MACHINE,
                                            range(
                                                    shares,
                                                    share -> columns.format().decimal("%.1f", share))));
        }

        private static Stream<CellResult> marked(Ranking ranking) {
            List<Figure> shown = QuestionFigures.of(ranking.group().question()).shown();
            return ranking.cells().stream()
                    .filter(cell -> shown.stream()
                            .flatMap(figure -> figure.number(cell).stream())
                            .anyMatch(Value.Quantity::isShownByMachine));
        }

        private static String range(List<Double> ascending, DoubleFunction<String> text) {
            String low = text.apply(ascending.get(0));
            String high = text.apply(ascending.get(ascending.size() - 1));
            return low.equals(high) ? low : low + " to " + high;
        }
    }
}
