package org.ipcbench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.ipcbench.analysis.Reason;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.CellStatus;

/** Why figures deserve doubt or are missing: reasons that are equal but for their numbers are one line. */
final class DoubtLines {
    private final Function<List<Cell>, String> names;
    private final Map<Doubt, List<Entry>> doubts = new TreeMap<>();

    /** @param names names several cells with the same doubt */
    DoubtLines(Function<List<Cell>, String> names) {
        this.names = names;
    }

    /**
     * What reasons have in common that are one line.
     *
     * @param kind what is doubtful
     * @param heading the word that accepts the doubt; the cell's status where the cell has no figures
     * @param pattern what was seen, without its numbers; a cell without figures keeps them
     * @param advice what helps
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

    /** Adds the reasons against a cell. */
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

    /** The lines, the gravest first. */
    List<String> lines() {
        return doubts.entrySet().stream()
                .map(doubt -> line(doubt.getKey(), doubt.getValue()))
                .toList();
    }

    private String line(Doubt doubt, List<Entry> entries) {
        String statement =
                new MergedStatements(entries.stream().map(Entry::statement).toList()).text();
        return "%s, %s: %s"
                .formatted(
                        names.apply(entries.stream().map(Entry::cell).toList()),
                        doubt.heading(),
                        new Reason(doubt.kind(), statement, Map.of(), doubt.advice()).text());
    }

    private static String heading(CellResult result, Reason reason) {
        return result.status() == CellStatus.MEASURED
                ? reason.kind().label()
                : result.status().label();
    }
}
