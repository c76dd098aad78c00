package org.ipcbench.run.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Estimate;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.RatioEstimate;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.VariantPair;

/**
 * The rule of {@code --fail-on} for a run with variants: each cell is compared with the same cell of the first variant, in the
 * same rounds, all of them together.
 */
public record VariantGates(List<Gate> gates) {
    private static final double P99 = 99;

    /** Dimensions that every line names anyway. */
    private static final List<Dimension> TOLD = List.of(Dimension.TRANSPORT, Dimension.QUESTION, Dimension.SIZE);

    public VariantGates {
        gates = List.copyOf(gates);
    }

    /** A pair and one gate. */
    private record Gated(Gate gate, VariantPair pair, Optional<RatioEstimate> ratio) {}

    /** Judges the cells of a run; nothing is judged if there are no gates, or if the user ended the run early. */
    public GateOutcome judge(RunResult run) {
        if (gates.isEmpty() || run.interrupted()) {
            return GateOutcome.NONE;
        }
        CellNames names = CellNames.of(run, TOLD);
        List<Gated> all = new ArrayList<>();
        for (VariantPair pair : VariantPair.of(run)) {
            if (!isAbsent(pair.first()) || !isAbsent(pair.other())) {
                gates.forEach(gate -> all.add(new Gated(gate, pair, ratio(gate, pair))));
            }
        }
        List<Gated> judged =
                all.stream().filter(each -> each.ratio().isPresent()).toList();
        List<Gate.Gated> ratios = judged.stream()
                .map(each -> new Gate.Gated(each.gate(), each.ratio().orElseThrow()))
                .toList();
        List<Gate.Judgement> judgements = Gate.judge(ratios);
        List<String> failures = new ArrayList<>();
        List<String> undecided = new ArrayList<>();
        for (int i = 0; i < judged.size(); i++) {
            String line = line(judged.get(i), names);
            switch (judgements.get(i)) {
                case FAILS -> failures.add(line);
                case UNDECIDED -> undecided.add(line + notCertain(ratios.get(i), ratios.size()));
                case HOLDS -> {}
            }
        }
        List<String> unmeasured = new ArrayList<>(all.stream()
                .filter(each -> each.ratio().isEmpty())
                .map(each -> "%s: no comparison: %s".formatted(name(each, names), why(each.pair())))
                .toList());
        if (all.isEmpty()) {
            unmeasured.add("--fail-on: no cell could be compared");
        }
        return new GateOutcome(failures, undecided, unmeasured);
    }

    /** The outcome of a run that something has ended early: nothing is certain of a part of its rounds. */
    public GateOutcome endedEarly() {
        return gates.isEmpty()
                ? GateOutcome.NONE
                : new GateOutcome(List.of(), List.of(), List.of("--fail-on: the run ended early"));
    }

    /** Whether the machine does not offer what the cell needs. */
    private static boolean isAbsent(CellResult cell) {
        return cell.status() == CellStatus.UNSUPPORTED || cell.status() == CellStatus.UNAVAILABLE;
    }

    private static Optional<RatioEstimate> ratio(Gate gate, VariantPair pair) {
        return switch (gate.figure()) {
            case SPEED -> pair.comparison().flatMap(Comparison::estimate);
            case P99 ->
                Comparison.paired(inverseP99(pair.other()), inverseP99(pair.first()))
                        .flatMap(Comparison::estimate);
        };
    }

    private static NavigableMap<Integer, Double> inverseP99(CellResult cell) {
        return cell.summary()
                .map(summary -> summary.inversePercentileOfRound(P99))
                .orElseGet(TreeMap::new);
    }

    private static String why(VariantPair pair) {
        if (pair.comparison().isEmpty()) {
            return pair.gap();
        }
        return pair.comparison().flatMap(Comparison::estimate).isEmpty()
                ? "fewer than %d common rounds, use -i %d or more"
                        .formatted(RatioEstimate.MIN_RATES, RatioEstimate.MIN_RATES)
                : "too few messages for a p99, send more";
    }

    private static String line(Gated gated, CellNames names) {
        RatioEstimate ratio = gated.ratio().orElseThrow();
        Interval interval = ratio.interval(Holm.ALPHA);
        return String.format(
                Locale.ROOT,
                "%s: %s is %.3f (%.3f to %.3f) of that of %s",
                name(gated, names),
                gated.gate().figure() == Gate.Figure.SPEED ? "speed" : "1 / p99",
                ratio.ratio(),
                interval.low(),
                interval.high(),
                gated.pair().first().cell().variantName());
    }

    private static String notCertain(Gate.Gated gated, int together) {
        return String.format(
                Locale.ROOT,
                ": not certain; %.0f %% of such runs find %s %.1f %%, use more iterations (-i)",
                100 * Estimate.POWER,
                gated.gate().figure() == Gate.Figure.SPEED ? "a loss of" : "a p99 longer by",
                100 * gated.detectable(together));
    }

    private static String name(Gated gated, CellNames names) {
        CellResult cell = gated.pair().other();
        return "--fail-on %s: %s, %s, %d bytes%s"
                .formatted(
                        gated.gate().figure().label(),
                        cell.cell().transportId(),
                        cell.cell().workload().label(),
                        cell.cell().requestBytes(),
                        names.suffix(cell.cell()));
    }
}
