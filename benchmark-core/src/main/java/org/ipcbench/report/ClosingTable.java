package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.ipcbench.analysis.Reason;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellNames;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.transport.WaitStrategy;

/**
 * All cells of a run, the fastest first, those without figures last. What burns a CPU while it waits is not ranked
 * against what sleeps: each wait strategy has a table of its own.
 */
public final class ClosingTable {
    /** Ranks a cell without figures below all others. */
    private static final double WITHOUT_FIGURES = -1;

    /** Dimensions that every line about a cell tells anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.SIZE);

    private final FigureFormat format;

    /** Decimals as this locale writes them; the headings are the suite's terms and not translated. */
    public ClosingTable(Locale locale) {
        format = new FigureFormat(locale);
    }

    /** Cells that may be ranked against each other: the same question, and the same way of waiting. */
    private record Ranking(Question question, WaitStrategy waits) implements Comparable<Ranking> {
        static Ranking of(CellResult result) {
            return new Ranking(
                    result.cell().workload().question(),
                    result.cell().transport().traits().waitStrategy());
        }

        @Override
        public int compareTo(Ranking other) {
            return Comparator.comparing(Ranking::question)
                    .thenComparing(Ranking::waits)
                    .compare(this, other);
        }

        String heading() {
            return switch (waits) {
                case BLOCKING -> "a waiting peer sleeps:";
                case SPINNING -> "a waiting peer keeps its CPU busy:";
                case NONE -> "no second process, nobody waits:";
            };
        }
    }

    /** The tables, each ended. */
    public String of(RunResult result) {
        Map<Ranking, List<CellResult>> rankings = new TreeMap<>();
        result.cells()
                .forEach(cell -> rankings.computeIfAbsent(Ranking.of(cell), unused -> new ArrayList<>())
                        .add(cell));
        StringBuilder text = new StringBuilder();
        rankings.forEach((ranking, cells) -> {
            if (rankings.size() > 1) {
                text.append(ranking.heading()).append(System.lineSeparator());
            }
            QuestionPresentation question = QuestionPresentation.of(ranking.question());
            cells.sort(Comparator.comparingDouble((CellResult cell) ->
                            cell.summary().map(question::rank).orElse(WITHOUT_FIGURES))
                    .reversed());
            text.append(AsciiTable.getTable(
                            AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, cells, columns(question, cells, result)))
                    .append(System.lineSeparator());
        });
        return text.toString();
    }

    /**
     * Why some figures deserve doubt, and why some cells have none; one line each, and one for a placement that this
     * machine does not offer; empty where all is well.
     */
    public String doubts(RunResult result) {
        CellNames names = CellNames.of(result, TOLD);
        Set<String> lines = new LinkedHashSet<>();
        for (CellResult cell : result.cells()) {
            Verdict verdict = cell.verdict().accepting(EnumSet.of(Reason.Kind.NOT_REPEATED)); // the table says so
            if (verdict.level() != Verdict.Level.VALID) {
                lines.add("%s, %s: %s%n".formatted(name(cell.cell(), names), state(cell), verdict.text()));
            }
        }
        return String.join("", lines);
    }

    private static String name(Cell cell, CellNames names) {
        return cell.lacksItsPlacement()
                ? cell.placementName()
                : "%s, %d bytes%s".formatted(cell.transportId(), cell.unitSizeBytes(), names.suffix(cell));
    }

    private List<ColumnData<CellResult>> columns(
            QuestionPresentation question, List<CellResult> cells, RunResult result) {
        List<ColumnData<CellResult>> columns = new ArrayList<>();
        for (Dimension dimension : result.dimensions()) {
            boolean told = dimension.equals(Dimension.QUESTION) // the same for the whole table
                    || result.cells().stream()
                            .allMatch(cell -> dimension.of(cell.cell()).isEmpty());
            if (!told) {
                columns.add(column(dimension));
            }
        }
        question.columns(format).stream().map(ClosingTable::figure).forEach(columns::add);
        if (cells.stream().anyMatch(cell -> cell.cell().transport().traits().lossy())) {
            columns.add(figure("success %", summary -> format.decimal("%.2f", summary.successRatePercent())));
        }
        columns.add(figure("client CPU s", summary -> format.decimal("%.3f", summary.clientCpuSeconds())));
        columns.add(figure("server CPU s", summary -> format.decimal("%.3f", summary.serverCpuSeconds())));
        if (hasAuxiliaries(result)) {
            columns.add(figure("driver CPU s", summary -> format.cpuSeconds(summary.auxiliaryCpuSeconds())));
        }
        columns.add(text("waits", cell -> cell.cell().waitStrategy()));
        columns.add(text("verdict", ClosingTable::state));
        return columns;
    }

    private static boolean hasAuxiliaries(RunResult result) {
        return result.cells().stream()
                .flatMap(cell -> cell.summary().stream())
                .anyMatch(summary -> summary.auxiliaryCpuSeconds().isPresent());
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

    private static ColumnData<CellResult> text(String header, Function<CellResult, String> value) {
        return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(value);
    }

    private static ColumnData<CellResult> number(String header, Function<CellResult, String> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(value);
    }

    private static ColumnData<CellResult> figure(FigureColumn column) {
        return figure(column.header(), column.value());
    }

    private static ColumnData<CellResult> figure(String header, Function<Summary, String> value) {
        return number(header, cell -> cell.summary().map(value).orElse(""));
    }
}
