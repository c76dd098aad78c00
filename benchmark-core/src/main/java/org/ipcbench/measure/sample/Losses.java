package org.ipcbench.measure.sample;

/**
 * What went wrong with messages on their way, as their receiver counted it. With a reliable transport all counts are
 * zero, because such a message fails the iteration.
 *
 * @param lost messages sent of which no undamaged copy arrived (for round trips: answers that did not come in time)
 * @param duplicated further copies of messages that had arrived before
 * @param reordered messages that arrived after one sent later; for round trips: answers that came after their deadline
 * @param corrupt messages that arrived damaged
 */
public record Losses(long lost, long duplicated, long reordered, long corrupt) {
    public static final Losses NONE = new Losses(0, 0, 0, 0);

    public Losses {
        if (lost < 0 || duplicated < 0 || reordered < 0 || corrupt < 0) {
            throw new IllegalArgumentException(
                    "losses are counts, not %d, %d, %d and %d".formatted(lost, duplicated, reordered, corrupt));
        }
    }

    /** Returns the sum of both. */
    public Losses plus(Losses other) {
        return new Losses(
                lost + other.lost, duplicated + other.duplicated, reordered + other.reordered, corrupt + other.corrupt);
    }
}
