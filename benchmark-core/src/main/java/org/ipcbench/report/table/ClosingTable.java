package org.ipcbench.report.table;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;

/**
 * All cells of a run, the fastest first, those without figures last: a table for each question, size and way of waiting. Several
 * sizes have a table of the fastest at each, loads one of their knees, variants one that compares them.
 */
public final class ClosingTable {
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

    /** The tables, each ended. */
    public String of(RunResult result) {
        List<Ranking> rankings = Ranking.of(result);
        RankingColumns columns = new RankingColumns(result, format);
        StringBuilder text = new StringBuilder();
        for (Ranking each : rankings) {
            text.append(style.of(new Table<>(title(each, columns.common(each)), columns.of(each), each.cells())));
        }
        FastestTable fastest = new FastestTable(result, rankings);
        fastest.questions().forEach(question -> append(text, fastest.of(question)));
        append(text, new KneeTable(format).of(result));
        append(text, new VariantTable(format).of(result));
        return text.toString();
    }

    private <T> void append(StringBuilder text, Optional<Table<T>> table) {
        table.map(style::of).ifPresent(text::append);
    }

    /**
     * Why some figures deserve doubt, and why some cells have none; reasons that are equal but for their numbers are one line.
     * Empty where all is well.
     */
    public String doubts(RunResult result) {
        return DoubtLines.of(result).lines().stream()
                .map(line -> style.line(line.text()))
                .collect(Collectors.joining());
    }

    /** What all cells of a table have in common. */
    private String title(Ranking ranking, String common) {
        Cell any = ranking.cells().get(0).cell();
        return "%s, %d bytes%s%s; %s"
                .formatted(
                        any.workloadName(),
                        any.unitSizeBytes(),
                        common,
                        conditions.suffix(format.locale()),
                        ranking.group().waiting());
    }
}
