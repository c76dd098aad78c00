package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Ranks;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/** Cells that may be ranked against each other, the fastest first and cells without figures last. */
public final class Ranking {
    /** Ranks a cell without figures below all others. */
    private static final double WITHOUT_FIGURES = -1;

    /** With fewer rounds no two cells can be distinguished. */
    private static final int MIN_ROUNDS = 3;

    private final RankingGroup group;
    private final List<CellResult> cells;
    private final Map<CellResult, Integer> ranks = new HashMap<>();

    private Ranking(RankingGroup group, List<CellResult> unsorted) {
        this.group = group;
        cells = unsorted.stream()
                .sorted(Comparator.comparingDouble(Ranking::speed).reversed())
                .toList();
        List<CellResult> ranked = cells.stream().filter(Ranking::isRepeated).toList();
        List<Integer> ofRanked = Ranks.of(ranked.stream()
                .map(cell -> cell.summary().orElseThrow().speedOfRound())
                .toList());
        for (int i = 0; i < ranked.size(); i++) {
            ranks.put(ranked.get(i), ofRanked.get(i));
        }
    }

    /** The cells of a run by question, placement, size and way of waiting. */
    public static List<Ranking> of(RunResult run) {
        boolean placed = Dimension.PLACEMENT.varies(
                run.cells().stream().map(CellResult::cell).toList());
        Map<RankingGroup, List<CellResult>> groups = new TreeMap<>();
        run.cells()
                .forEach(cell -> groups.computeIfAbsent(RankingGroup.of(cell, placed), unused -> new ArrayList<>())
                        .add(cell));
        return groups.entrySet().stream()
                .map(group -> new Ranking(group.getKey(), group.getValue()))
                .toList();
    }

    public RankingGroup group() {
        return group;
    }

    public List<CellResult> cells() {
        return cells;
    }

    /** The rank of a cell. Cells that the data cannot distinguish share a rank. Empty for a cell that was not repeated. */
    public Optional<Integer> rank(CellResult result) {
        return Optional.ofNullable(ranks.get(result));
    }

    /** The ratio of the fastest cell's speed to this cell's speed; empty if either has no figures. */
    public Optional<Comparison> behindFastest(CellResult result) {
        Optional<Summary> fastest = cells.get(0).summary();
        return fastest.isEmpty() || result.summary().isEmpty() || !isReached(cells.get(0)) || !isReached(result)
                ? Optional.empty()
                : Optional.of(Comparison.of(
                        fastest.get().speedOfRound(), result.summary().get().speedOfRound()));
    }

    /** The fastest cell and the cells that share its rank; empty if there are no figures. */
    public List<CellResult> winners() {
        return cells.stream()
                .filter(Ranking::isReached)
                .filter(cell -> cell == cells.get(0)
                        || rank(cell).filter(rank -> rank == 1).isPresent())
                .toList();
    }

    /** Whether the cell has figures for a ranking. */
    private static boolean isReached(CellResult result) {
        return result.status() == CellStatus.MEASURED;
    }

    private static boolean isRepeated(CellResult result) {
        return isReached(result)
                && result.summary()
                        .filter(summary -> summary.rateOfRound().size() >= MIN_ROUNDS)
                        .isPresent();
    }

    /** The speed for the ranking; cells that did not reach their load rank below cells that did. */
    private static double speed(CellResult result) {
        return result.summary()
                .map(summary -> summary.isReached()
                        ? summary.speed()
                        : WITHOUT_FIGURES + summary.load().orElseThrow().achievedShare())
                .orElse(WITHOUT_FIGURES);
    }
}
