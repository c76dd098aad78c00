package org.ipcbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Decides how often a line bends (at most twice: two bends side by side are a jump) and where. A knee is claimed if an F test
 * finds that the line with it fits better; the test's error rate is divided among all places at which a knee was tried.
 */
final class BreakpointSearch {
    /** How often a straight line may be taken for a bent one, for each of the two tests. */
    static final double ALPHA = 0.02;

    /** Fewest sizes on either side of a knee: a line through a single size would fit it exactly. */
    private static final int MIN_COUNT_BEYOND = 2;

    /** Minimum degrees of freedom besides the parameters of line and knees; with fewer, intervals would be meaningless. */
    private static final int MIN_DEGREES_OF_FREEDOM = 3;

    /** Maximum number of places tried for a knee; if there are more sizes, only every second, third and so on is tried. */
    private static final int MAX_PLACES = 20;

    /** Between the sizes, knees are tried in steps of this factor: four for each doubling. */
    private static final double FINE_STEP = Math.pow(2, 0.25);

    /** Level of the test that excludes places of a knee; places that it does not exclude are as good as the best. */
    private static final double EXCLUDED = 0.05;

    private final List<SizeTime> times;
    private final double[] places;
    private final double[] finePlaces;

    /** @param times ascending by size, at least three */
    BreakpointSearch(List<SizeTime> times) {
        this.times = List.copyOf(times);
        double[] sizes = times.stream().mapToDouble(SizeTime::sizeBytes).toArray();
        int last = sizes.length - 1;
        int step = 1 + (sizes.length - 2 * MIN_COUNT_BEYOND) / MAX_PLACES;
        places = DoubleStream.iterate(MIN_COUNT_BEYOND, i -> i <= last - MIN_COUNT_BEYOND, i -> i + step)
                .map(i -> sizes[(int) i])
                .toArray();
        double least = sizes[MIN_COUNT_BEYOND - 1];
        double greatest = sizes[Math.max(0, last - MIN_COUNT_BEYOND + 1)];
        finePlaces = DoubleStream.concat(
                        DoubleStream.iterate(least * FINE_STEP, place -> place < greatest, place -> place * FINE_STEP),
                        DoubleStream.of(places))
                .sorted()
                .distinct()
                .toArray();
    }

    /**
     * The line that fits best, followed by those with the same number of knees that the data cannot tell from it; empty if none
     * fits.
     */
    List<PiecewiseFit> lines() {
        Optional<PiecewiseFit> straight = PiecewiseFit.through(times);
        Optional<PiecewiseFit> bent = best(places, 1, singles(places));
        Optional<PiecewiseFit> twice = best(places, 2, pairs(places));
        int pairs = places.length * (places.length - 1) / 2;
        boolean once = isBetter(bent, straight, places.length);
        boolean more = once ? isBetter(twice, bent, pairs) : isBetter(twice, straight, pairs);
        if (more) {
            return twoKnees(twice.orElseThrow());
        }
        if (once) {
            return alike(singles(finePlaces).toList());
        }
        return straight.stream().toList();
    }

    private Optional<PiecewiseFit> best(double[] tried, int knees, Stream<PiecewiseFit> lines) {
        boolean enough = times.size() - 2 - 2 * knees >= MIN_DEGREES_OF_FREEDOM && tried.length >= knees;
        return enough ? lines.min(Comparator.comparingDouble(PiecewiseFit::residualSumOfSquares)) : Optional.empty();
    }

    private Stream<PiecewiseFit> singles(double[] tried) {
        return DoubleStream.of(tried)
                .mapToObj(knee -> PiecewiseFit.through(times, knee))
                .flatMap(Optional::stream);
    }

    private Stream<PiecewiseFit> pairs(double[] tried) {
        return DoubleStream.of(tried)
                .boxed()
                .flatMap(first -> DoubleStream.of(tried)
                        .filter(second -> second > first)
                        .mapToObj(second -> PiecewiseFit.through(times, first, second))
                        .flatMap(Optional::stream));
    }

    private boolean isBetter(Optional<PiecewiseFit> bent, Optional<PiecewiseFit> simple, int choices) {
        if (bent.isEmpty() || simple.isEmpty()) {
            return bent.isPresent() && simple.isEmpty();
        }
        int more = bent.get().pieces() - simple.get().pieces();
        int degreesOfFreedom = times.size() - 1 - bent.get().pieces();
        double unexplained = residualSumOfSquares(bent.get(), degreesOfFreedom) / degreesOfFreedom;
        double explained = (simple.get().residualSumOfSquares() - bent.get().residualSumOfSquares()) / more;
        return explained > 0
                && choices * FDistribution.of(more, degreesOfFreedom).survivalProbability(explained / unexplained)
                        < ALPHA;
    }

    /** Moves one knee after the other to its best place between the sizes, twice; then varies each. */
    private List<PiecewiseFit> twoKnees(PiecewiseFit coarse) {
        PiecewiseFit best = coarse;
        for (int turn = 0; turn < 2; turn++) {
            best = alike(varied(best, 1)).get(0);
            best = alike(varied(best, 2)).get(0);
        }
        return alike(Stream.concat(varied(best, 1).stream(), varied(best, 2).stream())
                .toList());
    }

    /** The line itself, and copies of it with one of its two knees elsewhere. */
    private List<PiecewiseFit> varied(PiecewiseFit line, int knee) {
        List<PiecewiseFit> lines = new ArrayList<>();
        lines.add(line);
        for (double place : finePlaces) {
            double first = knee == 1 ? place : line.breakpoint(1);
            double second = knee == 1 ? line.breakpoint(2) : place;
            if (first < second) {
                PiecewiseFit.through(times, first, second).ifPresent(lines::add);
            }
        }
        return lines;
    }

    /** The best line first, then those that fit hardly worse. */
    private static List<PiecewiseFit> alike(List<PiecewiseFit> lines) {
        List<PiecewiseFit> ascending = lines.stream()
                .sorted(Comparator.comparingDouble(PiecewiseFit::residualSumOfSquares))
                .toList();
        PiecewiseFit best = ascending.get(0);
        int degreesOfFreedom = Math.max(1, best.degreesOfFreedom());
        double limit = residualSumOfSquares(best, degreesOfFreedom)
                * (1 + FDistribution.of(1, degreesOfFreedom).inverseSurvivalProbability(EXCLUDED) / degreesOfFreedom);
        return ascending.stream()
                .filter(line -> line == best || line.residualSumOfSquares() <= limit)
                .toList();
    }

    /** The residual sum of squares, with a lower bound for errors that are small by chance. */
    private static double residualSumOfSquares(PiecewiseFit line, int degreesOfFreedom) {
        return Math.max(
                line.residualSumOfSquares(),
                degreesOfFreedom * PiecewiseFit.MIN_DEVIATION * PiecewiseFit.MIN_DEVIATION);
    }
}
