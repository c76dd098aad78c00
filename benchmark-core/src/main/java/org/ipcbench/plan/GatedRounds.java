package org.ipcbench.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.StoppingRule.Forecast;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Variant;

/**
 * Rounds until every gate is certain, or the time is over. A look after each round leaves out the cells that are certainly
 * slower than allowed, or certainly not; docs/evidence/error-rates.md says how often such looks err.
 *
 * @param minRounds rounds before the first look; fewer than those of {@link StoppingRule.Precision} count as these
 * @param gates how much slower than the first variant the others may be
 * @param halfWidth the precision that ends the run though gates are not certain, as {@link StoppingRule.Precision#halfWidth};
 *     empty if only the time does
 * @param longest time limit; no round begins that would exceed it
 */
public record GatedRounds(int minRounds, List<Gate> gates, OptionalDouble halfWidth, Duration longest)
        implements StoppingRule {

    public GatedRounds {
        if (gates.isEmpty() || longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("no %s within %s".formatted(gates, longest));
        }
        minRounds = Math.max(minRounds, Precision.MIN_ROUNDS);
        gates = List.copyOf(gates);
    }

    /** A cell of another variant than the first, compared with that of the first. */
    private record Compared(Cell cell, Cell first, Gate.Gated gated) {}

    @Override
    public List<Plan.Turn> next(RunProgress run) {
        if (run.rounds() < minRounds) {
            return run.rounds() == 0 || hasTime(run.pace()) ? run.nextRound() : List.of();
        }
        Set<Cell> undecided = undecided(compared(run));
        List<Plan.Turn> next = run.nextRound(cell -> undecided.contains(cell.cell()));
        return run.pace().hasTime(longest, next.size(), run.cells().size()) && !isPrecise(run, undecided)
                ? next
                : List.of();
    }

    private List<Compared> compared(RunProgress run) {
        Map<Cell, Summary> figures = new HashMap<>();
        run.cells().forEach(cell -> cell.figures().ifPresent(summary -> figures.put(cell.cell(), summary)));
        List<Compared> compared = new ArrayList<>();
        Variant.firsts(run.cells().stream().map(CellProgress::cell).toList()).forEach((cell, first) -> {
            Summary own = figures.get(cell);
            Summary other = figures.get(first);
            if (own != null && other != null) {
                gates.forEach(gate -> own.speed()
                        .gated(gate, other.speed())
                        .ifPresent(gated -> compared.add(new Compared(cell, first, gated))));
            }
        });
        return compared;
    }

    /** The cells whose answer is still open. Those that cannot be compared by now are not waited for. */
    private static Set<Cell> undecided(List<Compared> compared) {
        List<Gate.Judgement> judgements =
                Gate.judgeEarly(compared.stream().map(Compared::gated).toList());
        Set<Cell> undecided = new HashSet<>();
        for (int i = 0; i < compared.size(); i++) {
            if (judgements.get(i) == Gate.Judgement.UNDECIDED) {
                undecided.add(compared.get(i).cell());
                undecided.add(compared.get(i).first());
            }
        }
        return undecided;
    }

    private boolean isPrecise(RunProgress run, Set<Cell> undecided) {
        if (halfWidth.isEmpty()) {
            return false;
        }
        Precision precision = new Precision(minRounds, halfWidth.getAsDouble(), longest);
        return run.cells().stream()
                .filter(cell -> undecided.contains(cell.cell()))
                .noneMatch(cell -> cell.figures()
                        .filter(summary -> precision.isWanting(summary, run.rounds()))
                        .isPresent());
    }

    /** A cell that is certain has fewer iterations than others. */
    @Override
    public boolean hasWholeRounds() {
        return false;
    }

    @Override
    public Optional<Duration> timeLimit() {
        return Optional.of(longest);
    }

    @Override
    public int expectedRounds(RunProgress run) {
        return run.rounds() == 0
                ? minRounds
                : Math.max(run.rounds() + 1, run.pace().affordable(run.rounds(), longest));
    }

    @Override
    public Forecast forecast(Forecast planned, int cells, double addedShare) {
        return planned.plusWithin(0, longest.toNanos() / 1e9);
    }

    @Override
    public Optional<String> closingLine(RunProgress run) {
        List<Compared> compared = compared(run);
        return run.rounds() < minRounds
                        || compared.isEmpty()
                        || !undecided(compared).isEmpty()
                ? Optional.empty()
                : Optional.of((compared.size() < comparable(run)
                                ? "--fail-on: what could be compared is certain after %d rounds"
                                : "--fail-on: certain after %d rounds")
                        .formatted(run.rounds()));
    }

    /** Number of comparisons that the gates ask for. */
    private long comparable(RunProgress run) {
        return gates.size()
                * Variant.firsts(run.cells().stream().map(CellProgress::cell).toList()).entrySet().stream()
                        .filter(pair -> pair.getKey().obstacle().isEmpty()
                                || pair.getValue().obstacle().isEmpty())
                        .count();
    }
}
