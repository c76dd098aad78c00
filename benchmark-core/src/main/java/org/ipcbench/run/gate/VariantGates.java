package org.ipcbench.run.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Estimate;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.RatioEstimate;
import org.ipcbench.figure.VariantPair;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * The rule of {@code --fail-on} for a run with variants: each cell is compared with the same cell of the first variant, in the
 * same rounds, all of them together.
 */
public record VariantGates(List<Gate> gates) {
    public VariantGates {
        gates = List.copyOf(gates);
    }

    /** A pair and one gate, with the pair's ratio unless there are too few figures. */
    private record Gated(Gate gate, VariantPair pair, Optional<Gate.Gated> compared) {
        Optional<GatePlan.PlannedCell> planned(CellNames names) {
            return compared.map(
                    ratio -> new GatePlan.PlannedCell(cellName(pair, names), ratio.ratio(), percentileNanos()));
        }

        private String why() {
            if (pair.comparison().isEmpty()) {
                return pair.gap();
            }
            return pair.comparison().flatMap(Comparison::estimate).isEmpty()
                    ? "fewer than %d common rounds, use -i %d or more"
                            .formatted(RatioEstimate.MIN_RATES, RatioEstimate.MIN_RATES)
                    : "too few messages for a %s, send more"
                            .formatted(gate.figure().percentileLabel());
        }

        /** What the first variant has of the gate's percentile. */
        private OptionalDouble percentileNanos() {
            return gate.figure().percentile().stream()
                    .flatMap(percentile -> pair.first().summary().stream()
                            .flatMapToDouble(first -> first.latencies().percentileNanos(percentile).stream()))
                    .findFirst();
        }
    }

    /** Judges the cells of a run; without gates there is nothing to judge, and of a run that ended early nothing is certain. */
    public GateOutcome judge(RunResult run) {
        if (gates.isEmpty()) {
            return GateOutcome.NONE;
        }
        if (run.interrupted()) {
            return new GateOutcome(List.of(), List.of(), List.of("--fail-on: the run ended early"), List.of());
        }
        CellNames names = CellNames.of(run, Dimension.TRANSPORT_QUESTION_AND_SIZE);
        List<Gated> all = all(run);
        List<Gated> judged =
                all.stream().filter(each -> each.compared().isPresent()).toList();
        List<Gate.Gated> ratios =
                judged.stream().map(each -> each.compared().orElseThrow()).toList();
        List<Gate.Judgement> judgements = Gate.judge(ratios);
        List<String> failures = new ArrayList<>();
        List<String> undecided = new ArrayList<>();
        for (int i = 0; i < judged.size(); i++) {
            switch (judgements.get(i)) {
                case FAILS -> failures.add(line(judged.get(i), names, " fails"));
                case UNDECIDED ->
                    undecided.add(line(judged.get(i), names, "") + notCertain(ratios.get(i), ratios.size()));
                case HOLDS -> {}
            }
        }
        return new GateOutcome(failures, undecided, unmeasured(all, names), held(judged, judgements));
    }

    /** A line for each gate that certainly holds in any cell. */
    private List<String> held(List<Gated> judged, List<Gate.Judgement> judgements) {
        List<String> held = new ArrayList<>();
        for (Gate gate : gates) {
            int[] cells = IntStream.range(0, judged.size())
                    .filter(i -> judged.get(i).gate().equals(gate))
                    .toArray();
            long holding = IntStream.of(cells)
                    .filter(i -> judgements.get(i) == Gate.Judgement.HOLDS)
                    .count();
            if (holding > 0) {
                held.add("--fail-on %s: certainly holds in %s"
                        .formatted(
                                gate.text(),
                                holding == 1 && cells.length == 1
                                        ? "the cell"
                                        : "%d of %d cells".formatted(holding, cells.length)));
            }
        }
        return held;
    }

    /** What a run with more rounds than this pilot would find. */
    public GatePlan plan(RunResult pilot) {
        CellNames names = CellNames.of(pilot, Dimension.TRANSPORT_QUESTION_AND_SIZE);
        List<Gated> all = all(pilot);
        int together =
                (int) all.stream().filter(each -> each.compared().isPresent()).count();
        List<GatePlan.PlannedGate> planned = new ArrayList<>();
        for (Gate gate : gates) {
            List<GatePlan.PlannedCell> cells = all.stream()
                    .filter(each -> each.gate().equals(gate))
                    .flatMap(each -> each.planned(names).stream())
                    .toList();
            if (!cells.isEmpty()) {
                planned.add(GatePlan.PlannedGate.of(gate, cells, together));
            }
        }
        return new GatePlan(planned, unmeasured(all, names));
    }

    private List<Gated> all(RunResult run) {
        List<Gated> all = new ArrayList<>();
        for (VariantPair pair : VariantPair.of(run)) {
            if (!isAbsent(pair.first()) || !isAbsent(pair.other())) {
                gates.forEach(gate -> all.add(new Gated(gate, pair, compared(gate, pair))));
            }
        }
        return all;
    }

    private static List<String> unmeasured(List<Gated> all, CellNames names) {
        return all.isEmpty()
                ? List.of("--fail-on: no cell could be compared")
                : all.stream()
                        .filter(each -> each.compared().isEmpty())
                        .map(each -> "%s: no comparison: %s".formatted(name(each, names), each.why()))
                        .toList();
    }

    /** Whether the machine does not offer what the cell needs. */
    private static boolean isAbsent(CellResult cell) {
        return cell.status() == CellStatus.UNSUPPORTED || cell.status() == CellStatus.UNAVAILABLE;
    }

    private static Optional<Gate.Gated> compared(Gate gate, VariantPair pair) {
        return pair.first()
                .summary()
                .flatMap(first ->
                        pair.other().summary().flatMap(other -> other.speed().gated(gate, first.speed())));
    }

    private static String line(Gated gated, CellNames names, String judgement) {
        RatioEstimate ratio = gated.compared().orElseThrow().ratio();
        Interval interval = ratio.interval(Holm.ALPHA);
        return String.format(
                Locale.ROOT,
                "%s%s: %s is %.3f (%.3f to %.3f) times the %3$s of %s",
                name(gated, names),
                judgement,
                gated.gate().figure().compared(),
                ratio.ratio(),
                interval.low(),
                interval.high(),
                gated.pair().first().cell().variantName());
    }

    private static String notCertain(Gate.Gated gated, int together) {
        return String.format(
                Locale.ROOT,
                ": not certain; %.0f %% of such runs find %s %.1f %%, measure longer (-i or --max-time)",
                100 * Estimate.POWER,
                gated.gate().figure().loss(),
                100 * gated.detectable(together));
    }

    private static String name(Gated gated, CellNames names) {
        return "--fail-on %s: %s".formatted(gated.gate().text(), cellName(gated.pair(), names));
    }

    private static String cellName(VariantPair pair, CellNames names) {
        Cell cell = pair.other().cell();
        return "%s, %s%s%s"
                .formatted(cell.transportId(), cell.workload().label(), cell.sizeInWords(), names.suffix(cell));
    }
}
