package org.ipcbench.plan.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.workload.shape.SizeMix;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run's cells so far. Of each cell it keeps only the data that reports need, a few KB for each iteration; the
 * histograms of all iterations are in the run's record.
 */
public final class RunTally {
    private final Plan plan;
    private final Set<Reason.Kind> accepted;
    private final Map<Cell, CellTally> tallies = new LinkedHashMap<>();
    /** Number of expected iterations of each cell that does not have one in every round. */
    private final Map<Cell, Integer> expected = new HashMap<>();

    private int rounds;

    /** CPUs whose stalls are the same for threads of this class. */
    private record Site(String host, String placement, Scheduler scheduler) {
        static Site of(Cell cell) {
            return new Site(
                    cell.host(), cell.placement().label(), cell.settings().get(Dimension.SCHEDULER));
        }
    }

    /** Starts empty, and accepts no doubt. */
    public RunTally(Plan plan) {
        this(plan, Set.of());
    }

    /**
     * Starts empty.
     *
     * @param accepted the kinds of doubt that verdicts leave out
     */
    public RunTally(Plan plan, Set<Reason.Kind> accepted) {
        this.plan = plan;
        this.accepted = Set.copyOf(accepted);
        rounds = plan.iterations();
        plan.measured().forEach(each -> tallies.computeIfAbsent(each, cell -> new CellTally(cell, plan.iterations())));
    }

    /** Adds the result of an iteration; ignores a cell that is not in the plan. */
    public void add(IterationResult result) {
        CellTally tally = tallies.get(result.turn().cell());
        if (tally != null) {
            tally.add(result);
        }
    }

    /** Removes a round's measurements of the cells, before they are measured again; keeps those of the baselines. */
    public void discard(int round) {
        plan.cells().forEach(cell -> Objects.requireNonNull(tallies.get(cell)).discard(round));
    }

    /** From now on, a cell with fewer iterations than this lacks some. */
    public void expectRounds(int number) {
        rounds = number;
    }

    /** Number of rounds in which each cell is expected. */
    public int rounds() {
        return rounds;
    }

    /** From now on, this cell lacks iterations if it has fewer than this, regardless of the number of rounds. */
    public void expectIterations(Cell cell, int number) {
        expected.put(cell, number);
    }

    /** The figures of every cell of the report that has some, in the order of the plan. */
    public List<Summary> figures() {
        Map<Site, MachineStalls> stalls = stalls();
        return plan.cells().stream()
                .flatMap(cell -> Objects.requireNonNull(tallies.get(cell)).figures().stream()
                        .map(summary -> summary.beside(stallsOf(cell, stalls))))
                .toList();
    }

    /** How far every cell has come that can be measured. */
    public List<CellProgress> progress() {
        return result(false).cells().stream()
                .filter(judged -> judged.cell().obstacle().isEmpty())
                .map(judged ->
                        Objects.requireNonNull(tallies.get(judged.cell())).progress(judged))
                .toList();
    }

    /** Number of cells. */
    public int cells() {
        return plan.cells().size();
    }

    /** Combines the results so far. */
    public RunResult result(boolean interrupted) {
        Map<Site, MachineStalls> stalls = stalls();
        Map<Cell, CellResult> results = new LinkedHashMap<>();
        tallies.forEach((cell, tally) -> results.put(cell, tally.result(expectedOf(cell, tally))));
        List<CellResult> harness = results.values().stream()
                .filter(result -> result.cell().transport().traits().inProcess()
                        && result.summary().isPresent()
                        && result.cell()
                                .workload()
                                .equals(result.cell().workload().bare()))
                .toList();
        return new RunResult(
                plan.cells().stream()
                        .map(cell -> Objects.requireNonNull(results.get(cell))
                                .judged(
                                        baseline(cell, harness),
                                        stallsOf(cell, stalls),
                                        accepted,
                                        interrupted
                                                ? Optional.empty()
                                                : plan.stopping().omission(cell)))
                        .toList(),
                interrupted,
                Dimension.ALL,
                plan.bound());
    }

    /** The machine's stalls in the iterations that count, whichever cell looked. */
    private Map<Site, MachineStalls> stalls() {
        Map<Site, MachineStalls> stalls = new HashMap<>();
        tallies.forEach((cell, tally) -> stalls.merge(Site.of(cell), tally.stalls(), MachineStalls::plus));
        return stalls;
    }

    private static MachineStalls stallsOf(Cell cell, Map<Site, MachineStalls> stalls) {
        return stalls.getOrDefault(Site.of(cell), MachineStalls.UNKNOWN);
    }

    private int expectedOf(Cell cell, CellTally tally) {
        return expected.getOrDefault(cell, plan.stopping().hasWholeRounds() ? rounds : Math.max(1, tally.attempts()));
    }

    private static Optional<SizeMix> mix(Cell cell) {
        return cell.workload().shape().flatMap(shape -> Optional.ofNullable(shape.mix()));
    }

    /** What the harness alone, with both halves in one process, takes for the question, sizes and payload of a cell. */
    private static Optional<Summary> baseline(Cell cell, List<CellResult> harness) {
        if (cell.transport().traits().inProcess()
                || cell.workload().question().hasGivenRate() // a message of the harness takes as long as any
                || Dimension.CODEC.of(cell).isPresent()) { // the codec does not belong to the harness
            return Optional.empty();
        }
        return harness.stream()
                .filter(other -> other.cell().host().equals(cell.host()))
                .filter(other -> other.cell().requestBytes() == cell.requestBytes()
                        && other.cell().workload().answerBytes()
                                == cell.workload().answerBytes()
                        && mix(other.cell()).equals(mix(cell))
                        && Dimension.CODEC.of(other.cell()).isEmpty()
                        && other.cell().variant().equals(cell.variant())
                        && other.cell().workloadName().equals(cell.workloadName())
                        && other.cell().payloadName().equals(cell.payloadName()))
                .flatMap(other -> other.summary().stream())
                .findFirst();
    }

    /** The results of a cell so far. If the cell was measured again in every planned round, only that counts. */
    static final class CellTally {
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

    /** Collects the iterations of one cell, each without its histogram. */
    public static final class Tally {
        private final List<TalliedIteration> iterations = new ArrayList<>();
        /** Computed on demand, since the computation takes longer the more iterations there are. */
        private @Nullable Summary summary;

        /** Adds an iteration of this round. */
        public void add(Measurement measurement, int round) {
            iterations.add(TalliedIteration.of(measurement, round));
            summary = null;
        }

        /** Removes the iterations of a round that is measured again. */
        public void discard(int round) {
            iterations.removeIf(iteration -> iteration.round() == round);
            summary = null;
        }

        /** Number of iterations. */
        public int count() {
            return iterations.size();
        }

        /** Summary of the iterations; empty if there is none. */
        public Optional<Summary> summary() {
            if (summary == null && !iterations.isEmpty()) {
                summary = new Summary(iterations);
            }
            return Optional.ofNullable(summary);
        }
    }
}
