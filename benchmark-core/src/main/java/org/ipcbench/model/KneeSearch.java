package org.ipcbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Decides whether a line bends, how often (at most twice: two bends side by side are a jump) and where. A knee is claimed where
 * an F test finds the line with it better, with its chance divided among all places at which a knee was tried.
 */
final class KneeSearch {
    /** How often a straight line may be taken for a bent one, for each of the two tests. */
    static final double CHANCE = 0.02;

    /** Fewest sizes on either side of a knee: a line fits any single size exactly. */
    private static final int MIN_COUNT_BEYOND = 2;

    /** Fewest sizes besides those that line and knees use up; with fewer, intervals would say nothing. */
    private static final int MIN_DEGREES_OF_FREEDOM = 3;

    /** Most places that are tried for a knee; of more sizes, only every second, third and so on is tried. */
    private static final int MAX_PLACES = 20;

    /** Between the sizes, a knee is looked for in steps of this factor: four for each doubling. */
    private static final double FINE_STEP = Math.pow(2, 0.25);

    /** Places of a knee that a 95 % test does not exclude are as good as the best. */
    private static final double EXCLUDED = 0.05;

    private final List<SizeTime> times;
    private final double[] places;
    private final double[] finePlaces;

    /** @param times ascending by size, at least three */
    KneeSearch(List<SizeTime> times) {
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

    /** The line that fits best, and after it those with as many knees that the data cannot tell from it; empty where none fits. */
    List<BrokenLine> lines() {
        Optional<BrokenLine> straight = BrokenLine.through(times);
        Optional<BrokenLine> bent = best(places, 1, singles(places));
        Optional<BrokenLine> twice = best(places, 2, pairs(places));
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

    private Optional<BrokenLine> best(double[] tried, int knees, Stream<BrokenLine> lines) {
        boolean enough = times.size() - 2 - 2 * knees >= MIN_DEGREES_OF_FREEDOM && tried.length >= knees;
        return enough ? lines.min(Comparator.comparingDouble(BrokenLine::squares)) : Optional.empty();
    }

    private Stream<BrokenLine> singles(double[] tried) {
        return DoubleStream.of(tried)
                .mapToObj(knee -> BrokenLine.through(times, knee))
                .flatMap(Optional::stream);
    }

    private Stream<BrokenLine> pairs(double[] tried) {
        return DoubleStream.of(tried)
                .boxed()
                .flatMap(first -> DoubleStream.of(tried)
                        .filter(second -> second > first)
                        .mapToObj(second -> BrokenLine.through(times, first, second))
                        .flatMap(Optional::stream));
    }

    private boolean isBetter(Optional<BrokenLine> bent, Optional<BrokenLine> simple, int choices) {
        if (bent.isEmpty() || simple.isEmpty()) {
            return bent.isPresent() && simple.isEmpty();
        }
        int more = bent.get().pieces() - simple.get().pieces();
        int freedom = times.size() - 1 - bent.get().pieces();
        double unexplained = squares(bent.get(), freedom) / freedom;
        double explained = (simple.get().squares() - bent.get().squares()) / more;
        return explained > 0
                && choices * FDistribution.of(more, freedom).survivalProbability(explained / unexplained) < CHANCE;
    }

    /** One knee after the other is moved to its best place between the sizes, twice; then each is varied. */
    private List<BrokenLine> twoKnees(BrokenLine coarse) {
        BrokenLine best = coarse;
        for (int turn = 0; turn < 2; turn++) {
            best = alike(varied(best, 1)).get(0);
            best = alike(varied(best, 2)).get(0);
        }
        return alike(Stream.concat(varied(best, 1).stream(), varied(best, 2).stream())
                .toList());
    }

    /** The line itself, and the same with one of its two knees elsewhere. */
    private List<BrokenLine> varied(BrokenLine line, int knee) {
        List<BrokenLine> lines = new ArrayList<>();
        lines.add(line);
        for (double place : finePlaces) {
            double first = knee == 1 ? place : line.node(1);
            double second = knee == 1 ? line.node(2) : place;
            if (first < second) {
                BrokenLine.through(times, first, second).ifPresent(lines::add);
            }
        }
        return lines;
    }

    /** The best line first, then those that fit hardly worse. */
    private static List<BrokenLine> alike(List<BrokenLine> lines) {
        List<BrokenLine> ascending = lines.stream()
                .sorted(Comparator.comparingDouble(BrokenLine::squares))
                .toList();
        BrokenLine best = ascending.get(0);
        int freedom = Math.max(1, best.freedom());
        double limit = squares(best, freedom)
                * (1 + FDistribution.of(1, freedom).inverseSurvivalProbability(EXCLUDED) / freedom);
        return ascending.stream()
                .filter(line -> line == best || line.squares() <= limit)
                .toList();
    }

    /** Errors that are small by chance make nothing certain. */
    private static double squares(BrokenLine line, int freedom) {
        return Math.max(line.squares(), freedom * BrokenLine.MIN_DEVIATION * BrokenLine.MIN_DEVIATION);
    }
}
