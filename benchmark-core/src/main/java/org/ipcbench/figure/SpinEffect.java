package org.ipcbench.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Spin;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * What a spin does to a load: the load with a spin, and the same load whose receiver sleeps at once.
 *
 * @param sleeping the load without a spin
 * @param spinning the load with a spin, or the same cell as {@code sleeping}
 * @param comparison the sleeping load's median latency ÷ the spinning load's; empty if they are the same cell, or have no round
 *     in common
 * @param outcome adjusted for the number of comparisons in the run: faster if the spin lowers the median
 */
public record SpinEffect(CellResult sleeping, CellResult spinning, Optional<Comparison> comparison, Outcome outcome) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The effects of a run with loads of several spins, by what else the loads have in common; each begins with the short gaps. */
    public static List<List<SpinEffect>> of(RunResult run) {
        List<List<SpinEffect>> sets = run.alikeBut(Dimension.RATE, Dimension.SPIN).stream()
                .map(set -> set.stream().filter(SpinEffect::isReachedLoad).toList())
                .map(SpinEffect::among)
                .filter(effects -> !effects.isEmpty())
                .toList();
        Iterator<Outcome> outcomes = Outcome.of(sets.stream()
                        .flatMap(List::stream)
                        .flatMap(effect -> effect.comparison().stream())
                        .toList())
                .iterator();
        List<List<SpinEffect>> judged = new ArrayList<>();
        for (List<SpinEffect> set : sets) {
            judged.add(set.stream()
                    .map(effect -> effect.comparison().isPresent() ? effect.with(outcomes.next()) : effect)
                    .toList());
        }
        return judged;
    }

    /** Of the effects of one spin, the one at the longest gap at which the spin lowers the median; empty if it does at none. */
    public static Optional<SpinEffect> limit(List<SpinEffect> ofOneSpin) {
        return ofOneSpin.stream()
                .filter(effect -> effect.outcome == Outcome.FASTER)
                .max(Comparator.comparingDouble(SpinEffect::gapNanos));
    }

    /** Whether there are enough rounds for an outcome. */
    public boolean isJudged() {
        return comparison.flatMap(Comparison::interval).isPresent();
    }

    private SpinEffect with(Outcome judgement) {
        return new SpinEffect(sleeping, spinning, comparison, judgement);
    }

    private static boolean isReachedLoad(CellResult result) {
        return Dimension.RATE.of(result.cell()).isPresent()
                && result.summary().filter(Summary::isReached).isPresent();
    }

    /** The effects among loads that differ in rate and spin only, of each rate that was measured with and without a spin. */
    private static List<SpinEffect> among(List<CellResult> set) {
        return set.stream()
                .filter(result -> !isSpinning(result))
                .flatMap(sleeping -> at(sleeping, set))
                .sorted(Comparator.comparingDouble((SpinEffect effect) -> effect.gapNanos())
                        .thenComparing(effect -> effect.spin().nanos()))
                .toList();
    }

    private static Stream<SpinEffect> at(CellResult sleeping, List<CellResult> set) {
        List<SpinEffect> spinning = set.stream()
                .filter(result -> isSpinning(result) && gapNanos(result) == gapNanos(sleeping))
                .map(result -> new SpinEffect(sleeping, result, compared(sleeping, result), Outcome.NOT_COMPARABLE))
                .toList();
        return spinning.isEmpty()
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(new SpinEffect(sleeping, sleeping, Optional.empty(), Outcome.NOT_COMPARABLE)),
                        spinning.stream());
    }

    private static Optional<Comparison> compared(CellResult sleeping, CellResult spinning) {
        return Comparison.paired(
                sleeping.summary().orElseThrow().speed().medianNanosOfRound(),
                spinning.summary().orElseThrow().speed().medianNanosOfRound());
    }

    private static boolean isSpinning(CellResult result) {
        return result.cell().spin().isAsked();
    }

    /** Mean time from one message of a client to its next, in nanoseconds. */
    public double gapNanos() {
        return gapNanos(spinning);
    }

    private static double gapNanos(CellResult result) {
        double perSecond = Dimension.RATE.number(result.cell()).orElseThrow();
        return NANOS_PER_SECOND * result.cell().clients().number() / perSecond;
    }

    public Spin spin() {
        return spinning.cell().spin();
    }

    public OptionalDouble medianAsleepNanos() {
        return median(sleeping);
    }

    public OptionalDouble medianNanos() {
        return median(spinning);
    }

    /** What the spin costs all processes for each message, in nanoseconds of CPU time. */
    public double cpuNanos() {
        return spinning.summary().orElseThrow().cpu().nanosPerMessage()
                - sleeping.summary().orElseThrow().cpu().nanosPerMessage();
    }

    private static OptionalDouble median(CellResult result) {
        return result.summary().orElseThrow().latencies().percentileNanos(50);
    }
}
