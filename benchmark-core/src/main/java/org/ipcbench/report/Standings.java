package org.ipcbench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.analysis.Comparison;
import org.ipcbench.analysis.Ranks;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.CellStatus;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.transport.WaitStrategy;

/** Cells that may be ranked against each other, the fastest first and those without figures last. */
public final class Standings {
    /** Ranks a cell without figures below all others. */
    private static final double WITHOUT_FIGURES = -1;

    /** With fewer rounds no two cells can be told apart. */
    private static final int MIN_ROUNDS = 3;

    private final Contest contest;
    private final List<CellResult> cells;
    private final Map<CellResult, Integer> places = new HashMap<>();

    /**
     * What cells have in common that may be ranked against each other. What burns a CPU while it waits is not ranked against
     * what sleeps.
     *
     * @param question what was asked
     * @param unitSizeBytes size of a message or block, in bytes
     * @param offered what a load offers, as text; empty for other questions
     * @param waits what a waiting peer does
     */
    public record Contest(Question question, int unitSizeBytes, String offered, WaitStrategy waits)
            implements Comparable<Contest> {
        /** Shorter numbers are smaller ones. */
        private static final Comparator<String> BY_NUMBER =
                Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

        static Contest of(CellResult result) {
            return new Contest(
                    result.cell().workload().question(),
                    result.cell().unitSizeBytes(),
                    Dimension.RATE.text(result.cell()),
                    result.cell().transport().traits().waitStrategy());
        }

        @Override
        public int compareTo(Contest other) {
            return Comparator.comparing(Contest::question)
                    .thenComparing(Contest::unitSizeBytes)
                    .thenComparing(Contest::offered, BY_NUMBER)
                    .thenComparing(Contest::waits)
                    .compare(this, other);
        }

        /** How a waiting peer waits, in words. */
        public String waiting() {
            return switch (waits) {
                case BLOCKING -> "a waiting peer sleeps";
                case SPINNING -> "a waiting peer keeps its CPU busy";
                case NONE -> "no second process, nobody waits";
            };
        }
    }

    private Standings(Contest contest, List<CellResult> unsorted) {
        this.contest = contest;
        cells = unsorted.stream()
                .sorted(Comparator.comparingDouble(Standings::speed).reversed())
                .toList();
        List<CellResult> ranked = cells.stream().filter(Standings::isRepeated).toList();
        List<Integer> ranks = Ranks.of(ranked.stream()
                .map(cell -> cell.summary().orElseThrow().speedOfRound())
                .toList());
        for (int i = 0; i < ranked.size(); i++) {
            places.put(ranked.get(i), ranks.get(i));
        }
    }

    /** The cells of a run by question, size and way of waiting. */
    public static List<Standings> of(RunResult run) {
        Map<Contest, List<CellResult>> contests = new TreeMap<>();
        run.cells()
                .forEach(cell -> contests.computeIfAbsent(Contest.of(cell), unused -> new ArrayList<>())
                        .add(cell));
        return contests.entrySet().stream()
                .map(contest -> new Standings(contest.getKey(), contest.getValue()))
                .toList();
    }

    public Contest contest() {
        return contest;
    }

    public List<CellResult> cells() {
        return cells;
    }

    /** The place of a cell, which cells share that the data cannot tell apart; nothing for one that was not repeated. */
    public Optional<Integer> place(CellResult result) {
        return Optional.ofNullable(places.get(result));
    }

    /** How many times as fast as this cell the fastest one is; nothing where either has no figures. */
    public Optional<Comparison> behindFastest(CellResult result) {
        Optional<Summary> fastest = cells.get(0).summary();
        return fastest.isEmpty() || result.summary().isEmpty() || !isReached(cells.get(0)) || !isReached(result)
                ? Optional.empty()
                : Optional.of(Comparison.of(
                        fastest.get().speedOfRound(), result.summary().get().speedOfRound()));
    }

    /** The fastest cell and the cells that share its rank; empty where there are no figures. */
    public List<CellResult> winners() {
        return cells.stream()
                .filter(Standings::isReached)
                .filter(cell -> cell == cells.get(0)
                        || place(cell).filter(place -> place == 1).isPresent())
                .toList();
    }

    /** Whether there are figures to be ranked by. */
    private static boolean isReached(CellResult result) {
        return result.status() == CellStatus.MEASURED;
    }

    private static boolean isRepeated(CellResult result) {
        return isReached(result)
                && result.summary()
                        .filter(summary -> summary.rateOfRound().size() >= MIN_ROUNDS)
                        .isPresent();
    }

    /** Cells that did not carry their load come behind those that did. */
    private static double speed(CellResult result) {
        return result.summary()
                .map(summary -> summary.isReached()
                        ? summary.speed()
                        : WITHOUT_FIGURES + summary.load().orElseThrow().achievedShare())
                .orElse(WITHOUT_FIGURES);
    }
}
