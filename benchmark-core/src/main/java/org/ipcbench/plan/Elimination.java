package org.ipcbench.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.StoppingRule.Forecast;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.transport.WaitStrategy;

/**
 * Rounds of elimination among candidates for a bound of the latency: the first round has all cells, each further one only the
 * leaders that are not decided, until the first of them meets the bound, perhaps but for the machine's stalls. Leaders are the cheapest
 * cells by CPU time a message that do not miss the bound; of equally cheap ones those with few late messages besides the machine's stalls,
 * then those with the lowest medians, because a stall or two decide about the p99 of few iterations. A cell that was no leader becomes one if a leader misses the bound after all. What the user
 * named is measured at least three times, and until it is decided. A cell that spins takes a whole CPU, so that it is measured only once it is a leader at this
 * price, or if the user named its transport.
 *
 * @param maxRounds the largest number of rounds
 * @param bound the bound
 * @param named ids of the transports that the user named one by one
 */
public record Elimination(int maxRounds, LatencyBound bound, Set<String> named) implements StoppingRule {
    /** Number of leaders; docs/evidence/error-rates.md says how often the best one is among them. */
    public static final int LEADERS = 3;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    public Elimination {
        named = Set.copyOf(named);
        if (maxRounds < 1) {
            throw new IllegalArgumentException("a run has at least one round");
        }
    }

    /** A rule for transports of which the user named none. */
    public Elimination(int maxRounds, LatencyBound bound) {
        this(maxRounds, bound, Set.of());
    }

    @Override
    public int minRounds() {
        return 1;
    }

    @Override
    public List<Plan.Turn> next(RunProgress run) {
        if (run.rounds() == 0) {
            List<Cell> cells = run.cells().stream().map(CellProgress::cell).toList();
            return run.nextRound(cell -> !isDeferred(cell.cell(), cells));
        }
        if (run.rounds() >= maxRounds) {
            return List.of();
        }
        Set<Cell> undecided = undecided(run.cells());
        return run.nextRound(cell -> undecided.contains(cell.cell()));
    }

    /** The leaders that need more iterations: none behind one that certainly meets the bound. */
    private Set<Cell> undecided(List<CellProgress> cells) {
        List<CellProgress> able = cells.stream().filter(this::isPossible).toList();
        Stream<CellProgress> leaders = order().order(able).stream()
                .limit(LEADERS)
                .takeWhile(cell -> !answer(cell).meets());
        Stream<CellProgress> asked = cells.stream()
                .filter(cell -> isNamed(cell.cell()) && cell.figures().isPresent())
                .filter(cell -> isPossible(cell) || !isRepeated(cell))
                .filter(cell -> !answer(cell).meets());
        return Stream.concat(leaders, asked).map(CellProgress::cell).collect(Collectors.toSet());
    }

    private boolean isNamed(Cell cell) {
        return named.contains(cell.transport().id());
    }

    /** Stays with cells that are measured already, because figures of few iterations are good by chance more often. */
    private CheapestFirst<CellProgress> order() {
        return new CheapestFirst<>(
                Elimination::cpuNanosPerMessage,
                Comparator.comparing((CellProgress cell) -> answer(cell).meets())
                        .thenComparing(Elimination::isRepeated)
                        .thenComparing(this::isComfortable)
                        .reversed()
                        .thenComparingDouble(cell -> cell.figures()
                                .flatMap(figures -> figures.latencies().percentileNanos(Percentiles.MEDIAN).stream()
                                        .boxed()
                                        .findFirst())
                                .orElse(Double.MAX_VALUE)));
    }

    /** Whether the bound is met; too close to tell as long as there are few iterations. */
    private LatencyBound.Answer answer(CellProgress cell) {
        return isRepeated(cell) ? bound.judge(cell.figures().orElseThrow()) : LatencyBound.Answer.TOO_CLOSE;
    }

    /** Whether few messages are late, the machine's stalls left out. */
    private boolean isComfortable(CellProgress cell) {
        return cell.figures()
                .flatMap(figures -> figures.lateShare((double) bound.nanos()))
                .filter(late -> late.share() - late.machine() < LatencyBound.MAX_LATE_SHARE / 2)
                .isPresent();
    }

    private boolean isPossible(CellProgress cell) {
        return cell.figures()
                .map(figures -> bound.judge(figures).isPossible())
                .orElseGet(() -> isUntried(cell) && spins(cell.cell()));
    }

    private static boolean isRepeated(CellProgress cell) {
        return cell.figures().map(Summary::count).orElse(0) >= Sample.MIN_VALUES;
    }

    private static boolean isUntried(CellProgress cell) {
        return cell.doubts().contains(Reason.Kind.NOT_MEASURED);
    }

    private static double cpuNanosPerMessage(CellProgress cell) {
        return cell.figures()
                .map(figures -> figures.cpu().nanosPerMessage())
                .orElseGet(() -> leastNanosOfSpinning(cell.cell()));
    }

    /** What a message costs if a process keeps a CPU busy all the time. */
    private static double leastNanosOfSpinning(Cell cell) {
        return NANOS_PER_SECOND / cell.workload().offeredPerSecond().orElse(Double.POSITIVE_INFINITY);
    }

    private static boolean spins(Cell cell) {
        return cell.transport().traits().waitStrategy() == WaitStrategy.SPINNING
                && cell.workload().offeredPerSecond().isPresent();
    }

    @Override
    public boolean isDeferred(Cell cell, List<Cell> cells) {
        return maxRounds > 1
                && spins(cell)
                && !isNamed(cell)
                && cells.stream()
                        .anyMatch(other -> !spins(other) && other.obstacle().isEmpty());
    }

    @Override
    public Optional<String> omission(Cell cell) {
        return spins(cell)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "spins, which costs at least %.1f us of CPU a message; cheaper candidates come first",
                        leastNanosOfSpinning(cell) / NANOS_PER_MICRO))
                : Optional.empty();
    }

    @Override
    public boolean hasWholeRounds() {
        return false;
    }

    @Override
    public int expectedRounds(RunProgress run) {
        return next(run).isEmpty() ? run.rounds() : Math.max(run.rounds() + 1, usualRounds());
    }

    /** Number of rounds after which the first leader is usually decided. */
    private int usualRounds() {
        return Math.min(maxRounds, Sample.MIN_VALUES);
    }

    @Override
    public Forecast forecast(Forecast planned, int cells, double addedShare) {
        double laterSeconds = planned.roundSeconds() * cellsOfLaterRounds(cells) / Math.max(1, cells);
        return planned.plusWithin(
                laterSeconds * (usualRounds() - 1), planned.seconds() + laterSeconds * (maxRounds - 1));
    }

    @Override
    public int cellsOfLaterRounds(int cells) {
        return Math.min(cells, LEADERS + named.size());
    }
}
