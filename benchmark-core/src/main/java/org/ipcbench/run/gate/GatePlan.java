package org.ipcbench.run.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.GatePrediction;
import org.ipcbench.analysis.statistics.RatioEstimate;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.text.DurationText;

/**
 * What a run with gates would find, as the scatter of a pilot tells.
 *
 * @param gates what it would find of each gate
 * @param unmeasured lines about cells that the pilot could not compare
 */
public record GatePlan(List<PlannedGate> gates, List<String> unmeasured) {
    private static final int RUNS = 10;

    /** A cell in which a loss is found in fewer runs than this is named. */
    private static final double LOW_POWER = 0.75;

    public GatePlan {
        gates = List.copyOf(gates);
        unmeasured = List.copyOf(unmeasured);
    }

    /**
     * A cell of the pilot.
     *
     * @param name transport, question, size and what else distinguishes it
     * @param ratio the ratio of its figure to that of the first variant
     * @param percentileNanos the percentile that the gate looks at, of the first variant; empty if it looks at none, or it is unknown
     */
    public record PlannedCell(String name, RatioEstimate ratio, OptionalDouble percentileNanos) {}

    /**
     * A gate of the run.
     *
     * @param gate the gate
     * @param cells the cells that the pilot could compare, at least one
     * @param prediction what the run would find in these
     */
    public record PlannedGate(Gate gate, List<PlannedCell> cells, GatePrediction prediction) {
        public PlannedGate {
            cells = List.copyOf(cells);
        }

        /**
         * Plans a gate.
         *
         * @param together number of ratios that are judged together
         */
        static PlannedGate of(Gate gate, List<PlannedCell> cells, int together) {
            return new PlannedGate(
                    gate,
                    cells,
                    new GatePrediction(
                            gate, cells.stream().map(PlannedCell::ratio).toList(), together));
        }

        /** Number of rounds that the gate needs; empty if no possible number is enough. */
        OptionalInt rounds() {
            return prediction.rounds(StoppingRule.Precision.MIN_ROUNDS, Plan.MAX_ROUNDS);
        }

        private String text(IntFunction<String> timeOfRounds) {
            OptionalInt rounds = rounds();
            String loss = String.format(
                    Locale.ROOT,
                    "%s %.1f %% in %.0f of %d runs",
                    gate.figure().loss(),
                    100 * prediction.loss(),
                    RUNS * GatePrediction.POWER,
                    RUNS);
            String found = rounds.isEmpty()
                    ? "%d rounds do not find %s".formatted(Plan.MAX_ROUNDS, loss)
                    : "finds %s with %d rounds, about %s"
                            .formatted(loss, rounds.getAsInt(), timeOfRounds.apply(rounds.getAsInt()));
            return String.format(
                    Locale.ROOT,
                    "--fail-on %s: %s, if ratios vary by %.1f %% from round to round%s%s",
                    gate.figure().label(),
                    found,
                    100 * prediction.variation(),
                    rounds.isPresent() ? rare(rounds.getAsInt()) : "",
                    gate.figure().percentile().isPresent() ? assumed() : "");
        }

        /** Names the cell with the least power, if its power is low. */
        private String rare(int rounds) {
            int worst = IntStream.range(0, cells.size())
                    .boxed()
                    .min(Comparator.comparingDouble(cell -> prediction.power(cell, rounds)))
                    .orElseThrow();
            double power = prediction.power(worst, rounds);
            return power >= LOW_POWER
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            "; in %.0f of %d in %s",
                            RUNS * power,
                            RUNS,
                            cells.get(worst).name());
        }

        private String assumed() {
            return cells.stream()
                    .map(cell -> "%s for %s"
                            .formatted(new DurationText(cell.percentileNanos().orElse(0)).in(Locale.ROOT), cell.name()))
                    .collect(Collectors.joining(
                            "; ", " and the %s is ".formatted(gate.figure().percentileLabel()), ""));
        }
    }

    /** The largest number of rounds that a gate needs; empty if none of the gates can be planned. */
    public OptionalInt rounds() {
        return gates.stream().flatMapToInt(gate -> gate.rounds().stream()).max();
    }

    /**
     * A line for each gate, then one for each cell that could not be compared.
     *
     * @param timeOfRounds how long a number of rounds takes
     */
    public List<String> lines(IntFunction<String> timeOfRounds) {
        List<String> lines = new ArrayList<>();
        gates.forEach(gate -> lines.add(gate.text(timeOfRounds)));
        lines.addAll(unmeasured);
        return lines;
    }
}
