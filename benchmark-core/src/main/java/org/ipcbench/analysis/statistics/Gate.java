package org.ipcbench.analysis.statistics;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.Percentiles;

/**
 * Fails cells that are slower than allowed. A cell fails if its ratio is certainly beyond the limit: by Holm's procedure over
 * all ratios that are judged together, so that a table whose cells are exactly at the limit fails as rarely as equal cells are
 * told apart.
 *
 * @param figure the figure that is compared
 * @param allowed how much slower a cell may be, as a share of its speed; for a percentile, how much longer
 */
public record Gate(Figure figure, double allowed) {
    /**
     * Chance of each look before the end that any ratio is judged wrongly (Haybittle and Peto); docs/evidence/error-rates.md says what all
     * looks of a run add up to.
     */
    static final double EARLY_ALPHA = 0.002;

    /**
     * A figure that a gate looks at.
     *
     * @param percentile the percentile of the latencies whose inverse is compared; empty if speeds are
     */
    public record Figure(OptionalDouble percentile) {
        private static final List<Double> PERCENTILES = Percentiles.WITH_INTERVALS.stream()
                .filter(percentile -> percentile > Percentiles.MEDIAN)
                .toList();

        /** The speed of comparisons: of rates the rate, of a load the inverse of its tail. */
        public static final Figure SPEED = new Figure(OptionalDouble.empty());

        /** The inverse of the 99th percentile of the latencies. */
        public static final Figure P99 = of(Percentiles.P99);

        private static final List<Figure> ALL = Stream.concat(
                        Stream.of(SPEED), PERCENTILES.stream().map(Figure::of))
                .toList();

        public Figure {
            if (percentile.isPresent() && !PERCENTILES.contains(percentile.getAsDouble())) {
                throw new IllegalArgumentException(
                        "no gate looks at percentile %s".formatted(percentile.getAsDouble()));
            }
        }

        /** The inverse of a percentile whose interval is kept. */
        public static Figure of(double percentile) {
            return new Figure(OptionalDouble.of(percentile));
        }

        private static String name(double percentile) {
            return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
        }

        /** The figure as the option writes it. */
        public String label() {
            return percentile.isPresent() ? percentileLabel() + "-slower" : "slower";
        }

        /** The percentile's name; empty if speeds are compared. */
        public String percentileLabel() {
            return percentile.isPresent() ? name(percentile.getAsDouble()) : "";
        }

        /** What is compared, so that more is better. */
        public String compared() {
            return percentile.isPresent() ? "1 / " + percentileLabel() : "speed";
        }

        /** What a loss of it is, before a number of percent. */
        public String loss() {
            return percentile.isPresent() ? "a %s longer by".formatted(percentileLabel()) : "a loss of";
        }

        /** The ratio of speeds that is this loss. */
        double ratio(double loss) {
            return percentile.isPresent() ? 1 / (1 + loss) : 1 - loss;
        }

        /** The loss that is this ratio of speeds: a share of the speed; of a percentile, how much longer it takes. */
        double loss(double ratio) {
            return percentile.isPresent() ? 1 / ratio - 1 : 1 - ratio;
        }

        /** The figure with this label. */
        public static Optional<Figure> labelled(String label) {
            return ALL.stream().filter(figure -> figure.label().equals(label)).findFirst();
        }
    }

    /** What is known of a ratio and a limit. */
    public enum Judgement {
        /** Certainly slower than allowed. */
        FAILS,
        /** Certainly not slower than allowed. */
        HOLDS,
        UNDECIDED
    }

    /** A ratio of a cell's speed to the speed that it is compared with, and the gate that it has to pass. */
    public record Gated(Gate gate, RatioEstimate ratio) {
        /**
         * The smallest loss that {@link Estimate#POWER} of such gates would find, as a share like {@link Gate#allowed}.
         *
         * @param together number of ratios that are judged together
         */
        public double detectable(int together) {
            return gate.figure().loss(gate.limit() / (1 + ratio.minimumDetectableDifference(Holm.ALPHA / together)));
        }
    }

    public Gate {
        if (!(allowed >= 0 && allowed < 1)) {
            throw new IllegalArgumentException("allowed must be from 0 to below 1, was " + allowed);
        }
    }

    /** What is allowed of each figure, by its label; if there are several gates of a figure, the strictest decides. */
    public static Map<String, Double> byFigure(List<Gate> gates) {
        return gates.stream()
                .collect(Collectors.toMap(gate -> gate.figure().label(), Gate::allowed, Math::min, TreeMap::new));
    }

    /**
     * The gates of which this was made.
     *
     * @throws IllegalArgumentException if this version does not know one of the figures
     */
    public static List<Gate> of(Map<String, Double> byFigure) {
        return byFigure.entrySet().stream()
                .map(gate -> new Gate(
                        Figure.labelled(gate.getKey())
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "no figure '%s' for --fail-on".formatted(gate.getKey()))),
                        gate.getValue()))
                .toList();
    }

    /** The gate as the option writes it. */
    public String text() {
        return "%s:%s%%"
                .formatted(
                        figure.label(),
                        BigDecimal.valueOf(allowed)
                                .scaleByPowerOfTen(2)
                                .stripTrailingZeros()
                                .toPlainString());
    }

    /** The smallest ratio of speeds that passes. */
    public double limit() {
        return figure.ratio(allowed);
    }

    /** Judges ratios together at the end of a run, in their order. */
    public static List<Judgement> judge(List<Gated> ratios) {
        return judge(ratios, Holm.ALPHA);
    }

    /** Judges ratios together while a run may go on, in their order: so strictly that it may look after every round. */
    public static List<Judgement> judgeEarly(List<Gated> ratios) {
        return judge(ratios, EARLY_ALPHA);
    }

    static List<Judgement> judge(List<Gated> ratios, double alpha) {
        List<Holm.Decision> decisions = Holm.judge(
                ratios.stream()
                        .map(each -> each.ratio().pValue(each.gate().limit()))
                        .toList(),
                alpha);
        return IntStream.range(0, ratios.size())
                .mapToObj(i -> judgement(ratios.get(i), decisions.get(i)))
                .toList();
    }

    private static Judgement judgement(Gated gated, Holm.Decision decision) {
        if (!decision.differs()) {
            return Judgement.UNDECIDED;
        }
        return gated.ratio().ratio() < gated.gate().limit() ? Judgement.FAILS : Judgement.HOLDS;
    }
}
