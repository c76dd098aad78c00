package org.ipcbench.run.request;

import java.util.Set;
import org.ipcbench.analysis.doubt.Reason;

/**
 * Which figures the user accepts.
 *
 * @param ignored kinds of doubt that make no figure suspect
 * @param strict whether each transport that was named one by one has to have a figure that is not invalid
 */
public record Acceptance(Set<Reason.Kind> ignored, boolean strict) {
    /** Every doubt counts, and a cell may lack a figure. */
    public static final Acceptance USUAL = new Acceptance(Set.of(), false);

    public Acceptance {
        ignored = Set.copyOf(ignored);
    }
}
