package org.ipcbench.workload.message;

/**
 * Remembers which of the last sequence numbers have arrived, so that a late message is told from a repeated one. Numbers
 * go on from one batch to the next.
 */
public final class ArrivalWindow {
    /** Kind of an arriving message, by its sequence number. */
    public enum Arrival {
        /** The number is higher than all before; the skipped ones may be lost or late. */
        AHEAD,
        /** The message was sent before one that has already arrived. */
        LATE,
        /** The message has arrived before, or is too late for the window to know. */
        REPEATED,
        /** The message belongs to an earlier batch, whose counts are closed. */
        STALE,
        /** No message has this number. */
        IMPOSSIBLE
    }

    /** Size of the window: far more messages than any buffer of a kernel holds. */
    static final int LENGTH = 1 << 16;

    /** No sender gets this far ahead of a receiver: at a message every 100 ns this takes 100 s. */
    static final long MAX_AHEAD = 1L << 30;

    /** Bits of a number that say which bit of its word it is. */
    private static final int WORD_SHIFT = 6;

    private static final int WORDS = LENGTH >> WORD_SHIFT;

    private final long[] words = new long[WORDS];
    private long first;
    private long highest = -1;

    /** From now on the numbers of the next batch are due, of which this is the first. */
    public void beginAt(long newFirst) {
        first = newFirst;
        clearUpTo(newFirst - 1);
        highest = newFirst - 1;
    }

    /** The first number of the current batch. */
    public long first() {
        return first;
    }

    public Arrival note(long sequence) {
        if (sequence > highest) {
            if (sequence - highest > MAX_AHEAD) {
                return Arrival.IMPOSSIBLE;
            }
            clearUpTo(sequence);
            highest = sequence;
            words[index(sequence)] |= 1L << sequence;
            return Arrival.AHEAD;
        }
        if (sequence < first) {
            return sequence < 0 ? Arrival.IMPOSSIBLE : Arrival.STALE;
        }
        boolean forgotten = (highest >> WORD_SHIFT) - (sequence >> WORD_SHIFT) >= WORDS;
        if (forgotten || (words[index(sequence)] & 1L << sequence) != 0) {
            return Arrival.REPEATED;
        }
        words[index(sequence)] |= 1L << sequence;
        return Arrival.LATE;
    }

    /** Makes room: words that are entered for the first time, or again, start empty. */
    private void clearUpTo(long sequence) {
        long last = sequence >> WORD_SHIFT;
        for (long word = Math.max((highest >> WORD_SHIFT) + 1, last - WORDS + 1); word <= last; word++) {
            words[(int) (word & WORDS - 1)] = 0;
        }
    }

    private static int index(long sequence) {
        return (int) (sequence >> WORD_SHIFT & WORDS - 1);
    }
}
