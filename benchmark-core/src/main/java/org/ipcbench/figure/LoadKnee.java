package org.ipcbench.figure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.KneeSearch;
import org.ipcbench.workload.Question;

/**
 * The knee among cells that differ in nothing but the rate of their load: the highest rate up to which the 99th percentile stays
 * below a bound, the machine's stalls left out, and all of the rate arrives. The bound is that which the run is about; the knee is then the
 * capacity at that bound. Otherwise it is ten times the percentile of the lowest rate.
 *
 * @param lowest the cell of the lowest rate
 * @param knee the cell at the knee, which may be the same
 * @param perSecond the rate of the knee; the capacity lies between the rates of the knee's cell and of the next one
 * @param next the cell of the next higher rate, which was too high; empty if none was
 */
public record LoadKnee(CellResult lowest, CellResult knee, double perSecond, Optional<CellResult> next) {
    /**
     * The knees of a run, one for each set of at least two cells of which one was carried: the lowest, unless there is a bound. A publisher
     * that drops messages carries none of its rates.
     */
    public static List<LoadKnee> of(RunResult run) {
        return run.alikeBut(Dimension.RATE).stream()
                .map(set -> set.stream()
                        .filter(result -> Dimension.RATE.of(result.cell()).isPresent())
                        .filter(result -> result.cell().workload().question() != Question.PUBLISH)
                        .toList())
                .filter(set -> set.size() > 1)
                .flatMap(set -> among(set, run.bound()).stream())
                .toList();
    }

    private static Optional<LoadKnee> among(List<CellResult> unsorted, Optional<LatencyBound> bound) {
        List<CellResult> cells = unsorted.stream()
                .filter(result -> result.summary().isPresent())
                .sorted(Comparator.comparingDouble(LoadKnee::rate))
                .toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        Optional<LatencyBound> limit = bound.or(() -> boundOfKnee(cells.get(0)));
        // without the lowest rate's percentile nothing is below the bound
        Predicate<CellResult> isBelow = cell -> limit.filter(given -> share(given, cell) <= LatencyBound.MAX_LATE_SHARE)
                .isPresent();
        int first = 0;
        while (first < cells.size() - 1 && !isBelow.test(cells.get(first))) {
            first++; // idle CPUs may wake up too late for low rates
        }
        if (!isBelow.test(cells.get(first))) {
            return Optional.empty();
        }
        int carried = first + 1;
        while (carried < cells.size() && isCarried(cells.subList(carried, cells.size()), isBelow)) {
            carried++;
        }
        int last = carried - 1;
        while (!isBelow.test(cells.get(last))) {
            last--; // the machine had spoilt it
        }
        CellResult knee = cells.get(last);
        Optional<CellResult> next = cells.stream().skip(carried).findFirst();
        double perSecond = limit.flatMap(given -> next.map(beyond ->
                        LatencyBound.crossing(rate(knee), share(given, knee), rate(beyond), share(given, beyond))))
                .orElseGet(() -> rate(knee));
        return Optional.of(new LoadKnee(cells.get(0), knee, perSecond, next));
    }

    private static Optional<LatencyBound> boundOfKnee(CellResult lowest) {
        OptionalDouble unloaded = lowest.summary().orElseThrow().stallEffect().withoutStalls(Percentiles.P99);
        return unloaded.isPresent() ? Optional.of(KneeSearch.boundOfKnee(unloaded.getAsDouble())) : Optional.empty();
    }

    /**
     * Whether the first of these rates counts as carried. It does also if most of what follows, up to some higher rate, is carried: then the
     * machine has spoilt the one, and not the transport.
     */
    private static boolean isCarried(List<CellResult> rates, Predicate<CellResult> isBelow) {
        int lead = 0;
        for (CellResult rate : rates) {
            lead += isBelow.test(rate) ? 1 : -1;
            if (lead > 0) {
                return true;
            }
        }
        return false;
    }

    /** The share of the messages beyond the bound, the machine's stalls left out. */
    private static double share(LatencyBound bound, CellResult result) {
        return bound.ownLateShare(result.summary().orElseThrow());
    }

    /** Whether a higher rate was measured and was too high. */
    public boolean isLimit() {
        return next.isPresent();
    }

    /** The rate of the knee as the suite rounds rates. */
    public long rounded() {
        return KneeSearch.rounded(perSecond);
    }

    private static double rate(CellResult result) {
        return Dimension.RATE.number(result.cell()).orElseThrow();
    }
}
