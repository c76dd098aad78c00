package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * How much faster one cell is than another. A disturbance of the machine affects a whole round, so the two are compared within
 * rounds. Cells of two machines have no rounds in common, so their rates are compared without pairing.
 *
 * @param ratio geometric mean of the first cell's rate ÷ the second's, over their common rounds if there are any
 * @param estimate the same with its error; empty for fewer than three common rounds, or three rounds of each cell
 */
public record Comparison(double ratio, Optional<RatioEstimate> estimate) {
    /**
     * Compares the rates of two cells by their rounds; empty if they have no round in common.
     *
     * @param rates of the first cell, by round
     * @param others of the second cell, by round
     */
    public static Optional<Comparison> paired(
            NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        Sample ratios = ofCommonRounds(rates, others, (rate, other) -> rate / other);
        return ratios.count() == 0
                ? Optional.empty()
                : Optional.of(new Comparison(ratios.geometricMean(), RatioEstimate.paired(ratios)));
    }

    /**
     * Compares the rates of two cells by their common rounds, or without pairing if they have none.
     *
     * @param rates of the first cell, by round; at least one
     * @param others of the second cell, by round; at least one
     */
    public static Comparison of(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        return paired(rates, others)
                .orElseGet(() -> new Comparison(
                        Sample.of(rates.values()).geometricMean()
                                / Sample.of(others.values()).geometricMean(),
                        RatioEstimate.unpaired(others.values(), rates.values())));
    }

    /** What two cells yield together in each round that both have. */
    static Sample ofCommonRounds(
            NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others, DoubleBinaryOperator together) {
        List<Double> values = new ArrayList<>();
        rates.forEach((round, rate) -> {
            Double other = others.get(round);
            if (other != null) {
                values.add(together.applyAsDouble(rate, other));
            }
        });
        return Sample.of(values);
    }

    /** The ratio the other way round. */
    public Comparison inverse() {
        return new Comparison(1 / ratio, estimate.map(RatioEstimate::inverse));
    }

    /** 95 % interval of the ratio; empty if there are too few rounds. */
    public Optional<Interval> interval() {
        return estimate.map(each -> each.interval(Interval.ALPHA));
    }

    /** How often equal cells differ at least this much; empty if there are too few rounds. */
    public OptionalDouble pValue() {
        return estimate.stream().mapToDouble(each -> each.pValue(1)).findFirst();
    }

    /** The result of comparing a cell with another one. */
    public enum Outcome {
        FASTER,
        SLOWER,
        /** The data do not tell the two apart. */
        NO_DIFFERENCE_SEEN,
        /** One side has no figure, or the two figures are of different work. */
        NOT_COMPARABLE,
        /** The changes of the other cells are divided by this cell's change, so its own change is not judged. */
        REFERENCE;

        /** The name in tables and files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /**
         * The outcome of one comparison.
         *
         * @param ratio of the speeds
         * @param differs whether the two are told apart
         */
        public static Outcome of(double ratio, boolean differs) {
            return differs ? (ratio > 1 ? FASTER : SLOWER) : NO_DIFFERENCE_SEEN;
        }

        /**
         * The outcome of each of several comparisons that are read together, by {@link Holm}'s procedure.
         *
         * @param comparisons all that are shown; comparisons without an interval show no difference and do not count
         */
        public static List<Outcome> of(List<Comparison> comparisons) {
            Iterator<Holm.Decision> decisions = Holm.of(comparisons).iterator();
            return comparisons.stream()
                    .map(comparison -> of(comparison.ratio(), decisions.next().differs()))
                    .toList();
        }
    }
}
