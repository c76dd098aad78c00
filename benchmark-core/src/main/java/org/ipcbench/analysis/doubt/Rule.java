package org.ipcbench.analysis.doubt;

import java.util.Map;
import java.util.Optional;

/** Decides whether the evidence raises one kind of doubt. */
public interface Rule {
    /** The doubt; empty if there is none, or if the evidence does not tell. */
    Optional<Reason> doubt(Evidence evidence);

    /** A doubt with one number. */
    static Optional<Reason> found(Reason.Kind kind, Statement statement, String number, double value, String advice) {
        return Optional.of(new Reason(kind, statement, Map.of(number, value), advice));
    }

    /** A rule that compares a mean over the iterations with a limit. */
    interface LimitRule extends Rule {
        Reason.Kind kind();

        /** There is doubt above this limit. */
        double limit();
    }
}
