package org.ipcbench.analysis;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How much faster one cell is than another. What disturbs the machine disturbs a whole round, so the two are compared
 * within rounds.
 *
 * @param ratio geometric mean over the common rounds of the first cell's rate ÷ the second's
 * @param interval its 95 % interval; nothing for fewer than three common rounds
 */
public record Comparison(double ratio, Optional<Interval> interval) {

    /**
     * Compares the rates of two cells by their rounds; nothing where they have no round in common.
     *
     * @param rates of the first cell, by round
     * @param others of the second cell, by round
     */
    public static Optional<Comparison> paired(
            NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        List<Integer> rounds =
                rates.keySet().stream().filter(others::containsKey).toList();
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        Sample ratios = Sample.of(rounds.stream()
                .flatMapToDouble(round -> DoubleStream.of(
                        rates.getOrDefault(round, Double.NaN) / others.getOrDefault(round, Double.NaN))));
        return Optional.of(new Comparison(ratios.geometricMean(), ratios.geometricInterval()));
    }

    /** Whether the data tell the two cells apart. */
    public boolean isDistinguishable() {
        return interval.isPresent() && !interval.get().contains(1);
    }
}
