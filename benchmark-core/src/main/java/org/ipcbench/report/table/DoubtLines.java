package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Statement;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.CellList;

/** The reasons for doubtful and missing figures. Reasons with the same cause and remedy share one line. */
public final class DoubtLines {
    private final Function<List<Cell>, String> names;
    private final Map<Doubt, List<Entry>> doubts = new TreeMap<>();
    private int measuredCells;

    /** @param names names several cells with the same doubt */
    DoubtLines(Function<List<Cell>, String> names) {
        this.names = names;
    }

    /**
     * The common part of reasons that share one line.
     *
     * @param kind what is doubtful
     * @param heading the word that accepts the doubt; the cell's status if the cell has no figures
     * @param quoted an observation that cannot be merged with others; otherwise empty
     * @param advice the remedy
     * @param placeless whether the cells lack their placement
     */
    private record Doubt(Reason.Kind kind, String heading, String quoted, String advice, boolean placeless)
            implements Comparable<Doubt> {
        @Override
        public int compareTo(Doubt other) {
            return Comparator.comparing(Doubt::kind)
                    .thenComparing(Doubt::placeless)
                    .thenComparing(Doubt::quoted)
                    .thenComparing(Doubt::advice)
                    .thenComparing(Doubt::heading)
                    .compare(this, other);
        }
    }

    private record Entry(Cell cell, Reason reason) {}

    private record Observation(Cell cell, Statement statement) {}

    /**
     * One doubt about several cells.
     *
     * @param cells the cells in few words
     * @param heading the word that accepts the doubt; the cells' status if these have no figures
     * @param statement the observations, each with the range of each number
     * @param advice the remedy; empty if there is none
     */
    public record DoubtLine(String cells, String heading, String statement, String advice) {
        String text() {
            return "%s, %s: %s".formatted(cells, heading, advice.isEmpty() ? statement : statement + ", " + advice);
        }
    }

    /** The doubts about all cells of a run. */
    public static DoubtLines of(RunResult run) {
        return of(run, cell -> told(cell).toList());
    }

    /** The same, without those that the title of a cell's table tells of all its cells. */
    public static DoubtLines besideTables(RunResult run) {
        Set<CellResult> titled = new HashSet<>();
        Ranking.groups(run).values().stream()
                .filter(cells -> !RankingColumns.areRepeated(cells))
                .forEach(titled::addAll);
        return of(
                run,
                cell -> told(cell)
                        .filter(reason -> reason.kind() != Reason.Kind.NOT_REPEATED || !titled.contains(cell))
                        .toList());
    }

    /** The doubts about a cell, and the notes that explain figures. */
    private static Stream<Reason> told(CellResult cell) {
        return Stream.concat(
                cell.verdict().reasons().stream(),
                cell.verdict().notes().stream().filter(note -> note.kind().explains()));
    }

    /** The notes about all cells of a run. */
    public static DoubtLines notesOf(RunResult run) {
        return of(run, cell -> cell.verdict().notes());
    }

    private static DoubtLines of(RunResult run, Function<CellResult, List<Reason>> reasons) {
        CellList names = new CellList(
                run.cells().stream().map(CellResult::cell).toList(),
                CellNames.ofVarying(run, Dimension.TRANSPORT_AND_SIZE));
        DoubtLines doubts = new DoubtLines(names::of);
        run.cells().forEach(cell -> doubts.add(cell, reasons.apply(cell)));
        return doubts;
    }

    /** Adds reasons to doubt a cell, or notes about it. */
    void add(CellResult result, List<Reason> reasons) {
        measuredCells += result.summary().isPresent() ? 1 : 0;
        for (Reason reason : reasons) {
            Doubt doubt = new Doubt(
                    reason.kind(),
                    heading(result, reason),
                    quoted(reason),
                    reason.advice(),
                    result.cell().lacksItsPlacement());
            doubts.computeIfAbsent(doubt, unused -> new ArrayList<>()).add(new Entry(result.cell(), reason));
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
                doubt.kind() == Reason.Kind.NOT_REPEATED && entries.size() == measuredCells
                        ? "all cells"
                        : names.apply(entries.stream().map(Entry::cell).toList()),
                doubt.heading(),
                statement(entries),
                doubt.advice());
    }

    /** The observations, of which those that differ only in their numbers appear once, with their cells if these are not all. */
    private String statement(List<Entry> entries) {
        Map<String, List<Observation>> observations = entries.stream()
                .flatMap(entry -> entry.reason().observations().stream()
                        .map(statement -> new Observation(entry.cell(), statement)))
                .collect(Collectors.groupingBy(
                        observation -> observation.statement().form(), LinkedHashMap::new, Collectors.toList()));
        Set<Cell> all = entries.stream().map(Entry::cell).collect(Collectors.toSet());
        return observations.values().stream()
                .map(each -> statement(each, all))
                .collect(Collectors.joining(Reason.SEPARATOR));
    }

    private String statement(List<Observation> alike, Set<Cell> all) {
        String merged =
                Statement.merged(alike.stream().map(Observation::statement).toList());
        List<Cell> observed = alike.stream().map(Observation::cell).distinct().toList();
        return observed.size() == all.size() ? merged : "%s (%s)".formatted(merged, among(observed, all));
    }

    /** Names some of a line's cells: by their transports if these are not among the others. */
    private String among(List<Cell> some, Set<Cell> all) {
        Set<String> ids = some.stream().map(Cell::transportId).collect(Collectors.toCollection(LinkedHashSet::new));
        return all.stream().allMatch(cell -> some.contains(cell) || !ids.contains(cell.transportId()))
                ? String.join(", ", ids)
                : names.apply(some);
    }

    /**
     * The statement of a reason that quotes a failure or an obstacle, without the numbers that are ours; and of two speeds, since
     * ranges of both would read like ranges within one cell.
     */
    private static String quoted(Reason reason) {
        if (!reason.kind().isAcceptable() || reason.kind() == Reason.Kind.TWO_SPEEDS) {
            return reason.statement();
        }
        return reason.kind() == Reason.Kind.FAILED_ITERATIONS ? reason.form() : "";
    }

    private static String heading(CellResult result, Reason reason) {
        return result.summary().isPresent()
                ? reason.kind().label()
                : result.status().label();
    }
}
