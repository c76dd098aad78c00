package org.ipcbench.compare;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Outcome;
import org.ipcbench.analysis.statistics.UnpairedComparison;

/**
 * What became of one cell.
 *
 * @param key what the cells of both sides are matched by
 * @param base the cell of BASE; empty where BASE has none
 * @param now the cell of NEW; empty where NEW has none
 * @param comparison of their speeds; empty where they cannot be compared
 * @param alpha how often the interval may leave out the true ratio
 * @param outcome what is said of the cell
 * @param why it cannot be compared; empty where it can
 */
public record ComparedCell(
        CellKey key,
        Optional<MeasuredCell> base,
        Optional<MeasuredCell> now,
        Optional<UnpairedComparison> comparison,
        double alpha,
        Outcome outcome,
        String why) {

    /** Two cells before anything is said of their difference. */
    static ComparedCell of(CellKey key, Optional<MeasuredCell> base, Optional<MeasuredCell> now, boolean isReference) {
        String obstacle = obstacle(base, now);
        Optional<UnpairedComparison> comparison = base.isPresent() && now.isPresent() && obstacle.isEmpty()
                ? UnpairedComparison.of(
                        base.get().speeds().values(), now.get().speeds().values())
                : Optional.empty();
        if (comparison.isEmpty()) {
            return new ComparedCell(
                    key,
                    base,
                    now,
                    comparison,
                    Holm.ALPHA,
                    isReference ? Outcome.REFERENCE : Outcome.NOT_COMPARABLE,
                    obstacle);
        }
        return new ComparedCell(
                key,
                base,
                now,
                comparison,
                Holm.ALPHA,
                isReference ? Outcome.REFERENCE : Outcome.NO_DIFFERENCE_SEEN,
                "");
    }

    /** The same cell, judged among all that are compared. */
    ComparedCell judged(Holm.Decision decision) {
        Outcome judged = Outcome.of(comparison.orElseThrow().ratio(), decision.differs());
        return new ComparedCell(key, base, now, comparison, decision.alpha(), judged, why);
    }

    /** Whether something may be said of its difference. */
    public boolean isCompared() {
        return comparison.isPresent() && outcome != Outcome.REFERENCE;
    }

    /** Whether BASE has a figure that NEW says nothing about. */
    public boolean isLost() {
        return outcome == Outcome.NOT_COMPARABLE
                && base.filter(cell -> cell.score().isPresent()).isPresent();
    }

    /** The ratio's interval; empty where there is no ratio. */
    public Optional<Interval> interval() {
        return comparison.map(each -> each.interval(alpha));
    }

    /** The smallest difference that most such comparisons would have seen, as a share; empty where one was seen. */
    public OptionalDouble minimumDetectableDifference() {
        return outcome == Outcome.NO_DIFFERENCE_SEEN
                ? OptionalDouble.of(comparison.orElseThrow().minimumDetectableDifference(alpha))
                : OptionalDouble.empty();
    }

    /** Either cell; one of them there always is. */
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
        if (!before.unit().equals(after.unit())) {
            return "%s in BASE, %s in NEW".formatted(before.unit(), after.unit());
        }
        String inBase = obstacle(before, "BASE");
        return inBase.isEmpty() ? obstacle(after, "NEW") : inBase;
    }

    private static String obstacle(MeasuredCell cell, String side) {
        if (!cell.obstacle().isEmpty()) {
            return "%s: %s".formatted(side, cell.obstacle());
        }
        return cell.speeds().size() < UnpairedComparison.MIN_RATES
                ? "%s: measured %s, use -i %d or more"
                        .formatted(side, cell.speeds().size() == 1 ? "once" : "twice", UnpairedComparison.MIN_RATES)
                : "";
    }
}
