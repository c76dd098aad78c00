package org.ipcbench.analysis.doubt;

/** A rule that compares a mean over the iterations with a limit. */
public interface LimitRule extends Rule {
    Reason.Kind kind();

    /** There is doubt above this limit. */
    double limit();
}
