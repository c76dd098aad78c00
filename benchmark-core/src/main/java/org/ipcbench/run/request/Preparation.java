package org.ipcbench.run.request;

import java.io.IOException;
import org.ipcbench.plan.Plan;

/** Work that is done before the first cell is measured, and that takes a while. */
@FunctionalInterface
public interface Preparation {
    /** Nothing to prepare. */
    Preparation NONE = () -> {};

    /**
     * Looks for what is known to be missing; a dry run does only this.
     *
     * @throws InvalidRequestException if something is
     */
    default void check(Plan plan) throws IOException {}

    /** Does the work. Interrupting the thread ends it. */
    void prepare() throws IOException;
}
