package org.ipcbench.plan.result;

import java.util.Optional;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Plan;

/**
 * The result of one iteration.
 *
 * @param turn the iteration
 * @param measurement what was measured; empty if it failed
 * @param breakdown where its time went; empty if it failed
 * @param failure why it failed; empty if it did not
 * @param paused whether it failed because its processes were stopped for a while
 */
public record IterationResult(
        Plan.Turn turn,
        Optional<Measurement> measurement,
        Optional<Breakdown> breakdown,
        String failure,
        boolean paused) {

    /** The result of an iteration without a pause. */
    public IterationResult(
            Plan.Turn turn, Optional<Measurement> measurement, Optional<Breakdown> breakdown, String failure) {
        this(turn, measurement, breakdown, failure, false);
    }

    public static IterationResult measured(Plan.Turn turn, Measurement measurement, Breakdown breakdown) {
        return new IterationResult(turn, Optional.of(measurement), Optional.of(breakdown), "");
    }

    public static IterationResult failed(Plan.Turn turn, String failure) {
        return new IterationResult(turn, Optional.empty(), Optional.empty(), failure);
    }

    public static IterationResult paused(Plan.Turn turn, String failure) {
        return new IterationResult(turn, Optional.empty(), Optional.empty(), failure, true);
    }

    /** Returns a copy with a note that the iteration is repeated. */
    public IterationResult beforeRepetition() {
        return paused(turn, "%s; iteration %d is repeated".formatted(failure, turn.iteration()));
    }
}
