package org.ipcbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ipcbench.analysis.statistics.Interval;

/**
 * Finds the sizes at which the models of a group overtake each other.
 *
 * @param sweeps sweeps that have a model
 */
record CrossoverSearch(List<SizeSweep> sweeps) {
    /** Sizes are tried in steps of this factor: 32 for each doubling. */
    private static final double STEP = Math.pow(2, 1.0 / 32);

    /** Relative precision of a crossing's size: reports show fewer digits. */
    private static final double EXACT = 1e-6;

    CrossoverSearch {
        sweeps = List.copyOf(sweeps);
    }

    /**
     * A size at which two models cross.
     *
     * @param firstBelow whether the first model is faster below this size
     * @param bytes the size, in bytes
     * @param interval the sizes at which the data do not tell the two apart, in bytes
     */
    record Crossing(boolean firstBelow, double bytes, Interval interval) {}

    /** The faster one of two models at a size, if the data tell. */
    private enum Lead {
        FIRST,
        SECOND,
        UNKNOWN
    }

    /**
     * The crossovers of all pairs. Those at which the fastest transport changes come first, then the others, the nearest to the
     * fastest first.
     */
    List<Crossover> find() {
        List<Crossover> found = new ArrayList<>();
        for (int i = 0; i < sweeps.size(); i++) {
            for (int j = i + 1; j < sweeps.size(); j++) {
                SizeSweep one = sweeps.get(i);
                SizeSweep other = sweeps.get(j);
                for (Crossing crossing : crossings(model(one), model(other))) {
                    found.add(new Crossover(
                            crossing.firstBelow() ? one : other,
                            crossing.firstBelow() ? other : one,
                            crossing.bytes(),
                            crossing.interval(),
                            Math.min(
                                            model(one).nanosAt(crossing.bytes()),
                                            model(other).nanosAt(crossing.bytes()))
                                    / fastest(crossing.bytes())));
                }
            }
        }
        found.sort(Comparator.comparingDouble(Crossover::timesFastest).thenComparingDouble(Crossover::bytes));
        return found;
    }

    /**
     * The sizes, ascending, at which two models cross, within the sizes of both; only those with the lines apart on both sides.
     */
    static List<Crossing> crossings(CostModel first, CostModel second) {
        double from = Math.max(first.smallestBytes(), second.smallestBytes());
        double to = Math.min(first.largestBytes(), second.largestBytes());
        List<Crossing> found = new ArrayList<>();
        Lead last = Lead.UNKNOWN;
        double lastBytes = from;
        for (double bytes = from; bytes < to * STEP; bytes *= STEP) {
            double size = Math.min(bytes, to);
            Lead lead = lead(first, second, size);
            if (lead != Lead.UNKNOWN) {
                if (last != Lead.UNKNOWN && last != lead) {
                    found.add(new Crossing(
                            last == Lead.FIRST,
                            meeting(first, second, lastBytes, size),
                            new Interval(lastBytes, size)));
                }
                last = lead;
                lastBytes = size;
            }
        }
        return found;
    }

    private static Lead lead(CostModel first, CostModel second, double bytes) {
        if (isFaster(first, second, bytes)) {
            return Lead.FIRST;
        }
        return isFaster(second, first, bytes) ? Lead.SECOND : Lead.UNKNOWN;
    }

    /** Whether a line lies below another one by more than the errors of both. */
    private static boolean isFaster(CostModel model, CostModel other, double bytes) {
        double lead = Math.log(other.nanosAt(bytes) / model.nanosAt(bytes));
        double above = Math.log(model.lineInterval(bytes).high() / model.nanosAt(bytes));
        double below = Math.log(other.nanosAt(bytes) / other.lineInterval(bytes).low());
        return lead > Math.hypot(above, below);
    }

    /** The size at which the lines meet, by bisection; their order differs between the two ends. */
    private static double meeting(CostModel first, CostModel second, double from, double to) {
        double low = from;
        double high = to;
        boolean ahead = first.nanosAt(low) < second.nanosAt(low);
        while (high / low > 1 + EXACT) {
            double middle = Math.sqrt(low * high);
            if (first.nanosAt(middle) < second.nanosAt(middle) == ahead) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double fastest(double bytes) {
        return sweeps.stream()
                .map(CrossoverSearch::model)
                .filter(model -> model.smallestBytes() <= bytes && bytes <= model.largestBytes())
                .mapToDouble(model -> model.nanosAt(bytes))
                .min()
                .orElseThrow();
    }

    private static CostModel model(SizeSweep sweep) {
        return sweep.model().orElseThrow();
    }
}
