package org.ipcbench.run;

import java.util.List;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.rounds.RunListener;

/** What people see of a run while it goes on. */
@FunctionalInterface
public interface RunDisplay {

    /** Shows a line about the run. */
    void line(String text);

    /** Begins to show how the iterations of a plan go on. */
    default Progress progress(Plan plan) {
        return this::line;
    }

    /** Shows what was measured, before files are made of it, which may take a while. */
    default void measured(RunOutcome outcome) {}

    /** How the iterations go on, from the first one until this is closed. */
    @FunctionalInterface
    interface Progress extends AutoCloseable {

        /** Shows a line about the iteration that is measured. */
        void line(String text);

        /** Those who want to know more than lines. */
        default List<RunListener> listeners() {
            return List.of();
        }

        @Override
        default void close() {}
    }
}
