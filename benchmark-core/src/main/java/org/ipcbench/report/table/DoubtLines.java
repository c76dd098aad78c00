package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.CellList;
import org.ipcbench.report.words.MergedStatements;

/** The reasons for doubtful and missing figures. Reasons that differ only in their numbers share one line. */
public final class DoubtLines {
    /** Dimensions that every line about a cell names anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.SIZE);

    private final Function<List<Cell>, String> names;
    private final Map<Doubt, List<Entry>> doubts = new TreeMap<>();

    /** @param names names several cells with the same doubt */
    DoubtLines(Function<List<Cell>, String> names) {
        this.names = names;
    }

    /**
     * The common part of reasons that share one line.
     *
     * @param kind what is doubtful
     * @param heading the word that accepts the doubt; the cell's status if the cell has no figures
     * @param pattern the observation, without its numbers; with them for a cell without figures
     * @param advice the remedy
     * @param placeless whether the cells lack their placement
     */
    private record Doubt(Reason.Kind kind, String heading, String pattern, String advice, boolean placeless)
            implements Comparable<Doubt> {
        @Override
        public int compareTo(Doubt other) {
            return Comparator.comparing(Doubt::kind)
                    .thenComparing(Doubt::placeless)
                    .thenComparing(Doubt::pattern)
                    .thenComparing(Doubt::advice)
                    .thenComparing(Doubt::heading)
                    .compare(this, other);
        }
    }

    private record Entry(Cell cell, String statement) {}

    /**
     * One doubt about several cells.
     *
     * @param cells the cells in few words
     * @param heading the word that accepts the doubt; the cells' status if these have no figures
     * @param statement the observation, with the range of each number
     * @param advice the remedy; empty if there is none
     */
    public record DoubtLine(String cells, String heading, String statement, String advice) {
        String text() {
            return "%s, %s: %s".formatted(cells, heading, advice.isEmpty() ? statement : statement + ", " + advice);
        }
    }

    /** The doubts about all cells of a run. */
    public static DoubtLines of(RunResult run) {
        CellList names = new CellList(run.cells().stream().map(CellResult::cell).toList(), CellNames.of(run, TOLD));
        DoubtLines doubts = new DoubtLines(names::of);
        run.cells().forEach(cell -> doubts.add(cell, cell.verdict()));
        return doubts;
    }

    /** Adds the reasons to doubt a cell. */
    void add(CellResult result, Verdict verdict) {
        for (Reason reason : verdict.reasons()) {
            Doubt doubt = new Doubt(
                    reason.kind(),
                    heading(result, reason),
                    reason.kind().isAcceptable() ? MergedStatements.pattern(reason.statement()) : reason.statement(),
                    reason.advice(),
                    result.cell().lacksItsPlacement());
            doubts.computeIfAbsent(doubt, unused -> new ArrayList<>())
                    .add(new Entry(result.cell(), reason.statement()));
        }
    }

    /** The lines, the most serious first. */
    public List<DoubtLine> lines() {
        return doubts.entrySet().stream()
                .map(doubt -> line(doubt.getKey(), doubt.getValue()))
                .toList();
    }

    private DoubtLine line(Doubt doubt, List<Entry> entries) {
        return new DoubtLine(
                names.apply(entries.stream().map(Entry::cell).toList()),
                doubt.heading(),
                new MergedStatements(entries.stream().map(Entry::statement).toList()).text(),
                doubt.advice());
    }

    private static String heading(CellResult result, Reason reason) {
        return result.summary().isPresent()
                ? reason.kind().label()
                : result.status().label();
    }
}
