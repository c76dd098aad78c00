package org.ipcbench.plan;

import java.io.IOException;

/** Is told how a run goes; called on the thread that runs it. */
public interface RunListener {

    /** An iteration begins: its JVMs are about to be started. */
    default void iterationStarted(Plan.Turn turn) {}

    /** The measured part has begun, then goes on, reported at most twice a second; {@code fraction} from 0 to 1. */
    default void progressed(Plan.Turn turn, double fraction) {}

    /** An iteration was paused and is repeated once; the repetition gives its result. */
    default void iterationRepeated(IterationResult paused) throws IOException {}

    /** Something went wrong that costs no figures, told in one line. */
    default void warned(String warning) {}

    /** An iteration is over, one way or the other. */
    default void iterationEnded(IterationResult result) throws IOException {}
}
