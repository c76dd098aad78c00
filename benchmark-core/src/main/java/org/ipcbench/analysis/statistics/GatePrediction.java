package org.ipcbench.analysis.statistics;

import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What a run with a gate would find, by the scatter of a pilot's ratios from round to round. A few rounds tell little of a cell's
 * scatter, so it is pooled with the other cells' as far as all scatter alike ({@link CommonScatter}).
 */
public final class GatePrediction {
    /** Share of the runs that find the loss for which a run is planned. */
    public static final double POWER = 0.9;

    private static final double LESS_CLEAR = 0.25;

    private static final NormalDistribution BELL = NormalDistribution.of(0, 1);

    private final Gate gate;
    private final List<Scatter> scatters;

    /** Holm's level for a cell if all but {@link #LESS_CLEAR} of the other ratios are clearer. */
    private final double alpha;

    /** How much the logarithms of a cell's ratios scatter, and how surely this is known. */
    private record Scatter(double deviation, double degreesOfFreedom) {
        static Scatter of(Estimate own, CommonScatter common) {
            Estimate moderated = common.mean(own);
            return new Scatter(moderated.standardError() * Math.sqrt(own.values()), moderated.degreesOfFreedom());
        }
    }

    /**
     * Predicts from a pilot.
     *
     * @param pilot the ratios of the cells that the gate looks at
     * @param together number of ratios that are judged together
     */
    public GatePrediction(Gate gate, List<RatioEstimate> pilot, int together) {
        List<Estimate> logRatios = pilot.stream().map(RatioEstimate::logRatio).toList();
        CommonScatter common = CommonScatter.of(
                logRatios,
                logRatios.stream().mapToDouble(Estimate::degreesOfFreedom).sum());
        this.gate = gate;
        scatters = logRatios.stream().map(own -> Scatter.of(own, common)).toList();
        alpha = Holm.ALPHA / (1 + LESS_CLEAR * (together - 1));
    }

    /** The loss that a run is planned to find. */
    public double loss() {
        return loss(gate);
    }

    /** Twice what is allowed, or midway from there to no speed at all. */
    static double loss(Gate gate) {
        return gate.figure().percentile().isPresent()
                ? 2 * gate.allowed()
                : Math.min(2 * gate.allowed(), (1 + gate.allowed()) / 2);
    }

    /** Variation of the ratios from round to round, as a share. */
    public double variation() {
        return Math.sqrt(scatters.stream()
                .mapToDouble(cell -> cell.deviation() * cell.deviation())
                .average()
                .orElse(0));
    }

    /**
     * The chance that a run finds the loss in a cell.
     *
     * @param cell index of the cell in the pilot
     * @param rounds number of rounds of the run
     */
    public double power(int cell, int rounds) {
        Scatter scatter = scatters.get(cell);
        double away = Math.log(gate.limit()) - Math.log(gate.figure().ratio(loss()));
        double errors = away * Math.sqrt(rounds) / scatter.deviation();
        double limit = Sample.quantile(rounds - 1, alpha);
        double uncertainty = Math.sqrt(
                1 + errors * errors / (2 * scatter.degreesOfFreedom()) + limit * limit / (2 * (rounds - 1.0)));
        return Double.isInfinite(errors) ? 1 : BELL.cumulativeProbability((errors - limit) / uncertainty);
    }

    /**
     * The fewest rounds with which the loss is found as often as {@link #POWER}, each cell being equally likely to have it; empty
     * if {@code most} rounds are too few, or there is no cell.
     */
    public OptionalInt rounds(int least, int most) {
        int tooFew = least - 1;
        int enough = most + 1;
        while (enough - tooFew > 1) {
            int rounds = (tooFew + enough) / 2;
            if (power(rounds) < POWER) {
                tooFew = rounds;
            } else {
                enough = rounds;
            }
        }
        return enough > most ? OptionalInt.empty() : OptionalInt.of(enough);
    }

    private double power(int rounds) {
        double sum = 0;
        for (int cell = 0; cell < scatters.size(); cell++) {
            sum += power(cell, rounds);
        }
        return sum / Math.max(1, scatters.size());
    }
}
