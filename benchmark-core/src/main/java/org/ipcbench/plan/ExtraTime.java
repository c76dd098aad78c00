package org.ipcbench.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;

/**
 * A number of planned rounds, then more time for the cells that need it. A cell that is suspect for a cause that time cures is
 * measured again as a whole, once, with a longer warm-up; these iterations replace the others as soon as they are as many. A cell
 * whose interval is wide gets up to {@value #MAX_EXTRA_PER_ROUND} extra iteration for each planned one. docs/validation.md says
 * how often the intervals then contain the truth.
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

    static final int MAX_EXTRA_PER_ROUND = 1;

    public ExtraTime {
        if (rounds < 1 || longest.isNegative() || addedWarmUpNanos < 0) {
            throw new IllegalArgumentException("no %d rounds within %s".formatted(rounds, longest));
        }
    }

    @Override
    public int leastRounds() {
        return rounds;
    }

    @Override
    public boolean wantsAnother(int measured, List<Summary> figures, Pace pace) {
        return measured < rounds;
    }

    @Override
    public boolean hasTime(Pace pace) {
        return pace.elapsedNanos() + pace.roundNanos() <= longest.toNanos();
    }

    @Override
    public int expectedRounds(int measured, List<Summary> figures, Pace pace) {
        return Math.max(measured, rounds);
    }

    @Override
    public Optional<String> shortfall(List<Summary> figures) {
        return Optional.empty();
    }

    /** Suspect cells come first, since their figures mislead; a cell is begun only if there is time for all of its rounds. */
    @Override
    public List<Plan.Turn> further(List<CellProgress> cells, Pace pace) {
        long leftNanos = longest.toNanos() - pace.elapsedNanos();
        List<Plan.Turn> again = again(cells, leftNanos, pace.turnNanos() + addedWarmUpNanos);
        return again.isEmpty() ? extra(cells, leftNanos, pace.turnNanos()) : again;
    }

    private List<Plan.Turn> again(List<CellProgress> cells, long leftNanos, long turnNanos) {
        List<Plan.Turn> turns = new ArrayList<>();
        long left = leftNanos;
        List<CellProgress> begunFirst = cells.stream()
                .filter(cell -> !cell.againRounds().isEmpty() || isCurable(cell))
                .sorted(Comparator.comparing(cell -> cell.againRounds().isEmpty()))
                .toList();
        for (CellProgress cell : begunFirst) {
            int[] missing = missingRounds(cell);
            left -= missing.length * turnNanos;
            if (missing.length > 0 && left >= 0) {
                turns.add(new Plan.Turn(cell.cell(), missing[0], Plan.Part.AGAIN));
            }
        }
        return turns;
    }

    private List<Plan.Turn> extra(List<CellProgress> cells, long leftNanos, long turnNanos) {
        return cells.stream()
                .filter(cell -> cell.doubts().equals(WIDE) && extraCount(cell) < MAX_EXTRA_PER_ROUND * rounds)
                .limit(turnNanos == 0 ? 0 : Math.max(0, leftNanos / turnNanos))
                .map(cell -> new Plan.Turn(cell.cell(), rounds + extraCount(cell) + 1, partOf(cell)))
                .toList();
    }

    private int[] missingRounds(CellProgress cell) {
        return IntStream.rangeClosed(1, rounds)
                .filter(round -> !cell.againRounds().contains(round))
                .toArray();
    }

    /** Extra iterations of a cell that was measured again need the same warm-up. */
    private static Plan.Part partOf(CellProgress cell) {
        return cell.isReplaced() ? Plan.Part.AGAIN : Plan.Part.EXTRA;
    }

    private int extraCount(CellProgress cell) {
        Set<Integer> attempted = cell.isReplaced() ? cell.againRounds() : cell.extraRounds();
        return (int) attempted.stream().filter(round -> round > rounds).count();
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
