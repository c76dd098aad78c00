package org.ipcbench.plan.rounds;

import java.io.IOException;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;

/** Receives the events of a run, on the thread that runs it. */
public interface RunListener {

    /**
     * A round is about to begin.
     *
     * @param turnsLeft number of iterations still to come, as far as it can be predicted
     */
    default void roundStarted(long turnsLeft) {}

    /** An iteration begins: its JVMs are about to be started. */
    default void iterationStarted(Plan.Turn turn) {}

    /** The measured part has begun, then goes on, reported at most twice a second; {@code fraction} from 0 to 1. */
    default void progressed(Plan.Turn turn, double fraction) {}

    /** An iteration was paused and is repeated once; the repetition gives its result. */
    default void iterationRepeated(IterationResult paused) throws IOException {}

    /**
     * The measurements of a round count no longer.
     *
     * @param part the planned iterations, if they were measured again; or a repetition that could not be completed
     */
    default void roundSuperseded(int round, Plan.Part part) throws IOException {}

    /** A problem occurred that affects no figures, described in one line. */
    default void warned(String warning) {}

    /** An iteration is over, whether it was measured or failed. */
    default void iterationEnded(IterationResult result) throws IOException {}
}
