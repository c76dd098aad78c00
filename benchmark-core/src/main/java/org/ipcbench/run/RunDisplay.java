package org.ipcbench.run;

import java.util.List;
import java.util.function.Supplier;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.rounds.RunListener;

/** Shows a run to people while it is measured. */
@FunctionalInterface
public interface RunDisplay {

    /** Shows a line about the run. */
    void line(String text);

    /**
     * Begins to show the progress of a plan's iterations.
     *
     * @param soFar the results at any time between two iterations
     */
    default Progress progress(Plan plan, Supplier<RunResult> soFar) {
        return this::line;
    }

    /** Shows the results before files are made of them, which may take a while. */
    default void measured(RunOutcome outcome) {}

    /** The progress of the iterations, from the first one until this object is closed. */
    @FunctionalInterface
    interface Progress extends AutoCloseable {

        /** Shows a line about the iteration that is measured. */
        void line(String text);

        /** Listeners that need more than lines. */
        default List<RunListener> listeners() {
            return List.of();
        }

        /** Whether the user has asked for the end of the run after the present iteration; asked between iterations. */
        default boolean isEndWanted() {
            return false;
        }

        @Override
        default void close() {}
    }
}
