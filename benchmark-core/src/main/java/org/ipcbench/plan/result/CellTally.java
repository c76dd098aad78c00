package org.ipcbench.plan.result;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Tally;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.cell.Cell;

/** The results of a cell so far. If the cell was measured again in every planned round, only that counts. */
final class CellTally {
    private final Cell cell;
    private final int plannedRounds;
    private final Part first = new Part();
    private final Part again = new Part();

    /**
     * Starts empty.
     *
     * @param plannedRounds number of rounds in which the cell has to be measured again before that counts
     */
    CellTally(Cell cell, int plannedRounds) {
        this.cell = cell;
        this.plannedRounds = plannedRounds;
    }

    void add(IterationResult result) {
        (result.turn().part() == Plan.Part.AGAIN ? again : first).add(result);
    }

    /** Removes the measurements of a round that is measured again. */
    void discard(int round) {
        first.figures.discard(round);
        first.stalls.remove(round);
    }

    /** Number of iterations, failed ones included. */
    int attempts() {
        return counting().failures + counting().figures.count();
    }

    Optional<Summary> figures() {
        return counting().figures.summary();
    }

    /** The machine's stalls in the iterations that count. */
    MachineStalls stalls() {
        return counting().stalls.values().stream().reduce(MachineStalls.UNKNOWN, MachineStalls::plus);
    }

    /** The result if this number of rounds was planned; extra iterations count besides. */
    CellResult result(int rounds) {
        Part part = counting();
        return new CellResult(
                cell, rounds + part.extra.size(), part.failures, part.firstFailure, part.figures.summary());
    }

    /** How far the cell has come. */
    CellProgress progress(CellResult judged) {
        return new CellProgress(
                cell,
                judged.summary(),
                judged.verdict().reasons().stream().map(Reason::kind).collect(Collectors.toSet()),
                isReplaced(),
                first.extra,
                again.rounds);
    }

    private Part counting() {
        return isReplaced() ? again : first;
    }

    private boolean isReplaced() {
        return again.measured.headSet(plannedRounds + 1).size() == plannedRounds;
    }

    /** Iterations that count together. */
    private final class Part {
        private final Tally figures = new Tally();
        private final Map<Integer, MachineStalls> stalls = new TreeMap<>();
        private final TreeSet<Integer> rounds = new TreeSet<>();
        private final TreeSet<Integer> measured = new TreeSet<>();
        private final Set<Integer> extra = new TreeSet<>();
        private int failures;
        private String firstFailure = "";

        void add(IterationResult result) {
            int round = result.turn().iteration();
            rounds.add(round);
            if (result.turn().part() == Plan.Part.EXTRA
                    || (result.turn().part() == Plan.Part.AGAIN && round > plannedRounds)) {
                extra.add(round);
            }
            if (result.measurement().isPresent()) {
                measured.add(round);
                figures.add(result.measurement().get(), round);
                stalls.put(round, MachineStalls.of(result.measurement().get()));
                return;
            }
            if (failures == 0) {
                firstFailure = result.failure();
            }
            failures++;
        }
    }
}
