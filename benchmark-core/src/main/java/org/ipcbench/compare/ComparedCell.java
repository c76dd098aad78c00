package org.ipcbench.compare;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Outcome;
import org.ipcbench.analysis.statistics.RatioEstimate;

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
    static ComparedCell of(CellKey key, Optional<MeasuredCell> base, Optional<MeasuredCell> now, boolean isReference) {
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
