package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Finds the disturbed rounds of a run: rounds in which many cells were slow at once. A cell is slow below 85 % of its usual rate.
 * At least two thirds of the cells have to be slow, and more of them than their scatter explains.
 */
public final class Rounds {
    /** With fewer cells, the slow ones may be slow for reasons of their own. */
    static final int MIN_CELLS = 5;

    /** With fewer rounds, the slow one cannot be told. */
    static final int MIN_ROUNDS = 3;

    private static final double SLOW = Math.log(0.85);
    private static final double MIN_SHARE = 2 / 3.0;

    /** How often an undisturbed run may have a disturbed round by chance. */
    private static final double ALPHA = 0.02;

    /** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
    private static final double DEVIATIONS = 1.4826;

    /** The median of a few rates is not exactly a cell's usual rate, which adds to the scatter. */
    private static final double UNCERTAINTY = 1.2;

    /** Lower bound of the scatter, for cells that agree by chance. */
    private static final double MIN_SCATTER = 0.01;

    private Rounds() {}

    /**
     * The disturbed rounds, each with the cells' speed in it as a share of their usual rates.
     *
     * @param cells the rates of each cell, by round
     */
    public static NavigableMap<Integer, Double> disturbed(List<NavigableMap<Integer, Double>> cells) {
        NavigableMap<Integer, List<Double>> byRound = new TreeMap<>();
        for (NavigableMap<Integer, Double> cell : cells) {
            if (cell.size() >= MIN_ROUNDS) {
                double usual = Sample.of(cell.values()).median();
                cell.forEach((round, rate) -> byRound.computeIfAbsent(round, unused -> new ArrayList<>())
                        .add(Math.log(rate / usual)));
            }
        }
        double slowByItself = NormalDistribution.of(0, scatter(byRound)).cumulativeProbability(SLOW);
        NavigableMap<Integer, Double> disturbed = new TreeMap<>();
        byRound.forEach((round, shifts) -> {
            int slow = (int) shifts.stream().filter(shift -> shift < SLOW).count();
            double pValue = BinomialDistribution.of(shifts.size(), slowByItself).survivalProbability(slow - 1);
            if (shifts.size() >= MIN_CELLS && slow >= MIN_SHARE * shifts.size() && pValue < ALPHA / byRound.size()) {
                disturbed.put(round, Math.exp(Sample.of(shifts).median()));
            }
        });
        return disturbed;
    }

    /** Standard deviation of the cells around their round's median, in logarithms. */
    private static double scatter(NavigableMap<Integer, List<Double>> byRound) {
        List<Double> deviations = new ArrayList<>();
        for (List<Double> shifts : byRound.values()) {
            double ofRound = Sample.of(shifts).median();
            shifts.forEach(shift -> deviations.add(Math.abs(shift - ofRound)));
        }
        return deviations.isEmpty()
                ? MIN_SCATTER
                : Math.max(
                        MIN_SCATTER,
                        UNCERTAINTY * DEVIATIONS * Sample.of(deviations).median());
    }
}
