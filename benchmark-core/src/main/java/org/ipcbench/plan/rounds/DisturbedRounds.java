package org.ipcbench.plan.rounds;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import org.ipcbench.analysis.statistics.Rounds;
import org.ipcbench.plan.result.IterationResult;

/** The rounds in which all cells were slow together, and which of them are measured again: each at most once. */
final class DisturbedRounds {
    /** Number of rounds for each one that may be measured again. */
    static final int ROUNDS_FOR_A_REPETITION = 3;

    private final Map<Integer, RoundLoad> loads = new HashMap<>();
    private final Set<Integer> repeated = new HashSet<>();

    /** Adds an iteration, whose measurement tells what the machine did meanwhile. */
    void add(IterationResult result) {
        result.measurement()
                .ifPresent(measurement -> loads.computeIfAbsent(result.turn().iteration(), unused -> new RoundLoad())
                        .add(measurement));
    }

    /**
     * The round to be measured again: the most disturbed one; nothing where none is, or the allowance is used up.
     *
     * @param cells the rates of each cell, by round
     * @param rounds number of rounds so far
     */
    OptionalInt next(List<NavigableMap<Integer, Double>> cells, int rounds) {
        if (repeated.size() >= Math.max(1, rounds / ROUNDS_FOR_A_REPETITION)) {
            return OptionalInt.empty();
        }
        return Rounds.disturbed(cells).entrySet().stream()
                .filter(round -> !repeated.contains(round.getKey()))
                .min(Map.Entry.comparingByValue())
                .map(round -> OptionalInt.of(round.getKey()))
                .orElseGet(OptionalInt::empty);
    }

    /** From now on the round is what its repetition measures. */
    void repeat(int round) {
        repeated.add(round);
        loads.remove(round);
    }

    /** One line on a disturbed round, and what is done about it. */
    String line(int round, List<NavigableMap<Integer, Double>> cells) {
        return "%s; measured again".formatted(description(round, Rounds.disturbed(cells)));
    }

    /** One line on each disturbed round that stays. */
    List<String> keptLines(List<NavigableMap<Integer, Double>> cells) {
        NavigableMap<Integer, Double> disturbed = Rounds.disturbed(cells);
        return disturbed.keySet().stream()
                .map(round -> description(round, disturbed)
                        + (repeated.contains(round)
                                ? "; kept, it was measured again already"
                                : "; kept, no more repetitions are allowed"))
                .toList();
    }

    private String description(int round, NavigableMap<Integer, Double> disturbed) {
        return String.format(
                Locale.ROOT,
                "round %d: its cells ran at %.2f of their usual rate%s",
                round,
                disturbed.getOrDefault(round, 1.0),
                loads.getOrDefault(round, new RoundLoad()).text());
    }
}
