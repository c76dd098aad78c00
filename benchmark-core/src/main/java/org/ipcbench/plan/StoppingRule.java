package org.ipcbench.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.plan.cell.Cell;

/** When a run has enough rounds, and which cells get more time than others. */
public sealed interface StoppingRule
        permits StoppingRule.FixedRounds, StoppingRule.Precision, Elimination, ExtraTime, GatedRounds {

    /** Number of rounds that are planned before anything is measured. */
    int minRounds();

    /**
     * What is to be measured next, at most one iteration of each cell: a round of all cells or of some, after the last round
     * iterations of single cells; empty if there are enough.
     */
    List<Plan.Turn> next(RunProgress run);

    /** Whether every round has all cells. Otherwise a cell lacks no iterations, and no round is measured again. */
    default boolean hasWholeRounds() {
        return true;
    }

    /**
     * Whether a cell is left out of the first round, because it is needed only if others fail.
     *
     * @param cells all cells of the run
     */
    default boolean isDeferred(Cell cell, List<Cell> cells) {
        return false;
    }

    /** Why a cell needs no iteration; empty if only an interruption leaves it without one. */
    default Optional<String> omission(Cell cell) {
        return Optional.empty();
    }

    /**
     * The most cells that a round after the first one has.
     *
     * @param cells number of cells of the first round
     */
    default int cellsOfLaterRounds(int cells) {
        return cells;
    }

    /** The time limit of the rounds; empty if their number ends them. */
    default Optional<Duration> timeLimit() {
        return Optional.empty();
    }

    /** Whether there is time for another round. */
    default boolean hasTime(Pace pace) {
        return timeLimit().map(pace::hasTime).orElse(true);
    }

    /** Number of rounds that the run will have, as far as it can be predicted. */
    int expectedRounds(RunProgress run);

    /**
     * How long a run is expected to take by this rule.
     *
     * @param planned the run if only the least number of rounds is measured
     * @param cells number of cells of the first round
     * @param addedShare usual extra time, as a share of the planned time
     */
    default Forecast forecast(Forecast planned, int cells, double addedShare) {
        return planned;
    }

    /** One line at the end of a run on how far the rule has come; empty if there is nothing to say. */
    default Optional<String> closingLine(RunProgress run) {
        return Optional.empty();
    }

    /**
     * How long rounds take.
     *
     * @param elapsedNanos since the run began, in nanoseconds
     * @param roundNanos time of the longest round so far, in nanoseconds; 0 before the first one
     * @param turnNanos mean time of an iteration so far, in nanoseconds; 0 before the first one
     */
    record Pace(long elapsedNanos, long roundNanos, long turnNanos) {
        /** Nothing is measured yet. */
        static final Pace NONE = new Pace(0, 0, 0);

        /** Whether a time limit allows another round of all cells. */
        boolean hasTime(Duration longest) {
            return hasTime(longest, 1, 1);
        }

        /** Whether a time limit allows a round of some of all cells. */
        boolean hasTime(Duration longest, int some, int all) {
            return elapsedNanos + (double) roundNanos * some / all <= longest.toNanos();
        }

        /** Number of rounds that a time limit allows, after this number of rounds. */
        int affordable(int rounds, Duration longest) {
            if (roundNanos == 0) {
                return Integer.MAX_VALUE;
            }
            long left = (longest.toNanos() - elapsedNanos) / roundNanos;
            return (int) Math.min(Integer.MAX_VALUE, rounds + Math.max(0, left));
        }
    }

    /** A fixed number of rounds, regardless of the figures' precision. */
    record FixedRounds(int number) implements StoppingRule {
        public FixedRounds {
            if (number < 1) {
                throw new IllegalArgumentException("a run has at least one round");
            }
        }

        @Override
        public int minRounds() {
            return number;
        }

        @Override
        public List<Plan.Turn> next(RunProgress run) {
            return run.rounds() < number ? run.nextRound() : List.of();
        }

        @Override
        public int expectedRounds(RunProgress run) {
            return Math.max(run.rounds(), number);
        }
    }

    /**
     * Rounds until every cell's interval is narrow enough, or the time is over. Every round has all cells, even those that are
     * precise already: comparisons are made within rounds, and a cell that is measured further does not stop at a moment that
     * looks precise by chance.
     *
     * @param minRounds rounds before precision is checked first; fewer than {@value #MIN_ROUNDS} count as {@value #MIN_ROUNDS}
     * @param halfWidth half of the width of an interval as a share of its mean, above 0 and below 1
     * @param longest time limit; no round begins that would exceed it
     */
    record Precision(int minRounds, double halfWidth, Duration longest) implements StoppingRule {
        /** With fewer rounds, the run stops too often because the deviation is small by chance, see docs/validation.md. */
        public static final int MIN_ROUNDS = 6;

        /** After this number of rounds, the run does not wait for cells with two speeds and cells without an interval. */
        public static final int MAX_ROUNDS_WITHOUT_INTERVAL = 12;

        /** The variation of rates from round to round that estimates assume. */
        public static final double ASSUMED_VARIATION = 0.1;

        public Precision {
            if (!(halfWidth > 0 && halfWidth < 1) || longest.isNegative() || longest.isZero()) {
                throw new IllegalArgumentException("no precision of %s within %s".formatted(halfWidth, longest));
            }
            minRounds = Math.max(minRounds, MIN_ROUNDS);
        }

        @Override
        public List<Plan.Turn> next(RunProgress run) {
            boolean wanting =
                    run.rounds() < minRounds || run.figures().stream().anyMatch(cell -> isWanting(cell, run.rounds()));
            return run.rounds() == 0 || (wanting && hasTime(run.pace())) ? run.nextRound() : List.of();
        }

        @Override
        public Optional<Duration> timeLimit() {
            return Optional.of(longest);
        }

        @Override
        public int expectedRounds(RunProgress run) {
            int rounds = run.rounds();
            int wanted = run.figures().stream()
                    .mapToInt(cell -> rounds(cell, rounds))
                    .reduce(rounds == 0 ? assumedRounds() : Math.max(rounds, minRounds), Math::max);
            return Math.min(wanted, Math.max(rounds, run.pace().affordable(rounds, longest)));
        }

        @Override
        public Forecast forecast(Forecast planned, int cells, double addedShare) {
            return planned.plusWithin(planned.roundSeconds() * (assumedRounds() - minRounds), longest.toNanos() / 1e9);
        }

        @Override
        public Optional<String> closingLine(RunProgress run) {
            List<Summary> figures = run.figures();
            long unknown = figures.stream()
                    .filter(cell -> cell.relativeHalfWidth().isEmpty())
                    .count();
            long wide = figures.stream().filter(this::isTooWide).count() - unknown;
            List<String> parts = new ArrayList<>();
            if (wide > 0) {
                parts.add("%d of %d cells when --max-time ended".formatted(wide, figures.size()));
            }
            if (unknown > 0) {
                parts.add("%d of %d cells, which have no interval".formatted(unknown, figures.size()));
            }
            return parts.isEmpty()
                    ? Optional.empty()
                    : Optional.of("less precise than %s %%: %s".formatted(percent(), String.join("; ", parts)));
        }

        private String percent() {
            return BigDecimal.valueOf(100 * halfWidth)
                    .round(new MathContext(3))
                    .stripTrailingZeros()
                    .toPlainString();
        }

        /** Number of rounds needed with the assumed variation, without a time limit. */
        int assumedRounds() {
            return Math.max(minRounds, Interval.valuesFor(halfWidth, ASSUMED_VARIATION));
        }

        /** Whether a cell is less precise than asked. */
        private boolean isTooWide(Summary cell) {
            return cell.relativeHalfWidth().orElse(Double.POSITIVE_INFINITY) > halfWidth;
        }

        /** Whether a cell needs another round. */
        boolean isWanting(Summary cell, int rounds) {
            return isTooWide(cell) && (cell.relativeHalfWidth().isPresent() || rounds < MAX_ROUNDS_WITHOUT_INTERVAL);
        }

        /**
         * Number of rounds that a cell needs: the width of an interval is inversely proportional to the square root of the number
         * of rounds.
         */
        private int rounds(Summary cell, int rounds) {
            if (!isWanting(cell, rounds)) {
                return rounds;
            }
            if (cell.relativeHalfWidth().isEmpty()) {
                return MAX_ROUNDS_WITHOUT_INTERVAL;
            }
            double widthRatio = cell.relativeHalfWidth().getAsDouble() / halfWidth;
            return (int) Math.min(Integer.MAX_VALUE, Math.ceil(rounds * widthRatio * widthRatio));
        }
    }

    /**
     * How long a run is expected to take.
     *
     * @param seconds wall-clock time, in seconds
     * @param longestSeconds wall-clock time if its stopping rule needs more rounds or iterations than expected, in seconds
     * @param roundSeconds wall-clock time of a round of all cells, in seconds
     * @param rounds number of rounds in the longest time; those of a part of the cells count for as much as they have
     */
    record Forecast(double seconds, double longestSeconds, double roundSeconds, double rounds) {
        /** A run with this number of rounds. */
        static Forecast of(double seconds, double roundSeconds, int rounds) {
            return new Forecast(seconds, seconds, roundSeconds, rounds);
        }

        /** Adds time, and a limit of which it takes no more. */
        Forecast plusWithin(double addedSeconds, double limitSeconds) {
            double within = Math.min(limitSeconds, seconds + addedSeconds);
            return new Forecast(
                    within,
                    limitSeconds,
                    roundSeconds,
                    limitSeconds > within && roundSeconds > 0 ? Math.max(rounds, limitSeconds / roundSeconds) : rounds);
        }
    }
}
