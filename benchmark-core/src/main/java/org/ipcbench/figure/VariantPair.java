package org.ipcbench.figure;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Sides;

/**
 * A cell and the same cell of the run's first variant, between threads, or without a relay.
 *
 * @param first the cell of the first variant, between threads, or without a relay
 * @param other the cell of another variant, between processes, or through a relay
 * @param comparison the ratio of the other cell's speed to the first cell's speed; empty if they have no round in common, or if only one
 *     has a 99th percentile
 * @param longer how much longer a message of the other cell takes; empty without a comparison
 */
public record VariantPair(
        CellResult first, CellResult other, Optional<Comparison> comparison, Optional<TimeDifference> longer) {

    /** All pairs of a run, in the order of its cells; empty if the run compares no variants. */
    public static List<VariantPair> of(RunResult run) {
        return of(run, Variant::firsts);
    }

    /** The pairs of cells that were measured between threads and between processes, judged together. */
    public static List<Judged> judgedSides(RunResult run) {
        return judged(of(run, VariantPair::betweenThreads).stream()
                .filter(pair -> pair.comparison.isPresent())
                .toList());
    }

    /** The pairs of cells that were measured directly and through a relay, judged together. */
    public static List<Judged> judgedRelays(RunResult run) {
        return judged(of(run, VariantPair::withoutRelay).stream()
                .filter(pair -> pair.comparison.isPresent())
                .toList());
    }

    /** Each cell through a relay with the same cell without. */
    private static Map<Cell, Cell> withoutRelay(Collection<Cell> cells) {
        Map<Cell, Cell> direct = new LinkedHashMap<>();
        cells.stream().filter(cell -> !Dimension.RELAY.of(cell).isEmpty()).forEach(cell -> {
            Cell other = cell.with(Dimension.RELAY, Dimension.RELAY.usual())
                    .with(Dimension.RELAY_HOPS, Dimension.RELAY_HOPS.usual());
            if (cells.contains(other)) {
                direct.put(cell, other);
            }
        });
        return direct;
    }

    /** Each cell between processes with the same cell between threads. */
    private static Map<Cell, Cell> betweenThreads(Collection<Cell> cells) {
        Map<Cell, Cell> same = new LinkedHashMap<>();
        cells.stream().filter(cell -> Dimension.SIDES.of(cell).isEmpty()).forEach(cell -> {
            Cell other = cell.with(Dimension.SIDES, Sides.THREADS);
            if (cells.contains(other)) {
                same.put(cell, other);
            }
        });
        return same;
    }

    private static List<VariantPair> of(RunResult run, Function<Collection<Cell>, Map<Cell, Cell>> firsts) {
        Map<Cell, CellResult> results = new LinkedHashMap<>();
        run.cells().forEach(result -> results.put(result.cell(), result));
        return firsts.apply(results.keySet()).entrySet().stream()
                .map(pair -> compared(
                        Objects.requireNonNull(results.get(pair.getValue())),
                        Objects.requireNonNull(results.get(pair.getKey()))))
                .toList();
    }

    /**
     * A pair beside the others of its run.
     *
     * @param pair the pair
     * @param outcome the outcome of its comparison, adjusted for the number of comparisons
     * @param decision the same as a decision
     */
    public record Judged(VariantPair pair, Outcome outcome, Holm.Decision decision) {
        public Cell cell() {
            return pair.other.cell();
        }

        /** The outcome in words, or the reason if there is none. */
        public String difference() {
            return pair.comparison
                    .map(comparison ->
                            comparison.interval().isPresent() ? outcome.label() : Verdict.Level.UNREPEATED.label())
                    .orElseGet(pair::gap);
        }

        /** Whether times of messages are compared, not only rates. */
        public boolean comparesTimes() {
            Question question = cell().workload().question();
            return question.latencyKind().answersWithPercentiles()
                    && (!question.inTurns() || Ranking.isOneAtATime(pair.other));
        }

        /** How much longer a message takes; empty if rates are compared, and without a common round. */
        public Optional<TimeDifference> longer() {
            return pair.longer.filter(unused -> comparesTimes());
        }

        /** The share from which on a difference would be detected; empty if one was, and for too few rounds. */
        public Optional<Double> minimumDetectableDifference() {
            return outcome == Outcome.NO_DIFFERENCE_SEEN
                    ? pair.comparison
                            .flatMap(Comparison::estimate)
                            .map(estimate -> estimate.minimumDetectableDifference(decision.alpha()))
                    : Optional.empty();
        }
    }

    /** The pairs of a run that have any figures, judged together; empty if the run compares no variants. */
    public static List<Judged> judged(RunResult run) {
        return judged(of(run).stream().filter(VariantPair::hasFigures).toList());
    }

    private static List<Judged> judged(List<VariantPair> pairs) {
        Iterator<Holm.Decision> decisions = Holm.of(
                        pairs.stream().flatMap(pair -> pair.comparison.stream()).toList())
                .iterator();
        return pairs.stream()
                .map(pair -> pair.comparison
                        .map(comparison -> pair.judged(comparison, decisions.next()))
                        .orElseGet(
                                () -> new Judged(pair, Outcome.NOT_COMPARABLE, new Holm.Decision(false, Holm.ALPHA))))
                .toList();
    }

    private Judged judged(Comparison ratio, Holm.Decision decision) {
        return new Judged(this, Outcome.of(ratio.ratio(), decision.differs()), decision);
    }

    private static VariantPair compared(CellResult first, CellResult other) {
        NavigableMap<Integer, Double> speeds = speeds(other);
        NavigableMap<Integer, Double> firstSpeeds = speeds(first);
        Optional<Comparison> comparison =
                areOfTheSameFigure(first, other) ? Comparison.paired(speeds, firstSpeeds) : Optional.empty();
        return new VariantPair(
                first,
                other,
                comparison,
                comparison.map(ratio -> TimeDifference.of(ratio.inverse(), speeds, firstSpeeds)));
    }

    private static boolean areOfTheSameFigure(CellResult first, CellResult other) {
        return first.summary()
                .flatMap(one -> other.summary().map(two -> two.speed().isOfTheSameFigureAs(one.speed())))
                .orElse(true);
    }

    private static NavigableMap<Integer, Double> speeds(CellResult result) {
        return result.summary().map(summary -> summary.speed().ofRound()).orElseGet(TreeMap::new);
    }

    /** Whether the pair has any figures. */
    private boolean hasFigures() {
        return first.summary().isPresent() || other.summary().isPresent();
    }

    /** The reason if there is no comparison. */
    public String gap() {
        if (other.summary().isEmpty()) {
            return other.status().label();
        }
        if (first.summary().isEmpty()) {
            return "%s %s".formatted(first.cell().variantName(), first.status().label());
        }
        if (Stream.of(first, other)
                .flatMap(result -> result.summary().stream())
                .anyMatch(summary -> !summary.speed().isKnown())) {
            return "latencies are withheld";
        }
        if (!other.summary().orElseThrow().isReached()) {
            return "the rate is not reached";
        }
        if (!first.summary().orElseThrow().isReached()) {
            return "the rate is not reached by " + first.cell().variantName();
        }
        return areOfTheSameFigure(first, other)
                ? "no common round"
                : "too few messages for a p99, "
                        + other.cell().workload().question().latencyKind().moreWork();
    }
}
