package org.ipcbench.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.RatioEstimate;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;

/**
 * One side compared with BASE.
 *
 * @param base the side that it is compared with
 * @param now the side that is compared
 * @param cells cells of BASE in their order, then the cells that only NEW has
 */
public record SideComparison(Side base, Side now, List<ComparedCell> cells) {
    /** A machine's state usually does not change within this time. */
    private static final Duration SAME_HOUR = Duration.ofHours(1);

    /** Maximum number of values that a message lists; nobody reads longer lines. */
    private static final int MAX_VALUES = 3;

    public SideComparison {
        cells = List.copyOf(cells);
    }

    /**
     * Compares each side with {@code base}. All cells of all sides are judged together, so that a single wrong difference among
     * them is as rare as a wrong difference in one comparison.
     */
    public static List<SideComparison> of(Side base, List<Side> others, References references)
            throws NotComparableException {
        List<SideComparison> unjudged = new ArrayList<>();
        for (Side now : others) {
            requireLike(base, now);
            requireReferences(references, base);
            requireReferences(references, now);
            unjudged.add(matched(references.dividing(base), references.dividing(now), references));
        }
        List<ComparedCell> compared = unjudged.stream()
                .flatMap(each -> each.cells.stream())
                .filter(ComparedCell::isCompared)
                .toList();
        List<Holm.Decision> decisions = Holm.judge(compared.stream()
                .map(cell -> cell.comparison().orElseThrow().pValue(1))
                .toList());
        int next = 0;
        List<SideComparison> judged = new ArrayList<>();
        for (SideComparison each : unjudged) {
            List<ComparedCell> cells = new ArrayList<>();
            for (ComparedCell cell : each.cells) {
                cells.add(cell.isCompared() ? cell.judged(decisions.get(next++)) : cell);
            }
            judged.add(new SideComparison(each.base, each.now, cells));
        }
        return judged;
    }

    /** A condition that is known for both sides and differs. */
    public record Difference(String name, String base, String now) {}

    /** The differences in environments, options, and the extents of the common cells. */
    public List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        base.conditions().forEach((name, before) -> {
            String after = now.conditions().getOrDefault(name, "");
            if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
                differences.add(new Difference(name, before, after));
            }
        });
        Set<Difference> extents = new LinkedHashSet<>();
        for (ComparedCell cell : cells) {
            if (cell.base().isPresent() && cell.now().isPresent()) {
                String before = cell.base().get().extent();
                String after = cell.now().get().extent();
                if (!before.equals(after)) {
                    extents.add(new Difference("measured part", before, after));
                }
            }
        }
        differences.addAll(extents);
        return differences;
    }

    /** Whether both were certainly measured on different machines. */
    public boolean isOfTwoMachines() {
        return now.origin().isAnotherMachine(base.origin());
    }

    /** Whether the machine was certainly rebooted in between. */
    public boolean isOfTwoBoots() {
        return !isOfTwoMachines() && now.origin().isAnotherBoot(base.origin());
    }

    /** How much later NEW was measured, negative if earlier; empty if that is not known, or within an hour. */
    public Optional<Duration> hoursApart() {
        return now.origin().after(base.origin()).filter(apart -> apart.abs().compareTo(SAME_HOUR) > 0);
    }

    private static SideComparison matched(Side base, Side now, References references) throws NotComparableException {
        Map<CellKey, MeasuredCell> before = base.byKey();
        Map<CellKey, MeasuredCell> after = now.byKey();
        Set<CellKey> keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<ComparedCell> cells = keys.stream()
                .map(key -> ComparedCell.of(
                        key,
                        Optional.ofNullable(before.get(key)),
                        Optional.ofNullable(after.get(key)),
                        references.contains(key)))
                .toList();
        if (cells.stream()
                .noneMatch(cell -> cell.base().isPresent() && cell.now().isPresent())) {
            throw new NotComparableException(
                    "%s and %s have no cell in common: %s".formatted(base.name(), now.name(), obstacle(base, now)));
        }
        return new SideComparison(base, now, cells);
    }

    /** The properties in which every cell of one side differs from every cell of the other; an example of each if there are none. */
    private static String obstacle(Side base, Side now) {
        Set<String> names = Stream.of(base, now)
                .flatMap(side -> side.byKey().keySet().stream())
                .flatMap(key -> key.properties().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> differing = names.stream()
                .filter(name -> Collections.disjoint(values(base, name), values(now, name)))
                .map(name -> "%s is %s in %s, %s in %s"
                        .formatted(name, words(values(base, name)), base.name(), words(values(now, name)), now.name()))
                .toList();
        return differing.isEmpty()
                ? "%s has %s, %s has %s".formatted(base.name(), example(base), now.name(), example(now))
                : String.join("; ", differing);
    }

    private static List<String> values(Side side, String property) {
        return side.byKey().keySet().stream()
                .map(key -> key.of(property))
                .distinct()
                .toList();
    }

    private static String words(List<String> values) {
        return values.stream()
                        .limit(MAX_VALUES)
                        .map(value -> value.isEmpty() ? "not given" : value)
                        .collect(Collectors.joining(" or "))
                + (values.size() > MAX_VALUES ? " or %d more".formatted(values.size() - MAX_VALUES) : "");
    }

    private static String example(Side side) {
        return side.cells().isEmpty()
                ? "no cells"
                : side.cells().get(0).key().text()
                        + (side.cells().size() == 1
                                ? ""
                                : " and %d more".formatted(side.cells().size() - 1));
    }

    static void requireLike(Side base, Side now) throws NotComparableException {
        if (base.origin().identity().equals(now.origin().identity())) {
            throw new NotComparableException(
                    "%s and %s are the same; give two different ones".formatted(base.name(), now.name()));
        }
    }

    static void requireReferences(References references, Side side) throws NotComparableException {
        List<String> lacking = references.lacking(side);
        if (!lacking.isEmpty()) {
            throw new NotComparableException("%s has no reference %s; its transports: %s"
                    .formatted(
                            side.name(), String.join(", ", lacking), String.join(", ", References.transportsOf(side))));
        }
    }

    /** Two sides cannot be compared; the message says in one line why. */
    public static final class NotComparableException extends Exception {
        private static final long serialVersionUID = 1;

        public NotComparableException(String message) {
            super(message);
        }
    }

    /**
     * A cell that a gate does not certainly let pass.
     *
     * @param now the side in which it is, or may be, too slow
     * @param cell its comparison
     * @param fails whether it is certainly slower than allowed; otherwise that is undecided
     */
    public record GatedCell(Side now, ComparedCell cell, boolean fails) {

        /**
         * The cells that do not certainly pass, in the order of the comparisons. The whole intervals of those that fail, which the table
         * shows, lie beyond the limit as well.
         */
        public static List<GatedCell> of(Gate gate, List<SideComparison> comparisons) {
            List<GatedCell> compared = new ArrayList<>();
            for (SideComparison comparison : comparisons) {
                comparison.cells().stream()
                        .filter(ComparedCell::isCompared)
                        .forEach(cell -> compared.add(new GatedCell(
                                comparison.now(),
                                cell,
                                cell.interval().orElseThrow().high() < gate.limit())));
            }
            List<Gate.Judgement> judgements = Gate.judge(compared.stream()
                    .map(each -> new Gate.Gated(gate, each.cell().comparison().orElseThrow()))
                    .toList());
            List<GatedCell> gated = new ArrayList<>();
            for (int i = 0; i < compared.size(); i++) {
                GatedCell each = compared.get(i);
                if (judgements.get(i) != Gate.Judgement.HOLDS) {
                    boolean fails = each.fails() && judgements.get(i) == Gate.Judgement.FAILS;
                    gated.add(new GatedCell(each.now(), each.cell(), fails));
                }
            }
            return gated;
        }
    }

    /**
     * One cell of both sides, compared.
     *
     * @param key the properties that the cells of both sides are matched by
     * @param base the cell of BASE; empty if BASE has none
     * @param now the cell of NEW; empty if NEW has none
     * @param comparison of their speeds; empty if they cannot be compared
     * @param alpha how often the interval may miss the true ratio
     * @param outcome result of the comparison
     * @param why reason why it cannot be compared; empty if it can
     */
    public record ComparedCell(
            CellKey key,
            Optional<MeasuredCell> base,
            Optional<MeasuredCell> now,
            Optional<RatioEstimate> comparison,
            double alpha,
            Outcome outcome,
            String why) {

        /** Two cells before their difference is judged. */
        static ComparedCell of(
                CellKey key, Optional<MeasuredCell> base, Optional<MeasuredCell> now, boolean isReference) {
            String obstacle = obstacle(base, now);
            Optional<RatioEstimate> comparison = base.isPresent() && now.isPresent() && obstacle.isEmpty()
                    ? RatioEstimate.unpaired(
                            base.get().speeds().values(), now.get().speeds().values())
                    : Optional.empty();
            Outcome outcome = comparison.isPresent() ? Outcome.NO_DIFFERENCE_SEEN : Outcome.NOT_COMPARABLE;
            return new ComparedCell(
                    key, base, now, comparison, Holm.ALPHA, isReference ? Outcome.REFERENCE : outcome, obstacle);
        }

        /** Returns a copy with an outcome, judged together with all compared cells. */
        ComparedCell judged(Holm.Decision decision) {
            Outcome judged = Outcome.of(comparison.orElseThrow().ratio(), decision.differs());
            return new ComparedCell(key, base, now, comparison, decision.alpha(), judged, why);
        }

        /** Whether its difference is judged. */
        public boolean isCompared() {
            return comparison.isPresent() && outcome != Outcome.REFERENCE;
        }

        /** Whether BASE has a figure that cannot be compared with NEW. */
        public boolean isLost() {
            return outcome == Outcome.NOT_COMPARABLE
                    && base.filter(cell -> cell.score().isPresent()).isPresent();
        }

        /** The ratio's interval; empty if there is no ratio. */
        public Optional<Interval> interval() {
            return comparison.map(each -> each.interval(alpha));
        }

        /** The smallest difference that most such comparisons would detect, as a share; empty unless no difference was seen. */
        public OptionalDouble minimumDetectableDifference() {
            return outcome == Outcome.NO_DIFFERENCE_SEEN
                    ? OptionalDouble.of(comparison.orElseThrow().minimumDetectableDifference(alpha))
                    : OptionalDouble.empty();
        }

        /** The cell of BASE, or of NEW if BASE has none. */
        public MeasuredCell either() {
            return base.or(() -> now).orElseThrow();
        }

        private static String obstacle(Optional<MeasuredCell> base, Optional<MeasuredCell> now) {
            if (base.isEmpty()) {
                return "not in BASE";
            }
            if (now.isEmpty()) {
                return "not in NEW";
            }
            MeasuredCell before = base.get();
            MeasuredCell after = now.get();
            if (!before.work().equals(after.work())) {
                return "%s in BASE, %s in NEW".formatted(before.work(), after.work());
            }
            String inBase = obstacle(before, "BASE");
            String inEither = inBase.isEmpty() ? obstacle(after, "NEW") : inBase;
            return inEither.isEmpty() && !before.unit().equals(after.unit())
                    ? "%s in BASE, %s in NEW".formatted(before.unit(), after.unit())
                    : inEither;
        }

        private static String obstacle(MeasuredCell cell, String side) {
            if (!cell.obstacle().isEmpty()) {
                return "%s: %s".formatted(side, cell.obstacle());
            }
            return cell.speeds().size() < RatioEstimate.MIN_RATES
                    ? "%s: measured %s, use -i %d or more"
                            .formatted(side, cell.speeds().size() == 1 ? "once" : "twice", RatioEstimate.MIN_RATES)
                    : "";
        }
    }
}
