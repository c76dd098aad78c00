package org.ipcbench.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.transport.WaitStrategy;

/**
 * What a run will measure.
 *
 * @param cells in the order of the report
 * @param baselines cells that measure the harness alone for the same questions and sizes: they have no place in the report, and
 *     each is measured in the first and in the last planned round
 * @param stopping when the run has enough rounds; in each round, a fresh pair of JVMs measures each cell
 * @param bound the bound of the latencies that the run is about; empty if there is none
 * @param warmUpNanos the longest warm-up of an iteration, in nanoseconds
 * @param seed decides the order of measuring
 */
public record Plan(
        List<Cell> cells,
        List<Cell> baselines,
        StoppingRule stopping,
        Optional<LatencyBound> bound,
        long warmUpNanos,
        long seed) {
    /** More than all transports with all doubled sizes and buffers; a round of this many cells takes five hours or more. */
    public static final int MAX_CELLS = 20_000;

    /** Maximum number of rounds that can be requested. */
    public static final int MAX_ROUNDS = 10_000;

    /** All iterations together look at least this long for the machine's stalls, unless they are very few. */
    private static final long STALLS_NANOS = 1_500_000_000;

    private static final long MIN_METER_NANOS = 50_000_000;
    private static final long MAX_METER_NANOS = 100_000_000;

    /** How long each iteration looks if a bound or a knee is judged: what stalls account for has to be known as well as what is late. */
    public static final long BOUNDED_METER_NANOS = 500_000_000;

    /** The purpose of an iteration. */
    public enum Part {
        /** A figure of its cell. */
        PLANNED,
        /** A figure of its cell, in a round that is measured again. */
        REPETITION,
        /** The harness's share of other cells. */
        BASELINE,
        /** A figure of its cell, besides those of the planned rounds. */
        EXTRA,
        /** A figure of a cell that is measured again as a whole: see {@link ExtraTime}. */
        AGAIN;

        /** The part as files write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The part with this label. */
        public static Part labelled(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * One iteration of one cell.
     *
     * @param cell what is measured
     * @param iteration number of the iteration, from 1; also the number of the round
     * @param part what the iteration is for
     */
    public record Turn(Cell cell, int iteration, Part part) {
        /** A planned iteration. */
        public Turn(Cell cell, int iteration) {
            this(cell, iteration, Part.PLANNED);
        }
    }

    public Plan {
        cells = List.copyOf(cells);
        baselines = List.copyOf(baselines);
        if (stopping instanceof Elimination elimination) {
            bound = Optional.of(elimination.bound());
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a plan has at least one cell");
        }
    }

    /** A plan without a bound of the latencies. */
    public Plan(List<Cell> cells, List<Cell> baselines, StoppingRule stopping, long warmUpNanos, long seed) {
        this(cells, baselines, stopping, Optional.empty(), warmUpNanos, seed);
    }

    /** A plan of this number of rounds, without a baseline. */
    public Plan(List<Cell> cells, int iterations, long warmUpNanos, long seed) {
        this(cells, List.of(), new StoppingRule.FixedRounds(iterations), warmUpNanos, seed);
    }

    /** All that is measured: the cells of the report, and the baselines. */
    public List<Cell> measured() {
        return Stream.concat(cells.stream(), baselines.stream()).toList();
    }

    /** Minimum number of iterations of each cell, each with a fresh pair of JVMs. */
    public int iterations() {
        return stopping.minRounds();
    }

    /** The longest warm-up of an iteration, in nanoseconds. */
    public long warmUpNanos(Turn turn) {
        return stopping instanceof ExtraTime extra && turn.part() == Part.AGAIN
                ? warmUpNanos + extra.addedWarmUpNanos()
                : warmUpNanos;
    }

    /** Returns a copy that stops by another rule. */
    public Plan stoppedBy(StoppingRule rule) {
        return new Plan(cells, baselines, rule, bound, warmUpNanos, seed);
    }

    /** The iterations of the first round, in their order. */
    public List<Turn> firstRound() {
        return new RoundOrder(this).round(1);
    }

    /** The number of {@link #turns}, which may be too many to list. */
    public long turnCount() {
        List<Turn> first = firstRound();
        long planned =
                first.stream().filter(turn -> turn.part() == Part.PLANNED).count();
        return planned * iterations() + (first.size() - planned) * baselineRounds();
    }

    /** For how long each iteration looks for the machine's stalls, in nanoseconds. */
    public long meterNanos() {
        return bound.isPresent() || Dimension.RATE.varies(cells)
                ? BOUNDED_METER_NANOS
                : Math.max(
                        MIN_METER_NANOS,
                        Math.min(STALLS_NANOS / ((long) cells.size() * iterations()), MAX_METER_NANOS));
    }

    /** Number of the planned rounds in which the baselines are measured. */
    int baselineRounds() {
        return Math.min(iterations(), RoundOrder.BASELINE_ROUNDS);
    }

    /** The iterations of all rounds that are planned before anything is measured, in their order. */
    public List<Turn> turns() {
        RoundOrder order = new RoundOrder(this);
        List<Turn> turns = new ArrayList<>();
        for (int round = 1; round <= iterations(); round++) {
            turns.addAll(order.round(round));
        }
        return turns;
    }

    /** The placements at which peers sleep on two CPUs, one of which wakes the other. */
    public List<Placement> placementsOnTwoCpus() {
        return cells.stream()
                .filter(cell -> cell.transport().traits().waitStrategy() == WaitStrategy.BLOCKING)
                .map(Cell::placement)
                .filter(placement -> placement.twoCpus().isPresent())
                .distinct()
                .toList();
    }

    /**
     * The order of measuring. Each round has one iteration of every measurable cell, shuffled anew, so that a drift of the machine
     * affects all cells.
     */
    public static final class RoundOrder {
        /** Number of rounds with baselines: the first and the last of the planned rounds, or the only one. */
        static final int BASELINE_ROUNDS = 2;

        private final Plan plan;
        private final Random random;

        public RoundOrder(Plan plan) {
            this.plan = plan;
            random = new Random(plan.seed());
        }

        /** The next round, with this number. */
        public List<Plan.Turn> round(int round) {
            List<Cell> cells = round == 1 ? cellsOfTheFirstRound() : plan.cells();
            List<Plan.Turn> turns = turns(cells, round, Plan.Part.PLANNED);
            if (round == 1 || round == plan.iterations()) {
                turns.addAll(turns(plan.baselines(), round, Plan.Part.BASELINE));
            }
            Collections.shuffle(turns, random);
            return turns;
        }

        /** The round with this number once more. */
        public List<Plan.Turn> repetition(int round) {
            List<Plan.Turn> turns = turns(plan.cells(), round, Plan.Part.REPETITION);
            Collections.shuffle(turns, random);
            return turns;
        }

        /** Further iterations of single cells, in their order. */
        public List<Plan.Turn> shuffled(List<Plan.Turn> further) {
            List<Plan.Turn> turns = new ArrayList<>(further);
            Collections.shuffle(turns, random);
            return turns;
        }

        private List<Cell> cellsOfTheFirstRound() {
            return plan.cells().stream()
                    .filter(cell -> !plan.stopping().isDeferred(cell, plan.cells()))
                    .toList();
        }

        private static List<Plan.Turn> turns(List<Cell> cells, int round, Plan.Part part) {
            List<Plan.Turn> turns = new ArrayList<>();
            for (Cell cell : cells) {
                if (cell.obstacle().isEmpty()) {
                    turns.add(new Plan.Turn(cell, round, part));
                }
            }
            return turns;
        }
    }

    /**
     * The results of an earlier process for a plan.
     *
     * @param turns iterations that have a result
     * @param repeatedRounds rounds that were disturbed and have been measured again
     * @param turnNanos mean time of an iteration, in nanoseconds; 0 if there is none
     */
    public record Earlier(Set<Plan.Turn> turns, Set<Integer> repeatedRounds, long turnNanos) {
        /** Nothing is measured yet. */
        public static final Earlier NOTHING = new Earlier(Set.of(), Set.of(), 0);

        public Earlier {
            turns = Set.copyOf(turns);
            repeatedRounds = Set.copyOf(repeatedRounds);
        }

        /** Number of iterations in the rounds that the plan had from the beginning. */
        public long countOf(Plan plan) {
            return turns.stream()
                    .filter(turn -> turn.part() == Plan.Part.BASELINE
                            || (turn.part() == Plan.Part.PLANNED && turn.iteration() <= plan.iterations()))
                    .count();
        }
    }
}
