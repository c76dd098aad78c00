package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much faster one cell is than another. What disturbs the machine disturbs a whole round, so the two are compared
 * within rounds.
 *
 * @param ratio geometric mean over the common rounds of the first cell's rate ÷ the second's
 * @param interval its 95 % interval; nothing for fewer than three common rounds
 * @param chance how often cells that are equal differ by so much; nothing where there is no interval
 */
public record Comparison(double ratio, Optional<Interval> interval, OptionalDouble chance) {

    /**
     * Compares the rates of two cells by their rounds; nothing where they have no round in common.
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
                        ratios.map(Math::log).chanceOfZero()));
    }

    /**
     * Whether the rates of two cells differ.
     *
     * @param chance how often equal cells may be told apart
     */
    static boolean differ(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others, double chance) {
        Sample logarithms = ratios(rates, others).map(Math::log);
        return logarithms
                .interval(chance)
                .filter(interval -> !interval.contains(0))
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
