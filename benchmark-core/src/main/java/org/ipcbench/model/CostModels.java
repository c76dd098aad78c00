package org.ipcbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Ranks;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * The costs of messages by their size in a run.
 *
 * @param groups the sweeps over sizes, grouped by what may be compared; empty if no transport was measured with two sizes or
 *     more
 */
public record CostModels(List<SweepGroup> groups) {
    /** Fewest sizes between which transports can overtake each other. */
    private static final int MIN_SIZES = 2;

    public CostModels {
        groups = List.copyOf(groups);
    }

    /**
     * Sweeps that differ in nothing but the transport. Transports that spin while they wait are not compared with transports that
     * sleep.
     *
     * @param sweeps in the order of the plan
     * @param crossovers sizes at which one transport overtakes another; first those at which the fastest of all changes
     */
    public record SweepGroup(List<SizeSweep> sweeps, List<Crossover> crossovers) {
        public SweepGroup {
            sweeps = List.copyOf(sweeps);
            crossovers = List.copyOf(crossovers);
        }

        private static SweepGroup of(List<SizeSweep> sweeps) {
            return new SweepGroup(sweeps, new CrossoverSearch(sweeps).find());
        }

        /** Any of its cells, for the properties that all have in common: all but transport and size. */
        public Cell cell() {
            return sweeps.get(0).cell();
        }
    }

    /** The models of a run. */
    public static CostModels of(RunResult run) {
        List<Dimension> dimensions = run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.SIZE))
                .toList();
        List<CellResult> timed = run.cells().stream()
                .filter(result -> Dimension.RATE.of(result.cell()).isEmpty()) // a schedule sets the time of a message
                .toList();
        List<SizeSweep> sweeps = grouped(timed, result -> values(result.cell(), dimensions)).stream()
                .filter(CostModels::isSweep)
                .map(SizeSweep::new)
                .toList();
        List<Dimension> common = dimensions.stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT))
                .toList();
        return new CostModels(grouped(sweeps, sweep -> groupKey(sweep.cell(), common)).stream()
                .map(SweepGroup::of)
                .toList());
    }

    private static boolean isSweep(List<CellResult> cells) {
        return cells.stream()
                        .map(result -> result.cell().requestBytes())
                        .distinct()
                        .count()
                >= MIN_SIZES;
    }

    private static List<Object> groupKey(Cell cell, List<Dimension> common) {
        List<Object> values = new ArrayList<>(values(cell, common));
        values.add(cell.transport().traits().waitStrategy());
        return values;
    }

    private static List<Object> values(Cell cell, List<Dimension> dimensions) {
        return dimensions.stream().map(dimension -> (Object) dimension.of(cell)).collect(Collectors.toList());
    }

    private static <T> List<List<T>> grouped(List<T> all, Function<T, List<Object>> key) {
        Map<List<Object>, List<T>> byKey = new LinkedHashMap<>();
        all.forEach(each -> byKey.computeIfAbsent(key.apply(each), unused -> new ArrayList<>())
                .add(each));
        return List.copyOf(byKey.values());
    }

    /**
     * Finds the sizes at which the transports of a group overtake each other, in what was measured: at one size the first is certainly
     * faster, at a larger one the second. Each two transports are compared as for a rank, but the comparisons of all sizes are judged
     * together: among many sizes at which two are equal, one would tell them apart by chance.
     *
     * @param sweeps the sweeps of the group
     */
    record CrossoverSearch(List<SizeSweep> sweeps) {
        CrossoverSearch {
            sweeps = List.copyOf(sweeps);
        }

        /**
         * Two sizes between which two transports change places.
         *
         * @param below index of the transport that is faster at the smaller size
         * @param above index of the transport that is faster at the larger size
         * @param from the larger one of the sizes at which the first was last certainly faster, in bytes
         * @param to the next size at which the second is certainly faster, in bytes
         * @param bytes size at which both take the same time if their ratio changes evenly between the two sizes (both in logarithms)
         */
        record Crossing(int below, int above, int from, int to, double bytes) {}

        /**
         * How many times as fast the first transport is at a size.
         *
         * @param size in bytes
         * @param ratio above 1 if the first one is faster
         */
        private record Lead(int size, double ratio) {
            boolean isOpposite(Lead other) {
                return ratio > 1 != other.ratio > 1;
            }
        }

        /**
         * The crossovers of all pairs. Those at which the fastest transport changes come first, then the others, the nearest to the
         * fastest first.
         */
        List<Crossover> find() {
            return crossings(sweeps.stream().map(SizeSweep::speedBySize).toList()).stream()
                    .map(this::crossover)
                    .sorted(Comparator.comparingDouble(Crossover::timesFastest).thenComparingDouble(Crossover::bytes))
                    .toList();
        }

        private Crossover crossover(Crossing crossing) {
            SizeSweep below = sweeps.get(crossing.below());
            SizeSweep above = sweeps.get(crossing.above());
            double fastest = sweeps.stream()
                    .flatMap(sweep -> sweep.nanosAt(crossing.bytes()).stream())
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
            double nanos = Math.min(
                    below.nanosAt(crossing.bytes()).orElseThrow(),
                    above.nanosAt(crossing.bytes()).orElseThrow());
            return new Crossover(
                    below, above, crossing.bytes(), new Interval(crossing.from(), crossing.to()), nanos / fastest);
        }

        /**
         * The crossings of all pairs, for each pair ascending by size.
         *
         * @param transports the speeds of each transport, by size in bytes and then by round
         */
        static List<Crossing> crossings(List<NavigableMap<Integer, NavigableMap<Integer, Double>>> transports) {
            Map<Integer, Ranks> bySize = bySize(transports);
            List<Crossing> found = new ArrayList<>();
            for (int one = 0; one < transports.size(); one++) {
                for (int other = one + 1; other < transports.size(); other++) {
                    Optional<Lead> last = Optional.empty();
                    for (int size : transports.get(one).keySet()) {
                        Optional<Lead> lead = lead(transports, bySize, size, one, other);
                        if (lead.isPresent()
                                && last.filter(lead.get()::isOpposite).isPresent()) {
                            found.add(crossing(one, other, last.get(), lead.get()));
                        }
                        last = lead.isPresent() ? lead : last;
                    }
                }
            }
            return found;
        }

        /** The ranks of each size that two transports or more have; {@link #row} tells the place of a transport among them. */
        private static Map<Integer, Ranks> bySize(
                List<NavigableMap<Integer, NavigableMap<Integer, Double>>> transports) {
            List<Integer> sizes = transports.stream()
                    .flatMap(speeds -> speeds.keySet().stream())
                    .distinct()
                    .filter(size -> row(transports, size, transports.size()) > 1)
                    .toList();
            List<Ranks> ranks = Ranks.together(sizes.stream()
                    .map(size -> transports.stream()
                            .filter(speeds -> speeds.containsKey(size))
                            .map(speeds -> speeds.get(size))
                            .toList())
                    .toList());
            return IntStream.range(0, sizes.size()).boxed().collect(Collectors.toMap(sizes::get, ranks::get));
        }

        /** Number of the transports before this one that have the size. */
        private static int row(
                List<NavigableMap<Integer, NavigableMap<Integer, Double>>> transports, int size, int transport) {
            return (int) transports.subList(0, transport).stream()
                    .filter(speeds -> speeds.containsKey(size))
                    .count();
        }

        private static Optional<Lead> lead(
                List<NavigableMap<Integer, NavigableMap<Integer, Double>>> transports,
                Map<Integer, Ranks> bySize,
                int size,
                int one,
                int other) {
            return transports.get(other).containsKey(size)
                    ? Optional.ofNullable(bySize.get(size))
                            .flatMap(ranks -> ranks.ratio(row(transports, size, one), row(transports, size, other)))
                            .map(ratio -> new Lead(size, ratio))
                    : Optional.empty();
        }

        private static Crossing crossing(int one, int other, Lead from, Lead to) {
            double share = Math.log(from.ratio()) / Math.log(from.ratio() / to.ratio());
            boolean leads = from.ratio() > 1;
            return new Crossing(
                    leads ? one : other,
                    leads ? other : one,
                    from.size(),
                    to.size(),
                    from.size() * Math.pow((double) to.size() / from.size(), share));
        }
    }

    /**
     * Two measured sizes between which one transport overtakes another: at each of them one of the two is certainly faster.
     *
     * @param below the transport that is faster at the smaller size
     * @param above the transport that is faster at the larger size
     * @param bytes size between the two at which both take the same time if their ratio changes evenly, in bytes
     * @param interval the two sizes, in bytes; sizes between them were not measured, or do not tell the two apart
     * @param timesFastest time of a message at {@code bytes}, divided by its time over the fastest transport of all, from 1
     */
    public record Crossover(SizeSweep below, SizeSweep above, double bytes, Interval interval, double timesFastest) {}
}
