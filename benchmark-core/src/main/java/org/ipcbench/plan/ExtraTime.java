package org.ipcbench.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.StoppingRule.Forecast;

/**
 * A number of planned rounds, then more time for the cells that need it. A cell that is suspect for a cause that time cures is
 * measured again as a whole, once, with a longer warm-up; these iterations replace the others as soon as they are as many. A cell
 * whose interval is wide gets as many extra iterations as were planned. docs/validation.md says how often the intervals then
 * contain the truth.
 *
 * @param rounds number of planned rounds
 * @param longest time limit of the run: no iteration beyond the planned rounds begins that would exceed it
 * @param addedWarmUpNanos how much longer the warm-up of a cell that is measured again may take, in nanoseconds; 0 if the user
 *     has limited it
 */
public record ExtraTime(int rounds, Duration longest, long addedWarmUpNanos) implements StoppingRule {
    /** Doubts about the machine, which may be gone the next time. */
    private static final Set<Reason.Kind> OF_THE_MACHINE =
            EnumSet.of(Reason.Kind.STALL, Reason.Kind.STEAL, Reason.Kind.THROTTLED, Reason.Kind.OTHER_LOAD);

    /** Doubts that a longer warm-up may cure. */
    private static final Set<Reason.Kind> OF_THE_WARM_UP = EnumSet.of(Reason.Kind.WARM_UP, Reason.Kind.TIMESTAMPS);

    private static final Set<Reason.Kind> WIDE = EnumSet.of(Reason.Kind.WIDE);

    public ExtraTime {
        if (rounds < 1 || longest.isNegative() || addedWarmUpNanos < 0) {
            throw new IllegalArgumentException("no %d rounds within %s".formatted(rounds, longest));
        }
    }

    @Override
    public int minRounds() {
        return rounds;
    }

    @Override
    public List<Plan.Turn> next(RunProgress run) {
        return run.rounds() < rounds ? run.nextRound() : further(run.cells(), run.pace());
    }

    @Override
    public boolean hasTime(Pace pace) {
        return pace.hasTime(longest);
    }

    @Override
    public int expectedRounds(RunProgress run) {
        return Math.max(run.rounds(), rounds);
    }

    @Override
    public Forecast forecast(Forecast planned, int cells, double addedShare) {
        return planned.plusWithin(planned.seconds() * addedShare, Math.max(planned.seconds(), longest.toNanos() / 1e9));
    }

    /** Suspect cells come first, since their figures mislead; a cell is begun only if there is time for all of its rounds. */
    private List<Plan.Turn> further(List<CellProgress> cells, Pace pace) {
        long leftNanos = longest.toNanos() - pace.elapsedNanos();
        List<Plan.Turn> again = again(cells, leftNanos, pace.turnNanos() + addedWarmUpNanos);
        return again.isEmpty() ? extra(cells, leftNanos, pace.turnNanos()) : again;
    }

    private List<Plan.Turn> again(List<CellProgress> cells, long leftNanos, long turnNanos) {
        return next(
                cells.stream().filter(this::isBegunAgain).toList(),
                cells.stream()
                        .filter(cell -> !isExtended(cell) && cell.againRounds().isEmpty() && isCurable(cell))
                        .toList(),
                cell -> missing(cell.againRounds(), 1),
                unused -> Plan.Part.AGAIN,
                leftNanos,
                turnNanos);
    }

    /**
     * All of a cell's extra iterations are measured once the first one is, regardless of what they show: an interval would miss
     * the truth more often if the cell stopped at the first moment that looks good.
     */
    private List<Plan.Turn> extra(List<CellProgress> cells, long leftNanos, long turnNanos) {
        return next(
                cells.stream().filter(this::isExtended).toList(),
                cells.stream()
                        .filter(cell ->
                                extraRounds(cell).isEmpty() && cell.doubts().equals(WIDE))
                        .toList(),
                cell -> missing(extraRounds(cell), rounds + 1),
                ExtraTime::partOf,
                leftNanos,
                turnNanos);
    }

    /** The next iteration of each cell that has begun, and of those others for all of whose missing iterations there is time. */
    private static List<Plan.Turn> next(
            List<CellProgress> begun,
            List<CellProgress> others,
            Function<CellProgress, int[]> missing,
            Function<CellProgress, Plan.Part> part,
            long leftNanos,
            long turnNanos) {
        List<Plan.Turn> turns = new ArrayList<>();
        long left = leftNanos;
        for (CellProgress cell : Stream.concat(begun.stream(), others.stream()).toList()) {
            int[] rounds = missing.apply(cell);
            left -= rounds.length * turnNanos;
            if (rounds.length > 0 && left >= 0) {
                turns.add(new Plan.Turn(cell.cell(), rounds[0], part.apply(cell)));
            }
        }
        return turns;
    }

    /** The rounds that are missing of as many as were planned. */
    private int[] missing(Set<Integer> measured, int first) {
        return IntStream.range(first, first + rounds)
                .filter(round -> !measured.contains(round))
                .toArray();
    }

    private boolean isBegunAgain(CellProgress cell) {
        return !cell.againRounds().isEmpty() && missing(cell.againRounds(), 1).length > 0;
    }

    /** Whether some of its extra iterations are measured, but not all. */
    private boolean isExtended(CellProgress cell) {
        Set<Integer> extra = extraRounds(cell);
        return !extra.isEmpty() && missing(extra, rounds + 1).length > 0;
    }

    private Set<Integer> extraRounds(CellProgress cell) {
        Set<Integer> measured = cell.isReplaced() ? cell.againRounds() : cell.extraRounds();
        return measured.stream().filter(round -> round > rounds).collect(Collectors.toSet());
    }

    /** Extra iterations of a cell that was measured again need the same warm-up. */
    private static Plan.Part partOf(CellProgress cell) {
        return cell.isReplaced() ? Plan.Part.AGAIN : Plan.Part.EXTRA;
    }

    /** Whether all that makes the cell suspect may be gone the next time. */
    private boolean isCurable(CellProgress cell) {
        return cell.doubts().stream().anyMatch(this::isCurable)
                && cell.doubts().stream().allMatch(doubt -> isCurable(doubt) || doubt == Reason.Kind.WIDE);
    }

    private boolean isCurable(Reason.Kind doubt) {
        return OF_THE_MACHINE.contains(doubt) || (addedWarmUpNanos > 0 && OF_THE_WARM_UP.contains(doubt));
    }
}
