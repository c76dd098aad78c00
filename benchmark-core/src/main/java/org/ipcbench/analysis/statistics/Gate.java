package org.ipcbench.analysis.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fails cells that are slower than allowed. A cell fails if its ratio is certainly beyond the limit: by Holm's procedure over
 * all ratios that are judged together, so that a table whose cells are exactly at the limit fails as rarely as equal cells are
 * told apart.
 *
 * @param figure the figure that is compared
 * @param allowed how much slower a cell may be, as a share of its speed; for a percentile, how much longer
 */
public record Gate(Figure figure, double allowed) {
    /** A figure that a gate looks at. */
    public enum Figure {
        /** The speed of comparisons: of rates the rate, of a load the inverse of its tail. */
        SPEED("slower"),
        /** The inverse of the 99th percentile of the latencies. */
        P99("p99-slower");

        private final String label;

        Figure(String label) {
            this.label = label;
        }

        /** The figure as the option writes it. */
        public String label() {
            return label;
        }

        /** The figure with this label. */
        public static Optional<Figure> labelled(String label) {
            return Stream.of(values())
                    .filter(figure -> figure.label.equals(label))
                    .findFirst();
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
            double ratioFound = gate.limit() / (1 + ratio.minimumDetectableDifference(Holm.ALPHA / together));
            return switch (gate.figure()) {
                case SPEED -> 1 - ratioFound;
                case P99 -> 1 / ratioFound - 1;
            };
        }
    }

    public Gate {
        if (!(allowed > 0 && allowed < 1)) {
            throw new IllegalArgumentException("allowed must be between 0 and 1, was " + allowed);
        }
    }

    /** The smallest ratio of speeds that passes. */
    public double limit() {
        return switch (figure) {
            case SPEED -> 1 - allowed;
            case P99 -> 1 / (1 + allowed);
        };
    }

    /** Judges ratios together, in their order. */
    public static List<Judgement> judge(List<Gated> ratios) {
        List<Holm.Decision> decisions = Holm.judge(ratios.stream()
                .map(each -> each.ratio().pValue(each.gate().limit()))
                .toList());
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
