package org.ipcbench.analysis.doubt;

import java.util.Map;
import java.util.Optional;

/** Decides whether the evidence raises one kind of doubt. */
interface Rule {
    /** The doubt; empty if there is none, or if the evidence does not tell. */
    Optional<Reason> doubt(Evidence evidence);

    /** A doubt with one number. */
    static Optional<Reason> found(Reason.Kind kind, Statement statement, String number, double value, String advice) {
        return Optional.of(new Reason(kind, statement, Map.of(number, value), advice));
    }
}
