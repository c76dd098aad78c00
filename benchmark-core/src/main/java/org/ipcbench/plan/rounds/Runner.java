package org.ipcbench.plan.rounds;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.ipcbench.launch.PausedException;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.Peers;
import org.ipcbench.launch.command.ClassPath.ReplacedJarException;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.Plan.RoundOrder;
import org.ipcbench.plan.RunProgress;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.workload.Extent;

/** Runs a plan, one iteration at a time, each with a fresh pair of JVMs. */
public final class Runner {
    private final Start start;
    private final NanoClock clock;
    private final List<RunListener> listeners;
    private final BooleanSupplier isEndWanted;

    /** Starts the JVMs that measure a cell. */
    interface Start {
        Peers peersOf(Cell cell) throws IOException;
    }

    /**
     * A runner of plans whose cells have these variants.
     *
     * @param isEndWanted asked before each iteration; if true, the run ends as if it were interrupted there
     */
    public Runner(VariantSettings settings, NanoClock clock, List<RunListener> listeners, BooleanSupplier isEndWanted) {
        this(
                cell -> PeerPair.start(
                        settings.of(cell),
                        cell.transport(),
                        cell.maxMessageBytes(),
                        cell.placement(),
                        cell.clients(),
                        cell.settings().get(Dimension.SIDES)),
                clock,
                listeners,
                isEndWanted);
    }

    /** A runner of plans whose cells have these variants. */
    Runner(VariantSettings settings, NanoClock clock, List<RunListener> listeners) {
        this(settings, clock, listeners, () -> false);
    }

    Runner(Start start, NanoClock clock, List<RunListener> listeners) {
        this(start, clock, listeners, () -> false);
    }

    Runner(Start start, NanoClock clock, List<RunListener> listeners, BooleanSupplier isEndWanted) {
        this.start = start;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
        this.isEndWanted = isEndWanted;
    }

    /**
     * Measures every cell of the plan that can be measured. A failed iteration does not affect the others. Interrupting the
     * thread ends the current iteration and keeps what was measured.
     *
     * @param tally receives the iterations, and keeps them after a failure
     * @param earlier what another process has measured of the plan; the tally contains it already
     * @throws IOException if a listener cannot write what was measured, or a jar of the peers was replaced
     */
    public RunResult run(Plan plan, RunTally tally, Earlier earlier) throws IOException {
        try {
            new RoundByRound(plan, tally, earlier).measure();
            return tally.result(false);
        } catch (InterruptedException e) {
            return tally.result(true);
        }
    }

    /** The rounds of one run. */
    private final class RoundByRound {
        private final Plan plan;
        private final RunTally tally;
        private final Earlier earlier;
        private final RoundOrder order;
        private final DisturbedRounds disturbed = new DisturbedRounds();
        private final Set<Boolean> told = new HashSet<>();
        private final long begunNanos = clock.nanos();
        private long longestRoundNanos;
        private int rounds;
        private int measured;

        RoundByRound(Plan plan, RunTally tally, Earlier earlier) {
            this.plan = plan;
            this.tally = tally;
            this.earlier = earlier;
            earlier.repeatedRounds().forEach(disturbed::repeat);
            order = new RoundOrder(plan);
        }

        void measure() throws InterruptedException, IOException {
            RunProgress run = progress();
            List<Plan.Turn> next = plan.stopping().next(run);
            while (!next.isEmpty()) {
                if (next.get(0).part() == Plan.Part.PLANNED) {
                    measureRound(run, new HashSet<>(next));
                } else {
                    measureFurther(next);
                }
                run = progress();
                next = plan.stopping().next(run);
            }
            if (rounds > 0) { // otherwise nothing can be measured
                tally.expectRounds(rounds);
            }
            disturbed.keptLines(rates()).forEach(Runner.this::warn);
            plan.stopping().closingLine(run).ifPresent(Runner.this::warn);
        }

        private RunProgress progress() {
            return new RunProgress(rounds, tally.progress(), pace());
        }

        private void measureRound(RunProgress run, Set<Plan.Turn> wanted) throws InterruptedException, IOException {
            List<Plan.Turn> turns = order.round(rounds + 1).stream()
                    .filter(turn -> turn.part() == Plan.Part.BASELINE || wanted.contains(turn))
                    .filter(turn -> !earlier.turns().contains(turn))
                    .toList();
            announce(turns.size(), run);
            measure(turns, tally::add);
            rounds++;
            if (rounds >= plan.iterations() && plan.stopping().hasWholeRounds()) {
                repeatDisturbed();
            }
        }

        /** Spends more time on single cells. */
        private void measureFurther(List<Plan.Turn> turns) throws InterruptedException, IOException {
            if (told.add(isExtra(turns.get(0)))) {
                warn(furtherLine(turns));
            }
            listeners.forEach(listener -> listener.roundStarted(turns.size()));
            measure(order.shuffled(turns), tally::add);
        }

        private String furtherLine(List<Plan.Turn> turns) {
            CellNames names = new CellNames(Dimension.ALL.stream()
                    .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && dimension.varies(plan.cells()))
                    .toList());
            return turns.stream()
                    .map(turn -> turn.cell().transportId() + names.suffix(turn.cell()))
                    .collect(Collectors.joining("; ", further(turns.get(0)), ""));
        }

        /** Whether an iteration is one more of a wide cell; otherwise it replaces one of a suspect cell. */
        private boolean isExtra(Plan.Turn turn) {
            return turn.iteration() > plan.iterations();
        }

        private String further(Plan.Turn first) {
            if (isExtra(first)) {
                return "wide intervals, measuring more iterations: ";
            }
            return plan.warmUpNanos(first) > plan.warmUpNanos()
                    ? "suspect, measured again with a longer warm-up: "
                    : "suspect, measured again: ";
        }

        /** Measures a disturbed round again; its figures then are those of the repetition. */
        private void repeatDisturbed() throws InterruptedException, IOException {
            OptionalInt found = disturbed.next(rates(), rounds);
            while (found.isPresent() && plan.stopping().hasTime(pace())) {
                int round = found.getAsInt();
                warn(disturbed.line(round, rates()));
                disturbed.repeat(round);
                repeat(round);
                found = disturbed.next(rates(), rounds);
            }
        }

        private void repeat(int round) throws InterruptedException, IOException {
            List<Plan.Turn> turns = order.repetition(round);
            announce(turns.size(), progress());
            List<IterationResult> again = new ArrayList<>();
            boolean complete = false;
            try {
                measure(turns, again::add);
                complete = true;
            } finally {
                Plan.Part superseded = complete ? Plan.Part.PLANNED : Plan.Part.REPETITION;
                for (RunListener listener : listeners) {
                    listener.roundSuperseded(round, superseded);
                }
            }
            tally.discard(round);
            again.forEach(tally::add);
        }

        private void measure(List<Plan.Turn> turns, Consumer<IterationResult> results)
                throws InterruptedException, IOException {
            long roundBegunNanos = clock.nanos();
            for (Plan.Turn turn : turns) {
                if (Thread.interrupted() || isEndWanted.getAsBoolean()) {
                    throw new InterruptedException();
                }
                listeners.forEach(listener -> listener.iterationStarted(turn));
                IterationResult result = measureAwake(turn, plan);
                results.accept(result);
                disturbed.add(result);
                measured++;
                for (RunListener listener : listeners) {
                    listener.iterationEnded(result);
                }
                if (turn.part() == Plan.Part.BASELINE && result.measurement().isEmpty()) {
                    warn("the harness's share is unknown for some cells: " + result.failure());
                }
            }
            longestRoundNanos = Math.max(longestRoundNanos, clock.nanos() - roundBegunNanos);
        }

        private void announce(int turns, RunProgress run) {
            int roundsAfter = plan.stopping().expectedRounds(run) - rounds - 1;
            long left =
                    turns + (long) Math.max(0, roundsAfter) * plan.stopping().cellsOfLaterRounds(turns);
            listeners.forEach(listener -> listener.roundStarted(left));
        }

        private List<NavigableMap<Integer, Double>> rates() {
            return tally.figures().stream()
                    .map(each -> each.speed().rateOfRound().headMap(rounds, true)) // without iterations of single cells
                    .toList();
        }

        private StoppingRule.Pace pace() {
            long elapsedNanos = clock.nanos() - begunNanos;
            return new StoppingRule.Pace(
                    elapsedNanos, longestRoundNanos, measured == 0 ? earlier.turnNanos() : elapsedNanos / measured);
        }
    }

    /** Measures once more if a pause has spoilt the iteration. */
    private IterationResult measureAwake(Plan.Turn turn, Plan plan) throws InterruptedException, IOException {
        IterationResult result = measure(turn, plan);
        if (!result.paused()) {
            return result;
        }
        for (RunListener listener : listeners) {
            listener.iterationRepeated(result.beforeRepetition());
        }
        return measure(turn, plan);
    }

    @SuppressWarnings("CatchingUnchecked") // an error affects only this iteration
    private IterationResult measure(Plan.Turn turn, Plan plan) throws InterruptedException, ReplacedJarException {
        Cell cell = turn.cell();
        try {
            Peers peers = start.peersOf(cell);
            Optional<Measurement> measured = Optional.empty();
            try (peers) {
                measured = Optional.of(peers.measure(
                        cell.task(cell.workload().inRound(turn.iteration()), plan.warmUpNanos(turn), plan.meterNanos()),
                        progressOf(turn)));
            } catch (IOException | RuntimeException | Error e) { // an error of the measurement, or of clearing away
                if (measured.isEmpty()) {
                    throw e;
                }
                warn("%s: measured, but cleaning up failed: %s".formatted(cell.transportId(), Exhaustion.describe(e)));
            }
            return IterationResult.measured(turn, measured.orElseThrow(), peers.breakdown());
        } catch (ReplacedJarException e) {
            throw e; // every other iteration would fail, too
        } catch (IterationFailedException | IOException | RuntimeException | Error e) {
            if (Thread.interrupted()) { // a channel closed by the interrupt looks like a failure of the transport
                throw new InterruptedException();
            }
            String failure = "%s: %s".formatted(cell.transportId(), Exhaustion.describe(e));
            return e instanceof PausedException
                    ? IterationResult.paused(turn, failure)
                    : IterationResult.failed(turn, failure);
        }
    }

    private void warn(String warning) {
        listeners.forEach(listener -> listener.warned(warning));
    }

    private LongConsumer progressOf(Plan.Turn turn) {
        Extent extent = turn.cell().workload().extent();
        if (extent instanceof Extent.Count count) {
            return messages -> progressed(turn, (double) messages / count.messages());
        }
        long nanos = ((Extent.Period) extent).nanos();
        long[] start = {0};
        return messages -> {
            if (start[0] == 0) {
                start[0] = clock.nanos();
            }
            progressed(turn, (double) (clock.nanos() - start[0]) / nanos);
        };
    }

    private void progressed(Plan.Turn turn, double fraction) {
        listeners.forEach(listener -> listener.progressed(turn, Math.min(1, fraction)));
    }
}
