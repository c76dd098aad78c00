package org.ipcbench.plan.rounds;

import java.io.IOException;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.IterationResult;

/** Is told how a run goes; called on the thread that runs it. */
public interface RunListener {

    /**
     * A round is about to begin.
     *
     * @param turnsLeft number of iterations still to come, as far as that can be known
     */
    default void roundStarted(long turnsLeft) {}

    /** An iteration begins: its JVMs are about to be started. */
    default void iterationStarted(Plan.Turn turn) {}

    /** The measured part has begun, then goes on, reported at most twice a second; {@code fraction} from 0 to 1. */
    default void progressed(Plan.Turn turn, double fraction) {}

    /** An iteration was paused and is repeated once; the repetition gives its result. */
    default void iterationRepeated(IterationResult paused) throws IOException {}

    /**
     * What a round has measured counts no longer.
     *
     * @param part the planned iterations once they are measured again, or a repetition that could not be completed
     */
    default void roundSuperseded(int round, Plan.Part part) throws IOException {}

    /** Something went wrong that costs no figures, told in one line. */
    default void warned(String warning) {}

    /** An iteration is over, one way or the other. */
    default void iterationEnded(IterationResult result) throws IOException {}
}
