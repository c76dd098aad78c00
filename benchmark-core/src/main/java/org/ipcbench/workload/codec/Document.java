package org.ipcbench.workload.codec;

import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.function.UnaryOperator;
import org.ipcbench.workload.codec.Codec.Coder;

/**
 * What codecs write. All but its id and its state are made once, from a seed, by steps that are a few lines in any language: peers/python/ipcbench_peer.py
 * repeats them.
 */
public abstract sealed class Document permits Order, TextDocument {
    /** The smallest size of both kinds. */
    public static final int MIN_BYTES = 128;

    /** SBE counts positions by 16 bits. */
    public static final int MAX_BYTES = 1 << 20;

    /** The state of a document that another one follows. Neither state is zero, which some codecs do not write. */
    public static final int OPEN = 1;

    /** The state of the last document of a batch. */
    public static final int LAST = 2;

    /** Every id has 16 digits, so that its length is the same in every codec. */
    static final long FIRST_ID = 1_000_000_000_000_000L;

    /** In November 2023; nanoseconds of a time between it and a year later have 19 digits. */
    private static final long FIRST_NANOS = 1_700_000_000_000_000_000L;

    private static final long YEAR_NANOS = 31_536_000_000_000_000L;

    private long id;
    private int state;

    /**
     * A kind of documents.
     *
     * @param label what the user types after the codec and a colon; empty for the usual kind
     * @param made makes the document of an asked size, in bytes
     * @param copied makes the same document for another thread, which gives it ids of its own
     * @param coder a codec's coder of this kind
     * @param mostBytes a codec's upper bound of the bytes of a document of an asked size, in bytes
     */
    record Kind<D extends Document>(
            String label,
            BiFunction<Numbers, Integer, D> made,
            UnaryOperator<D> copied,
            Function<Codec, Coder<D>> coder,
            ToIntBiFunction<Codec, Integer> mostBytes) {}

    /** Numbers from a seed, by SplitMix64. */
    static final class Numbers {
        private final SplittableRandom random;

        Numbers(long seed) {
            random = new SplittableRandom(seed);
        }

        long any() {
            return random.nextLong();
        }

        long below(long bound) {
            return (random.nextLong() >>> 1) % bound;
        }

        /** One of some texts. */
        String one(String[] texts) {
            return texts[(int) below(texts.length)];
        }

        /** A time in nanoseconds since 1970. */
        long time() {
            return FIRST_NANOS + below(YEAR_NANOS);
        }
    }

    /** Whether messages of this size, in bytes, can be documents. */
    public static boolean isSize(int messageBytes) {
        return messageBytes >= MIN_BYTES && messageBytes <= MAX_BYTES;
    }

    /** Makes it the document of a message. */
    final void become(long sequence, boolean isLast) {
        id = FIRST_ID + sequence;
        state = isLast ? LAST : OPEN;
    }

    /** Adds every field but id and state. */
    abstract void addTo(FieldSum sum);

    /** The sum of all integers but id and state. */
    abstract long integers();

    public final long id() {
        return id;
    }

    /** {@link #OPEN} or {@link #LAST}. */
    public final int state() {
        return state;
    }
}
