package org.ipcbench.plan;

/**
 * How long a run is expected to take.
 *
 * @param seconds wall-clock time, in seconds
 * @param longestSeconds wall-clock time if its stopping rule needs more rounds or iterations than expected, in seconds
 * @param roundSeconds wall-clock time of a round of all cells, in seconds
 * @param rounds number of rounds in the longest time; those of a part of the cells count for as much as they have
 */
public record Forecast(double seconds, double longestSeconds, double roundSeconds, double rounds) {
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

    /** Adds rounds that are certain to follow. */
    Forecast plusRounds(double added) {
        double later = seconds + roundSeconds * added;
        return new Forecast(later, later, roundSeconds, rounds + added);
    }
}
