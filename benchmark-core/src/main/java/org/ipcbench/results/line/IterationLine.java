package org.ipcbench.results.line;

import java.util.Optional;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.IterationResult;
import org.jspecify.annotations.Nullable;

/**
 * A line about an iteration; it repeats the dimensions of the cell for people and other tools.
 *
 * @param cell index of its cell or baseline in the header
 * @param round number of its round, from 1
 * @param part purpose of the iteration
 * @param superseded whether it counts no longer
 * @param measurement what was measured; null if it failed
 * @param breakdown where its time went; null if it failed
 * @param failure why it failed; null if it did not
 */
public record IterationLine(
        int cell,
        int round,
        String part,
        boolean superseded,
        @Nullable Measurement measurement,
        @Nullable Breakdown breakdown,
        @Nullable Failure failure) {
    public static final String RECORD = "iteration";

    public IterationLine {
        if ((measurement == null) == (failure == null)) {
            throw new IllegalArgumentException("an iteration was measured or failed");
        }
    }

    /**
     * Why an iteration failed.
     *
     * @param message the transport, the role, what happened and what to try
     * @param paused whether its processes were stopped for a while
     * @param repeated whether another attempt follows, which counts instead
     */
    public record Failure(String message, boolean paused, boolean repeated) {
        public Failure {
            if (String.valueOf(message).isBlank()) { // null if read
                throw new IllegalArgumentException("a failure has a reason");
            }
        }
    }

    public Plan.Part planned() {
        return Plan.Part.labelled(part);
    }

    /** Whether another attempt counts instead. */
    public boolean isRepeated() {
        return failure != null && failure.repeated();
    }

    /** The result of an iteration of this cell. */
    public IterationResult result(Cell measured) {
        return new IterationResult(
                new Plan.Turn(measured, round, planned()),
                Optional.ofNullable(measurement),
                Optional.ofNullable(breakdown),
                failure == null ? "" : failure.message(),
                failure != null && failure.paused());
    }
}
