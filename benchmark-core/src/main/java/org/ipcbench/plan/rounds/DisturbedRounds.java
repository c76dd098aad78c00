package org.ipcbench.plan.rounds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import org.ipcbench.analysis.statistics.Rounds;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.result.IterationResult;

/** The rounds in which many cells were slow at once, and which of them are measured again, each at most once. */
final class DisturbedRounds {
    /** Number of rounds for each repetition that is allowed; one repetition is always allowed. */
    static final int ROUNDS_FOR_A_REPETITION = 3;

    private final Map<Integer, RoundLoad> loads = new HashMap<>();
    private final Set<Integer> repeated = new HashSet<>();

    /** Adds an iteration, whose measurement contains the load of the machine. */
    void add(IterationResult result) {
        result.measurement()
                .ifPresent(measurement -> loads.computeIfAbsent(result.turn().iteration(), unused -> new RoundLoad())
                        .add(measurement));
    }

    /**
     * The round to be measured again: the most disturbed one; empty if none is disturbed, or if no more repetitions are allowed.
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

    /** From now on, the results of the round are those of its repetition. */
    void repeat(int round) {
        repeated.add(round);
        loads.remove(round);
    }

    /** One line on a disturbed round that is measured again. */
    String line(int round, List<NavigableMap<Integer, Double>> cells) {
        return "%s; measured again".formatted(description(round, Rounds.disturbed(cells)));
    }

    /** One line on each disturbed round that is kept. */
    List<String> keptLines(List<NavigableMap<Integer, Double>> cells) {
        NavigableMap<Integer, Double> disturbed = Rounds.disturbed(cells);
        return disturbed.keySet().stream()
                .map(round -> description(round, disturbed)
                        + (repeated.contains(round)
                                ? "; kept, because it has already been measured again"
                                : "; kept, because no more repetitions are allowed"))
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

    /** Load of the machine during a round, besides the measured processes. */
    static final class RoundLoad {
        /** A smaller share is not mentioned. */
        private static final double MIN_SHARE = 0.01;

        private double capacityNanos;
        private double stealNanos;
        private double otherNanos;

        void add(Measurement measurement) {
            MachineLoad machine = measurement.clientConditions().machine();
            if (machine.isKnown()) {
                capacityNanos += (double) machine.cpus() * measurement.elapsedNanos();
                stealNanos += machine.stealNanos();
                otherNanos += machine.chargedNanos() - measurement.ownCpuNanos();
            }
        }

        /** For example {@code  (steal 12 %, load by others 30 %)}; empty if the kernel shows nothing. */
        String text() {
            List<String> parts = new ArrayList<>();
            addShare(parts, "steal", stealNanos);
            addShare(parts, "load by others", otherNanos);
            return parts.isEmpty() ? "" : " (%s)".formatted(String.join(", ", parts));
        }

        private void addShare(List<String> parts, String what, double nanos) {
            if (nanos > MIN_SHARE * capacityNanos) {
                parts.add(String.format(Locale.ROOT, "%s %.0f %%", what, 100 * nanos / capacityNanos));
            }
        }
    }
}
