package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;

/**
 * How an answer changes under other conditions.
 *
 * @param conditions the other target
 * @param kind how it changes
 * @param successor the candidate that takes over; empty if none does
 * @param measured the candidates that were measured under these conditions
 */
public record Change(Target conditions, Kind kind, Optional<Judgement> successor, List<String> measured) {
    public Change {
        measured = List.copyOf(measured);
    }

    /** The ways in which an answer may change. */
    public enum Kind {
        /** The recommended candidate is still the one to take, or one of several equally cheap ones. */
        STAYS,
        /** Another candidate is the one to take. */
        TAKES_OVER,
        /** The recommended candidate is too close to its limit, and no other one reaches the target. */
        TOO_CLOSE,
        /** No candidate that was measured reaches the target. */
        NOBODY
    }

    /**
     * Compares answers.
     *
     * @param incumbent the candidate that is recommended
     * @param elsewhere the answer under other conditions
     */
    public static Change of(String incumbent, Advice elsewhere) {
        if (elsewhere.couldRecommend(incumbent)) {
            return of(elsewhere, Kind.STAYS);
        }
        if (elsewhere.recommended().isPresent()) {
            return of(elsewhere, Kind.TAKES_OVER);
        }
        boolean close = elsewhere
                .judgementOf(incumbent)
                .filter(judgement -> judgement.answer() == LatencyBound.Answer.TOO_CLOSE)
                .isPresent();
        return of(elsewhere, close ? Kind.TOO_CLOSE : Kind.NOBODY);
    }

    /** Whether another answer is certain, and not merely open. */
    public boolean isContradiction() {
        return kind == Kind.TAKES_OVER || kind == Kind.NOBODY;
    }

    private static Change of(Advice elsewhere, Kind kind) {
        return new Change(
                elsewhere.target(),
                kind,
                kind == Kind.TAKES_OVER ? elsewhere.recommended() : Optional.empty(),
                elsewhere.ranked().stream().map(Judgement::candidate).sorted().toList());
    }
}
