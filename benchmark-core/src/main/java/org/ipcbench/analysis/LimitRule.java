package org.ipcbench.analysis;

/** A rule that compares a mean over the iterations with a limit. */
interface LimitRule extends Rule {
    Reason.Kind kind();

    /** Above it there is doubt. */
    double limit();
}
