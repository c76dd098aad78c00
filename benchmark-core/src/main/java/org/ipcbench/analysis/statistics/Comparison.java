package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much faster one cell is than another. A disturbance of the machine affects a whole round, so the two are compared within
 * rounds. Cells of two machines have no rounds in common, so their rates are compared without pairing.
 *
 * @param ratio geometric mean of the first cell's rate ÷ the second's, over their common rounds if there are any
 * @param interval 95 % interval of the ratio; empty for fewer than three common rounds, or three rounds of each cell
 * @param pValue how often equal cells differ at least this much; empty if there is no interval
 */
public record Comparison(double ratio, Optional<Interval> interval, OptionalDouble pValue) {
    /** How often a 95 % interval misses the true ratio. */
    private static final double ALPHA = 0.05;

    /**
     * Compares the rates of two cells by their rounds; empty if they have no round in common.
     *
     * @param rates of the first cell, by round
     * @param others of the second cell, by round
     */
    public static Optional<Comparison> paired(
            NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        Sample ratios = ratios(rates, others);
        return ratios.count() == 0
                ? Optional.empty()
                : Optional.of(new Comparison(
                        ratios.geometricMean(),
                        ratios.geometricInterval(),
                        ratios.map(Math::log).pValue()));
    }

    /**
     * Compares the rates of two cells by their common rounds, or without pairing if they have none.
     *
     * @param rates of the first cell, by round; at least one
     * @param others of the second cell, by round; at least one
     */
    public static Comparison of(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        return paired(rates, others).orElseGet(() -> {
            Optional<UnpairedComparison> apart = UnpairedComparison.of(others.values(), rates.values());
            return new Comparison(
                    Sample.of(rates.values()).geometricMean()
                            / Sample.of(others.values()).geometricMean(),
                    apart.map(comparison -> comparison.interval(ALPHA)),
                    apart.stream()
                            .mapToDouble(comparison -> comparison.pValue(1))
                            .findFirst());
        });
    }

    /**
     * Whether the rates of two cells differ.
     *
     * @param alpha how often equal cells may be told apart
     */
    static boolean differ(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others, double alpha) {
        Sample logRatios = ratios(rates, others).map(Math::log);
        return logRatios.count() > 0
                ? logRatios
                        .interval(alpha)
                        .filter(interval -> !interval.contains(0))
                        .isPresent()
                : UnpairedComparison.of(others.values(), rates.values())
                        .filter(apart -> !apart.interval(alpha).contains(1))
                        .isPresent();
    }

    private static Sample ratios(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        List<Double> ratios = new ArrayList<>();
        rates.forEach((round, rate) -> {
            Double other = others.get(round);
            if (other != null) {
                ratios.add(rate / other);
            }
        });
        return Sample.of(ratios);
    }

    /** Whether the data tell the two cells apart. */
    public boolean isDistinguishable() {
        return interval.isPresent() && !interval.get().contains(1);
    }
}
