package org.ipcbench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ranking of the measured candidates.
 *
 * @param target what a candidate has to reach
 * @param ranked all candidates that were measured: those that reach the target in the order in which to take them, then those
 *     that reach it but for the machine's stalls, then all others, the nearest first
 */
public record Advice(Target target, List<Judgement> ranked) {
    /**
     * Candidates whose CPU time is within this factor of each other are equally cheap, and the one with the greater margin comes
     * first: such a small difference is rarely decisive, and another run may reverse it.
     */
    public static final double EQUALLY_CHEAP = 1.1;

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
                                cheapestFirst(judged, Judgement.Answer.MEETS),
                                cheapestFirst(judged, Judgement.Answer.MEETS_BUT_FOR_STALLS),
                                others)
                        .flatMap(List::stream)
                        .toList());
    }

    /** Groups of equally cheap candidates of an answer, the cheapest group first, the greatest margin first in each. */
    private static List<Judgement> cheapestFirst(List<Judgement> judged, Judgement.Answer answer) {
        List<Judgement> left = new ArrayList<>(judged.stream()
                .filter(judgement -> judgement.answer() == answer)
                .sorted(Comparator.comparingDouble(Judgement::cpuNanosPerMessage))
                .toList());
        List<Judgement> ranked = new ArrayList<>();
        while (!left.isEmpty()) {
            List<Judgement> alike = equallyCheap(left);
            left.removeAll(alike);
            alike.stream()
                    .sorted(Comparator.comparingDouble(Judgement::margin).reversed())
                    .forEach(ranked::add);
        }
        return ranked;
    }

    /** The candidates that are as cheap as the cheapest of these. */
    private static List<Judgement> equallyCheap(List<Judgement> some) {
        double most = EQUALLY_CHEAP
                * some.stream().mapToDouble(Judgement::cpuNanosPerMessage).min().orElseThrow();
        return some.stream()
                .filter(judgement -> judgement.cpuNanosPerMessage() <= most)
                .toList();
    }

    private static int nearestFirst(Judgement one, Judgement other) {
        return Double.compare(distance(one), distance(other));
    }

    /** The distance from the target: by the latency, or by the missing messages a second. */
    private static double distance(Judgement judgement) {
        return judgement
                .trial()
                .figures()
                .map(figures -> judgement.answer() == Judgement.Answer.NOT_REACHED
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

    /** Whether a candidate could be recommended instead: its answer is the same, and it is as cheap as the recommended one. */
    boolean couldRecommend(String candidate) {
        List<Judgement> meeting = meeting().stream()
                .filter(judgement -> judgement.answer() == meeting().get(0).answer())
                .toList();
        return !meeting.isEmpty()
                && equallyCheap(meeting).stream()
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
