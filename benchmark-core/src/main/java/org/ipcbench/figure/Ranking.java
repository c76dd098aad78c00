package org.ipcbench.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Ranks;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.analysis.summary.CellSpeed;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.Question;

/** Cells that may be ranked against each other, the fastest first and cells without figures last. */
public final class Ranking {
    /** Ranks a cell without figures below all others. */
    private static final double WITHOUT_FIGURES = -1;

    /** With fewer rounds no two cells can be distinguished. */
    private static final int MIN_ROUNDS = 3;

    private final RankingGroup group;
    private final List<CellResult> cells;
    private final List<CellResult> ranked;
    private final Ranks ranks;

    /** Whether whole rates are compared, because variants are. */
    private final boolean byWholeRates;

    /** The percentile that is compared; empty if rates are. */
    private final OptionalDouble percentile;

    private Ranking(RankingGroup group, List<CellResult> unsorted, List<VariantPair.Judged> variants) {
        this.group = group;
        byWholeRates = !variants.isEmpty();
        percentile = percentile(unsorted);
        cells = group.isOfRates()
                ? unsorted
                : unsorted.stream()
                        .sorted(Comparator.comparingDouble(this::speed).reversed())
                        .toList();
        ranked = group.isOfRates()
                ? List.of()
                : cells.stream().filter(this::isRepeated).toList();
        ranks = Ranks.of(
                ranked.stream().map(this::speeds).toList(),
                variants.stream().flatMap(pair -> judged(pair).stream()).toList());
    }

    /** A pair of variants, which is judged together with the other pairs of the run; empty if it is in another ranking. */
    private Optional<Ranks.Judged> judged(VariantPair.Judged pair) {
        int one = ranked.indexOf(pair.pair().other());
        int other = ranked.indexOf(pair.pair().first());
        return one < 0 || other < 0
                ? Optional.empty()
                : pair.pair()
                        .comparison()
                        .flatMap(Comparison::estimate)
                        .map(ratio -> new Ranks.Judged(one, other, ratio, pair.decision()));
    }

    /** The cells of a run by question, placement, size and way of waiting. */
    public static List<Ranking> of(RunResult run) {
        List<VariantPair.Judged> variants = VariantPair.judged(run).stream()
                .filter(pair -> pair.pair().comparison().isPresent())
                .toList();
        return groups(run).entrySet().stream()
                .map(group -> new Ranking(group.getKey(), group.getValue(), variants))
                .toList();
    }

    /** The cells of each ranking, in the order of the plan. */
    public static Map<RankingGroup, List<CellResult>> groups(RunResult run) {
        boolean placed = Dimension.PLACEMENT.varies(
                run.cells().stream().map(CellResult::cell).toList());
        Map<RankingGroup, List<CellResult>> groups = new TreeMap<>();
        run.cells()
                .forEach(cell -> groups.computeIfAbsent(RankingGroup.of(cell, placed), unused -> new ArrayList<>())
                        .add(cell));
        return groups;
    }

    /** The rankings as tables show them: one cell that was measured at several rates is a table, in which nothing is ranked. */
    public static List<Ranking> tables(List<Ranking> rankings) {
        Map<RankingGroup, List<Ranking>> byRest = new LinkedHashMap<>();
        rankings.forEach(each -> byRest.computeIfAbsent(each.group.atAnyRate(), unused -> new ArrayList<>())
                .add(each));
        return byRest.entrySet().stream()
                .flatMap(rates -> {
                    List<CellResult> cells = rates.getValue().stream()
                            .flatMap(each -> each.cells.stream())
                            .toList();
                    long transports = cells.stream()
                            .map(each -> each.cell().transportId())
                            .distinct()
                            .count();
                    int number = rates.getValue().size();
                    return number > 1 && cells.size() == number && transports == 1
                            ? Stream.of(new Ranking(rates.getKey(), cells, List.of()))
                            : rates.getValue().stream();
                })
                .toList();
    }

    public RankingGroup group() {
        return group;
    }

    public List<CellResult> cells() {
        return cells;
    }

    /** 1 + the number of cells that are certainly faster than this one; empty for a cell that was not repeated. */
    public Optional<Integer> rank(CellResult result) {
        int index = ranked.indexOf(result);
        return index < 0 ? Optional.empty() : Optional.of(ranks.of(index));
    }

    /** The cell that the others are compared with: the one with the greatest usual speed. */
    public CellResult fastest() {
        return cells.get(0);
    }

    /** The ratio of the fastest cell's speed to this cell's speed; empty if either has no figures. */
    public Optional<Comparison> behindFastest(CellResult result) {
        return isCompared(fastest()) && isCompared(result)
                ? Optional.of(Comparison.of(speeds(fastest()), speeds(result)))
                : Optional.empty();
    }

    /**
     * How much longer a message of this cell takes than one of the fastest cell; empty if either has no figures, and for a question
     * that measures no times.
     */
    public Optional<TimeDifference> longerThanFastest(CellResult result) {
        return comparesTimes()
                ? behindFastest(result).map(ratio -> TimeDifference.of(ratio, speeds(result), speeds(fastest())))
                : Optional.empty();
    }

    /** Whether times of messages are compared, not only rates. */
    public boolean comparesTimes() {
        return !group.isOfRates()
                && group.question().latencyKind().answersWithPercentiles()
                && (!group.question().inTurns() || ranked.stream().allMatch(Ranking::isOneAtATime));
    }

    /** Whether the rate tells the time of a message: with several under way, it does not. */
    static boolean isOneAtATime(CellResult result) {
        Cell cell = result.cell();
        return cell.clients().number() == 1 && cell.workload().inFlight() == 1;
    }

    /**
     * The smallest difference that most comparisons of this cell with the fastest one would detect, as a share; empty for the
     * fastest one, for a cell that is told from it, and for a cell that was not repeated.
     */
    public Optional<Double> detectableFromFastest(CellResult result) {
        int fastest = ranked.indexOf(fastest());
        int index = ranked.indexOf(result);
        return fastest < 0
                        || index < 0
                        || index == fastest
                        || ranks.between(fastest, index).differs()
                ? Optional.empty()
                : ranks.minimumDetectableDifference(fastest, index);
    }

    /** The speed of a cell with figures, by which it is compared. */
    public double messagesPerSecond(CellResult result) {
        CellSpeed speed = result.summary().orElseThrow().speed();
        return byWholeRates ? speed.mean() : speed.usual();
    }

    /**
     * The speeds by round. Between transports the usual message counts, so that the machine's stalls decide nothing. A variant may make
     * its own pauses, so that between variants everything counts.
     */
    private NavigableMap<Integer, Double> speeds(CellResult result) {
        CellSpeed speed = result.summary().orElseThrow().speed();
        return byWholeRates ? speed.ofRound() : speed.usualOfRound();
    }

    /** The cells of rank 1: the fastest one, and all that are not certainly slower than any other; empty without figures. */
    public List<CellResult> winners() {
        return cells.stream()
                .filter(Ranking::isReached)
                .filter(cell -> cell == fastest()
                        || rank(cell).filter(rank -> rank == 1).isPresent())
                .toList();
    }

    /**
     * Whether a cell's mean rate is above that of a cell which stands above it, because order and ranks follow usual rates.
     *
     * @param differ whether two cells' means are shown as different ones
     */
    public boolean isOutOfOrderByMeans(BiPredicate<CellResult, CellResult> differ) {
        List<CellResult> rated = cells.stream()
                .filter(Ranking::isReached)
                .filter(cell -> !cell.summary().orElseThrow().latencyKind().hasGivenRate())
                .toList();
        return IntStream.range(1, rated.size())
                .anyMatch(row -> rate(rated.get(row)) > rate(rated.get(row - 1))
                        && differ.test(rated.get(row), rated.get(row - 1)));
    }

    private static double rate(CellResult cell) {
        return cell.summary().orElseThrow().messagesPerSecond();
    }

    /** Whether the cell has figures for a ranking. */
    public static boolean isReached(CellResult result) {
        return result.status() == CellStatus.MEASURED
                && result.summary().filter(summary -> summary.speed().isKnown()).isPresent();
    }

    /** The highest one that a cell has enough samples for, of those that reached their rate if there are any. */
    private static OptionalDouble percentile(List<CellResult> cells) {
        List<Summary> figures = cells.stream()
                .filter(Ranking::isReached)
                .map(cell -> cell.summary().orElseThrow())
                .toList();
        boolean isAnyReached = figures.stream().anyMatch(Summary::isReached);
        return figures.stream()
                .filter(summary -> summary.isReached() || !isAnyReached)
                .flatMapToDouble(summary -> summary.speed().percentile().stream())
                .max();
    }

    /** Whether the cell's speed is of the figure that is compared: too few samples have another percentile. */
    private boolean isCompared(CellResult result) {
        return isReached(result)
                && result.summary()
                        .filter(summary -> summary.speed().percentile().equals(percentile))
                        .isPresent();
    }

    private boolean isRepeated(CellResult result) {
        return isCompared(result)
                && result.summary()
                        .filter(summary -> summary.speed().rateOfRound().size() >= MIN_ROUNDS)
                        .isPresent();
    }

    /** The speed for the ranking; cells that did not reach their load rank below cells that did, one with too few samples between the two. */
    private double speed(CellResult result) {
        return result.summary()
                .filter(summary -> summary.speed().isKnown())
                .map(summary -> summary.isReached()
                        ? isCompared(result) ? messagesPerSecond(result) : 0
                        : WITHOUT_FIGURES + summary.load().orElseThrow().achievedShare())
                .orElse(WITHOUT_FIGURES);
    }

    /**
     * The common properties of cells that may be ranked against each other. Spinning and blocking transports are ranked
     * separately, and so are placements.
     *
     * @param question the question
     * @param placement the placement; empty if the run has only one
     * @param requestBytes size of a message or block, in bytes; 0 for calls of servers of users, which have no common size
     * @param offered the offered load, as text; empty for other questions, and for the rates of one cell side by side
     * @param shape what distinguishes its calls from plain ones, as text; empty if nothing does
     * @param waits how a waiting peer waits
     */
    public record RankingGroup(
            Question question, String placement, int requestBytes, String offered, String shape, WaitStrategy waits)
            implements Comparable<RankingGroup> {
        /** Compares numbers as texts: shorter numbers are smaller. */
        private static final Comparator<String> BY_NUMBER =
                Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

        /**
         * The group of a cell.
         *
         * @param placed whether the run has several placements
         */
        public static RankingGroup of(CellResult result, boolean placed) {
            return new RankingGroup(
                    result.cell().workload().question(),
                    placed ? result.cell().placementName() : "",
                    result.cell().hasSizes() ? result.cell().requestBytes() : 0,
                    Dimension.RATE.text(result.cell()),
                    shape(result.cell()),
                    result.cell().transport().traits().waitStrategy());
        }

        private static String shape(Cell cell) {
            return Dimension.RANKED_APART.stream()
                    .filter(dimension -> dimension.of(cell).isPresent())
                    .map(dimension -> dimension.named(cell))
                    .collect(Collectors.joining(", "));
        }

        /** The size of its messages, in words behind a comma; empty if they have no common one. */
        public String size() {
            return requestBytes == 0 ? "" : ", %d bytes".formatted(requestBytes);
        }

        /** The unit of its rates. */
        public String rateUnit() {
            return question == Question.CALLS ? "calls/s" : "messages/s";
        }

        /** The group of the same cells at all their rates. */
        RankingGroup atAnyRate() {
            return new RankingGroup(question, placement, requestBytes, "", shape, waits);
        }

        /** Whether its cells are one cell's rates, of which none is better than another. */
        public boolean isOfRates() {
            return question.hasGivenRate() && offered.isEmpty();
        }

        @Override
        public int compareTo(RankingGroup other) {
            return Comparator.comparing(RankingGroup::question)
                    .thenComparing(RankingGroup::placement)
                    .thenComparing(RankingGroup::requestBytes)
                    .thenComparing(RankingGroup::offered, BY_NUMBER)
                    .thenComparing(RankingGroup::shape, BY_NUMBER)
                    .thenComparing(RankingGroup::waits)
                    .compare(this, other);
        }

        /** How a waiting peer waits, in words. */
        public String waiting() {
            return switch (waits) {
                case BLOCKING -> "blocking wait";
                case SPINNING -> "spinning wait";
                case NONE -> "no second process";
            };
        }
    }
}
