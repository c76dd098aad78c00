package org.ipcbench.run.request;

import java.io.IOException;
import org.ipcbench.plan.Plan;

/** Work before the first cell is measured; may take a while. */
@FunctionalInterface
public interface Preparation {
    /** Nothing to prepare. */
    Preparation NONE = () -> {};

    /**
     * Checks that nothing is known to be missing; a dry run does only this.
     *
     * @throws InvalidRequestException if something is missing
     */
    default void check(Plan plan) throws IOException {}

    /** Does the work. An interrupt of the thread ends it. */
    void prepare() throws IOException;
}
