package org.ipcbench.plan;

import java.util.Set;

/**
 * The results of an earlier process for a plan.
 *
 * @param turns iterations that have a result
 * @param repeatedRounds rounds that were disturbed and have been measured again
 * @param turnNanos mean time of an iteration, in nanoseconds; 0 if there is none
 */
public record Earlier(Set<Plan.Turn> turns, Set<Integer> repeatedRounds, long turnNanos) {
    /** Nothing is measured yet. */
    public static final Earlier NOTHING = new Earlier(Set.of(), Set.of(), 0);

    public Earlier {
        turns = Set.copyOf(turns);
        repeatedRounds = Set.copyOf(repeatedRounds);
    }

    /** Number of iterations in the rounds that the plan had from the beginning. */
    public long countOf(Plan plan) {
        return turns.stream()
                .filter(turn -> turn.part() == Plan.Part.BASELINE
                        || (turn.part() == Plan.Part.PLANNED && turn.iteration() <= plan.iterations()))
                .count();
    }
}
