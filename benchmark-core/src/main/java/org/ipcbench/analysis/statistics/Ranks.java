package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The ranks of cells by comparing each two of them: a cell's rank is 1 + the number of cells that are certainly faster. A cell
 * whose rates scatter is hard to tell from others, but does not change what is told of these. All comparisons are judged together
 * by {@link Holm}'s procedure. Each rests on the common rounds of its two cells, and as far as all cells scatter alike, on their
 * {@link CommonScatter}: otherwise the few rounds of a run would tell nothing among so many comparisons. The interval that is shown
 * of two cells rests on their own rounds, and cells are told apart only if it excludes equality, too.
 */
public final class Ranks {
    /**
     * The common scatter is worth at most this share of the other cells' values: two cells that scatter more than all others may
     * not be told apart by the others' scatter. Chosen by simulation.
     */
    private static final double MAX_SHARE = 0.25;

    private final int[] ranks;

    /** The pairs in their order: each cell with those before it. */
    private final List<Optional<RatioEstimate>> estimates;

    /** The same as the rounds of each pair alone tell; empty if these tell nothing. */
    private final List<Optional<Estimate>> own;

    private final List<Holm.Decision> decisions;

    private Ranks(
            int cells,
            List<Optional<RatioEstimate>> estimates,
            List<Optional<Estimate>> own,
            List<Holm.Decision> decisions) {
        this.estimates = List.copyOf(estimates);
        this.own = List.copyOf(own);
        this.decisions = IntStream.range(0, decisions.size())
                .mapToObj(pair -> own.get(pair).map(ratio -> ratio.pValue(0)).orElse(0.0) < Holm.ALPHA
                        ? decisions.get(pair)
                        : new Holm.Decision(false, decisions.get(pair).alpha()))
                .toList();
        ranks = new int[cells];
        Arrays.fill(ranks, 1);
        for (int cell = 1; cell < cells; cell++) {
            for (int before = 0; before < cell; before++) {
                if (between(cell, before).differs()) {
                    ranks[isFaster(cell, before) ? before : cell]++;
                }
            }
        }
    }

    /**
     * Compares cells.
     *
     * @param cells the rates of each cell, by round; each has at least one
     */
    public static Ranks of(List<NavigableMap<Integer, Double>> cells) {
        return together(List.of(cells)).get(0);
    }

    /**
     * Compares cells of which some pairs are judged already.
     *
     * @param cells the rates of each cell, by round; each has at least one
     * @param judged these pairs, which are not judged together with the others
     */
    public static Ranks of(List<NavigableMap<Integer, Double>> cells, List<Judged> judged) {
        Ranks all = of(cells);
        List<Optional<RatioEstimate>> estimates = new ArrayList<>(all.estimates);
        judged.forEach(pair -> estimates.set(pair.place(), Optional.empty()));
        List<Holm.Decision> decisions = new ArrayList<>(Holm.ofEstimates(estimates));
        for (Judged pair : judged) {
            estimates.set(pair.place(), Optional.of(pair.one > pair.other ? pair.ratio : pair.ratio.inverse()));
            decisions.set(pair.place(), pair.decision);
        }
        return new Ranks(cells.size(), estimates, all.own, decisions);
    }

    /**
     * A pair that is judged already.
     *
     * @param one a cell, by its index
     * @param other another cell
     * @param ratio the first one's speed ÷ the other one's
     * @param decision whether they are told apart
     */
    public record Judged(int one, int other, RatioEstimate ratio, Holm.Decision decision) {
        int place() {
            return Ranks.place(Math.max(one, other), Math.min(one, other));
        }
    }

    /**
     * Compares each cell with those of its own table, and judges the comparisons of all tables together.
     *
     * @param tables the rates of each table's cells, by round; each cell has at least one
     */
    public static List<Ranks> together(List<List<NavigableMap<Integer, Double>>> tables) {
        List<Optional<Estimate>> logRatios =
                tables.stream().flatMap(cells -> logRatios(cells).stream()).toList();
        CommonScatter common =
                common(logRatios, tables.stream().mapToInt(List::size).sum());
        List<Optional<RatioEstimate>> estimates = new ArrayList<>();
        for (List<NavigableMap<Integer, Double>> cells : tables) {
            for (int cell = 1; cell < cells.size(); cell++) {
                for (int before = 0; before < cell; before++) {
                    Optional<RatioEstimate> pair =
                            logRatios.get(estimates.size()).map(common::mean).map(RatioEstimate::new);
                    estimates.add(
                            pair.isPresent()
                                    ? pair
                                    : Comparison.of(cells.get(cell), cells.get(before))
                                            .estimate());
                }
            }
        }
        List<Holm.Decision> decisions = Holm.ofEstimates(estimates);
        List<Ranks> ranks = new ArrayList<>();
        int from = 0;
        for (List<NavigableMap<Integer, Double>> cells : tables) {
            int to = from + place(cells.size(), 0);
            ranks.add(new Ranks(
                    cells.size(),
                    estimates.subList(from, to),
                    logRatios.subList(from, to),
                    decisions.subList(from, to)));
            from = to;
        }
        return ranks;
    }

    /** Of each cell to those before it. */
    private static List<Optional<Estimate>> logRatios(List<NavigableMap<Integer, Double>> cells) {
        List<LogRates> logRates = cells.stream().map(LogRates::new).toList();
        List<Optional<Estimate>> logRatios = new ArrayList<>();
        for (int cell = 1; cell < cells.size(); cell++) {
            for (int before = 0; before < cell; before++) {
                logRatios.add(Estimate.ofMean(logRates.get(cell).over(logRates.get(before))));
            }
        }
        return logRatios;
    }

    /** The logarithms of a cell's rates. Every cell is compared with each other one, so they are taken once. */
    private static final class LogRates {
        private final int[] rounds;
        private final double[] logs;

        LogRates(NavigableMap<Integer, Double> rates) {
            rounds = rates.keySet().stream().mapToInt(Integer::intValue).toArray();
            logs = rates.values().stream().mapToDouble(Math::log).toArray();
        }

        /** The logarithms of the ratios to another cell's rates, in the rounds that both have. */
        Sample over(LogRates other) {
            double[] ratios = new double[Math.min(rounds.length, other.rounds.length)];
            int common = 0;
            int place = 0;
            int others = 0;
            while (place < rounds.length && others < other.rounds.length) {
                int order = Integer.compare(rounds[place], other.rounds[others]);
                if (order == 0) {
                    ratios[common++] = logs[place] - other.logs[others];
                }
                place += order <= 0 ? 1 : 0;
                others += order >= 0 ? 1 : 0;
            }
            return new Sample(Arrays.copyOf(ratios, common));
        }
    }

    private static CommonScatter common(List<Optional<Estimate>> pairs, int cells) {
        List<Estimate> repeated = pairs.stream().flatMap(Optional::stream).toList();
        double ofPair = repeated.stream()
                .mapToDouble(Estimate::degreesOfFreedom)
                .average()
                .orElse(0);
        return CommonScatter.of(repeated, MAX_SHARE * (cells - 2) * ofPair);
    }

    private static int place(int cell, int before) {
        return cell * (cell - 1) / 2 + before;
    }

    private boolean isFaster(int cell, int before) {
        return estimates.get(place(cell, before)).orElseThrow().ratio() > 1;
    }

    /** The rank of a cell, by its index. */
    public int of(int cell) {
        return ranks[cell];
    }

    /** Whether two different cells, by their indexes, are told apart. */
    public Holm.Decision between(int one, int other) {
        return decisions.get(place(Math.max(one, other), Math.min(one, other)));
    }

    /** How many times as fast one cell is as another one, by their indexes; empty if they are not told apart. */
    public Optional<Double> ratio(int one, int other) {
        return between(one, other).differs()
                ? estimates
                        .get(place(Math.max(one, other), Math.min(one, other)))
                        .map(RatioEstimate::ratio)
                        .map(ratio -> one > other ? ratio : 1 / ratio)
                : Optional.empty();
    }

    /** The smallest difference between two cells that most such comparisons would detect, as a share; empty for too few rounds. */
    public Optional<Double> minimumDetectableDifference(int one, int other) {
        int place = place(Math.max(one, other), Math.min(one, other));
        double byOwnRounds = own.get(place)
                .map(ratio -> new RatioEstimate(ratio).minimumDetectableDifference(Holm.ALPHA))
                .orElse(0.0);
        return estimates
                .get(place)
                .map(estimate -> Math.max(
                        byOwnRounds,
                        estimate.minimumDetectableDifference(between(one, other).alpha())));
    }
}
