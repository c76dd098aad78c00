package org.ipcbench.workload.message;

/**
 * Remembers which of the last sequence numbers have arrived, to distinguish a late message from a repeated one. Numbers
 * continue from one batch to the next.
 */
public final class ArrivalWindow {
    /** Kind of an arriving message, by its sequence number. */
    public enum Arrival {
        /** The number is higher than all earlier ones; the skipped messages may be lost or late. */
        AHEAD,
        /** The message was sent before another one that has already arrived. */
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

    /** No sender gets this far ahead of a receiver: at one message every 100 ns this takes 100 s. */
    static final long MAX_AHEAD = 1L << 30;

    /** Number of low bits of a sequence number that select the bit within a word. */
    private static final int WORD_SHIFT = 6;

    private static final int WORDS = LENGTH >> WORD_SHIFT;

    private final long[] words = new long[WORDS];
    private long first;
    private long highest = -1;

    /** Begins the next batch, whose first number is this one. */
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

    /** Makes room: clears the words that are used for the first time or reused. */
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
