package org.ipcbench.advise;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound;

/**
 * The ranking of the measured candidates.
 *
 * @param target what a candidate has to reach
 * @param ranked all candidates that were measured: those that reach the target in the order in which to take them, then those
 *     that reach it but for the machine's stalls, then all others, the nearest first
 */
public record Advice(Target target, List<Judgement> ranked) {
    /** The most candidates to measure under other conditions. */
    public static final int MAX_FINALISTS = 3;

    /** Figures of a candidate with few iterations are good by chance more often. */
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
        List<Judgement> others = judged.stream()
                .filter(judgement -> !judgement.meets())
                .sorted(Comparator.comparing(Judgement::answer).thenComparing(Advice::nearestFirst))
                .toList();
        return new Advice(
                target,
                Stream.of(
                                cheapestFirst(judged, LatencyBound.Answer.MEETS),
                                cheapestFirst(judged, LatencyBound.Answer.MEETS_BUT_FOR_STALLS),
                                others)
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<Judgement> cheapestFirst(List<Judgement> judged, LatencyBound.Answer answer) {
        return ORDER.order(judged.stream()
                .filter(judgement -> judgement.answer() == answer)
                .toList());
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
                        : figures.p99Nanos().orElse(Double.MAX_VALUE))
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

    /** Why one candidate that reaches the target comes before the next one. */
    public enum Precedence {
        /** The next one reaches the target only but for the machine's stalls. */
        DESPITE_STALLS,
        /** The next one costs more. */
        CHEAPER,
        /** Both are equally cheap, and the next one has too few iterations. */
        MORE_ITERATIONS,
        /** Both are equally cheap, and the next one is nearer to the limit. */
        GREATER_MARGIN
    }

    /** Why the recommended candidate comes before the next one; empty if fewer than two reach the target. */
    public Optional<Precedence> precedence() {
        List<Judgement> meeting = meeting();
        if (meeting.size() < 2) {
            return Optional.empty();
        }
        Judgement best = meeting.get(0);
        Judgement second = meeting.get(1);
        if (best.answer() != second.answer()) {
            return Optional.of(Precedence.DESPITE_STALLS);
        }
        if (!couldRecommend(second.candidate())) {
            return Optional.of(Precedence.CHEAPER);
        }
        return Optional.of(
                best.isRepeated() == second.isRepeated() ? Precedence.GREATER_MARGIN : Precedence.MORE_ITERATIONS);
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

    /** Whether a candidate could be recommended instead: its answer is the same, and it is as cheap as the recommended one. */
    boolean couldRecommend(String candidate) {
        List<Judgement> meeting = meeting().stream()
                .filter(judgement -> judgement.answer() == meeting().get(0).answer())
                .toList();
        return !meeting.isEmpty()
                && ORDER.equallyCheap(meeting).stream()
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
}
