package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.LatencyBound;

/**
 * How an answer changes under other conditions.
 *
 * @param conditions the other target
 * @param kind how it changes
 * @param successor the candidate that takes over; empty if none does
 * @param missing the candidates that certainly miss the target under these conditions
 */
public record Change(Target conditions, Kind kind, Optional<Judgement> successor, List<String> missing) {
    /** The answers about candidates that certainly do not reach a target. */
    private static final Set<LatencyBound.Answer> MISSING =
            Set.of(LatencyBound.Answer.MISSES, LatencyBound.Answer.NOT_REACHED);

    public Change {
        missing = List.copyOf(missing);
    }

    /** The ways in which an answer may change. */
    public enum Kind {
        /** The recommended candidate is still the one to take, or one of several equally cheap ones. */
        STAYS,
        /** Another candidate is the one to take. */
        TAKES_OVER,
        /** The recommended candidate is too close to its limit, and no other one reaches the target. */
        TOO_CLOSE,
        /** The recommended candidate misses the target, and no other one certainly reaches it. */
        NOBODY,
        /** The recommended candidate could not be measured, and no other one certainly reaches the target. */
        OPEN
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
        LatencyBound.Answer answer =
                elsewhere.judgementOf(incumbent).map(Judgement::answer).orElse(LatencyBound.Answer.NO_FIGURE);
        if (MISSING.contains(answer)) {
            return of(elsewhere, Kind.NOBODY);
        }
        return of(elsewhere, answer == LatencyBound.Answer.TOO_CLOSE ? Kind.TOO_CLOSE : Kind.OPEN);
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
                elsewhere.ranked().stream()
                        .filter(judgement -> MISSING.contains(judgement.answer()))
                        .map(Judgement::candidate)
                        .sorted()
                        .toList());
    }
}
