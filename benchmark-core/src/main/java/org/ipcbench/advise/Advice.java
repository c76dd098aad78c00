package org.ipcbench.advise;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound;

/**
 * The ranking of the measured candidates.
 *
 * @param target what a candidate has to reach
 * @param ranked all candidates that were measured: those that reach the target, perhaps but for the machine's stalls, in the order in
 *     which to take them, then those that may reach it, likewise, and all others, the nearest first
 */
public record Advice(Target target, List<Judgement> ranked) {
    /** The most candidates to measure under other conditions. */
    public static final int MAX_FINALISTS = 3;

    /**
     * Figures of a candidate with few iterations are good by chance more often. Whether a percentile is below its limit also with the
     * machine's stalls is chance, too: it changes from run to run.
     */
    private static final CheapestFirst<Judgement> ORDER = new CheapestFirst<>(
            Judgement::cpuNanosPerMessage,
            Comparator.comparing(Judgement::isRepeated)
                    .thenComparingDouble(Judgement::margin)
                    .reversed());

    public Advice {
        ranked = List.copyOf(ranked);
    }

    /** Judges candidates and ranks them. */
    public static Advice of(Target target, List<Trial> trials) {
        List<Judgement> judged = trials.stream().map(target::judge).toList();
        Stream<Judgement> late = judged.stream()
                .filter(judgement -> !judgement.answer().isPossible())
                .sorted(Comparator.comparing(Judgement::answer).thenComparing(Advice::nearestFirst));
        Stream<Judgement> possible = Stream.concat(
                ordered(
                        judged,
                        judgement -> judgement.answer() == LatencyBound.Answer.TOO_CLOSE && judgement.isRepeated()),
                ordered(
                        judged,
                        judgement -> judgement.answer() == LatencyBound.Answer.TOO_CLOSE && !judgement.isRepeated()));
        return new Advice(
                target,
                Stream.concat(ordered(judged, Judgement::meets), Stream.concat(possible, late))
                        .toList());
    }

    private static Stream<Judgement> ordered(List<Judgement> judged, Predicate<Judgement> which) {
        return ORDER.order(judged.stream().filter(which).toList()).stream();
    }

    private static int nearestFirst(Judgement one, Judgement other) {
        return Double.compare(distance(one), distance(other));
    }

    /** The distance from the target: by the latency, or by the missing messages a second. */
    private static double distance(Judgement judgement) {
        return judgement
                .trial()
                .figures()
                .map(figures -> judgement.answer() == LatencyBound.Answer.NOT_REACHED
                        ? figures.offeredPerSecond() - figures.achievedPerSecond()
                        : judgement.ownP99Nanos().orElse(Double.MAX_VALUE))
                .orElse(Double.MAX_VALUE);
    }

    /** The candidates that reach the target, in the order in which to take them. */
    public List<Judgement> meeting() {
        return ranked.stream().filter(Judgement::meets).toList();
    }

    /** The candidate to take; empty if none certainly reaches the target. */
    public Optional<Judgement> recommended() {
        return meeting().stream().findFirst();
    }

    /** The candidates to take, all of which cost the same, the first one first; empty if none certainly reaches the target. */
    public List<Judgement> choices() {
        List<Judgement> cheapest = ORDER.equallyCheap(meeting());
        return cheapest.stream()
                .filter(judgement -> judgement.isRepeated() || !cheapest.get(0).isRepeated())
                .toList();
    }

    /** The candidate that is nearest to the target, by its tail: of those that may reach it, those with enough iterations first. */
    public Optional<Judgement> nearest() {
        return ranked.stream()
                .min(Comparator.comparing(Judgement::answer)
                        .thenComparing(
                                Comparator.comparing(Judgement::isRepeated).reversed())
                        .thenComparing(Advice::nearestFirst));
    }

    /**
     * The cheapest candidates that may reach the target, all of which cost the same: those with enough iterations if there are any; empty
     * if none may.
     */
    public List<Judgement> likeliest() {
        List<Judgement> possible = ranked.stream()
                .filter(judgement -> judgement.answer().isPossible())
                .toList();
        List<Judgement> repeated =
                possible.stream().filter(Judgement::isRepeated).toList();
        return ORDER.equallyCheap(repeated.isEmpty() ? possible : repeated);
    }

    /**
     * Candidates with enough iterations by their 99th percentile without the machine's stalls, the lowest first; all that were measured
     * if no candidate has enough iterations.
     */
    public List<Judgement> byTail() {
        List<Judgement> told = ranked.stream()
                .filter(judgement -> judgement.answer() != LatencyBound.Answer.NOT_REACHED)
                .filter(judgement -> judgement.ownP99Nanos().isPresent())
                .sorted(Comparator.comparingDouble(
                        judgement -> judgement.ownP99Nanos().getAsDouble()))
                .toList();
        List<Judgement> repeated = told.stream().filter(Judgement::isRepeated).toList();
        return repeated.isEmpty() ? told : repeated;
    }

    /** The share of the time in which the machine stalled, as every candidate has it; 0 if nothing was measured. */
    public double stalledShare() {
        return figures().mapToDouble(Trial.Figures::stalledShare).max().orElse(0);
    }

    /** The longest of the machine's stalls, in nanoseconds. */
    public long longestStallNanos() {
        return figures().mapToLong(Trial.Figures::longestStallNanos).max().orElse(0);
    }

    /** Whether the machine's stalls alone delay so many messages beyond the limit that it cannot be decided beside them. */
    public boolean isSpoiltByStalls() {
        return figures().flatMap(figures -> figures.late().stream()).anyMatch(LatencyBound::isSpoilt);
    }

    /** The candidates whose messages waited for acknowledgements that TCP delays, those with the greatest share first. */
    public List<Trial> delayed() {
        return ranked.stream()
                .map(Judgement::trial)
                .filter(trial -> trial.delayedShare() > 0)
                .sorted(Comparator.comparingDouble(Trial::delayedShare).reversed())
                .toList();
    }

    private Stream<Trial.Figures> figures() {
        return ranked.stream().flatMap(judgement -> judgement.trial().figures().stream());
    }

    /** Why one candidate that reaches the target comes before the next one. */
    public enum Precedence {
        /** The next one costs more. */
        CHEAPER,
        /** Both are equally cheap, and the next one has too few iterations. */
        MORE_ITERATIONS
    }

    /** The first candidate that reaches the target and is not among the choices; empty if there is none. */
    public Optional<Judgement> next() {
        List<Judgement> choices = choices();
        return meeting().stream()
                .filter(judgement -> !choices.contains(judgement))
                .findFirst();
    }

    /** Why the choices come before the next candidate; empty if there is none. */
    public Optional<Precedence> precedence() {
        return next().map(
                        second -> couldRecommend(second.candidate()) ? Precedence.MORE_ITERATIONS : Precedence.CHEAPER);
    }

    /**
     * What the choice among the candidates that may reach the target changes in a call; empty if none certainly does, and if the
     * server does no work.
     */
    public Optional<CallDifference> difference() {
        return recommended()
                .flatMap(best -> best.trial().figures())
                .map(Trial.Figures::workNanos)
                .filter(OptionalDouble::isPresent)
                .map(work -> CallDifference.of(
                        ranked.stream()
                                .filter(judgement -> judgement.answer().isPossible())
                                .toList(),
                        work.getAsDouble()));
    }

    /** Whether a candidate could be recommended instead: it reaches the target, and is as cheap as the recommended one. */
    boolean couldRecommend(String candidate) {
        return ORDER.equallyCheap(meeting()).stream()
                .anyMatch(judgement -> judgement.candidate().equals(candidate));
    }

    /** The judgement of a candidate. */
    Optional<Judgement> judgementOf(String candidate) {
        return ranked.stream()
                .filter(judgement -> judgement.candidate().equals(candidate))
                .findFirst();
    }

    /**
     * The candidates to measure under other conditions: the recommended one, the next one, and the one with the greatest
     * margin among the others, because it probably bears the most.
     */
    public List<Judgement> finalists() {
        List<Judgement> meeting = meeting();
        Stream<Judgement> fastest =
                meeting.stream().skip(2).max(Comparator.comparingDouble(Judgement::margin)).stream();
        return Stream.concat(meeting.stream().limit(2), fastest).toList();
    }

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
}
