package org.ipcbench.workload.codec;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ipcbench.workload.codec.Codec.Coder;
import org.ipcbench.workload.codec.Document.Kind;
import org.ipcbench.workload.codec.Document.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The documents that messages of one size carry in turn, by a codec. Both sides make the same ones, and write each once to know its
 * length. Nothing is allocated for a message but what the codec allocates.
 */
public final class Documents<D extends Document> {
    /** A power of two: so many that no branch predictor learns them by heart at 200 bytes, and few enough for any cache. */
    public static final int NUMBER = 16;

    private static final long SEED = 20_230_815;

    private final Coder<D> coder;
    private final List<D> documents;
    private final Patterns<D> patterns;
    private final FieldSum sum;

    /** The documents of a size, in bytes. */
    Documents(Codec codec, Kind<D> kind, int messageBytes, boolean isWhole) {
        coder = kind.coder().apply(codec);
        patterns = Patterns.of(codec, kind, messageBytes, isWhole);
        documents = patterns.documents.stream().map(kind.copied()).toList();
        sum = new FieldSum(isWhole);
    }

    private static <D extends Document> List<D> made(Kind<D> kind, int messageBytes) {
        return IntStream.range(0, NUMBER)
                .mapToObj(i -> kind.made().apply(new Numbers(SEED + i), messageBytes))
                .toList();
    }

    /** What does not change, once in a process while a connection has it: orders of 1 MiB take 16 MiB. */
    private static final class Patterns<D extends Document> {
        private static final Map<Key, WeakReference<Patterns<?>>> KNOWN = new HashMap<>();

        private final List<D> documents;
        private final long[] sums = new long[NUMBER];
        private final int[] lengths = new int[NUMBER];

        private record Key(String codec, Kind<?> kind, int messageBytes, boolean isWhole) {}

        private Patterns(Codec codec, Kind<D> kind, int messageBytes, boolean isWhole) {
            Coder<D> coder = kind.coder().apply(codec);
            ByteBuffer paper = ByteBuffer.allocateDirect(kind.mostBytes().applyAsInt(codec, messageBytes))
                    .order(ByteOrder.nativeOrder());
            documents = made(kind, messageBytes);
            for (int i = 0; i < NUMBER; i++) {
                FieldSum sum = new FieldSum(isWhole);
                sum.begin();
                documents.get(i).addTo(sum);
                sums[i] = sum.value();
                documents.get(i).become(i, false);
                paper.clear();
                coder.encode(documents.get(i), paper);
                lengths[i] = paper.position();
            }
        }

        @SuppressWarnings("unchecked") // the kind is part of the key
        static synchronized <D extends Document> Patterns<D> of(
                Codec codec, Kind<D> kind, int messageBytes, boolean isWhole) {
            Key key = new Key(codec.id(), kind, messageBytes, isWhole);
            @Nullable WeakReference<Patterns<?>> known = KNOWN.get(key);
            @Nullable Patterns<D> patterns = known == null ? null : (Patterns<D>) known.get();
            if (patterns == null) {
                patterns = new Patterns<>(codec, kind, messageBytes, isWhole);
                KNOWN.put(key, new WeakReference<>(patterns));
            }
            return patterns;
        }
    }

    private static int place(long sequence) {
        return (int) sequence & (NUMBER - 1);
    }

    /** The sum of all integers but the state of so many documents, from the one with this number on. */
    static long sumOfIntegers(Kind<?> kind, int messageBytes, long first, long messages) {
        long[] each = new long[NUMBER];
        long round = 0;
        List<? extends Document> documents = made(kind, messageBytes);
        for (int i = 0; i < NUMBER; i++) {
            each[i] = documents.get(i).integers();
            round += each[i];
        }
        long sum = messages * (Document.FIRST_ID + first) + messages * (messages - 1) / 2 + messages / NUMBER * round;
        for (long i = 0; i < messages % NUMBER; i++) {
            sum += each[place(first + i)];
        }
        return sum;
    }

    /** Length of the message with this number, in bytes. */
    public int length(long sequence) {
        return patterns.lengths[place(sequence)];
    }

    /** Mean length of messages, in bytes. */
    public double meanLength() {
        return IntStream.of(patterns.lengths).average().orElseThrow();
    }

    /** Writes the document with this number; the buffer's position stays. */
    public void encode(ByteBuffer buffer, long sequence, boolean isLast) {
        D document = documents.get(place(sequence));
        document.become(sequence, isLast);
        int start = buffer.position();
        coder.encode(document, buffer);
        int written = buffer.position() - start;
        buffer.position(start);
        if (written != length(sequence)) {
            throw new IllegalStateException("message %d has %d bytes, but its length was to be %d"
                    .formatted(sequence, written, length(sequence)));
        }
    }

    /**
     * Reads a document; buffer's position and limit stay.
     *
     * @return whether the bytes are one of the documents
     */
    public boolean decode(ByteBuffer buffer) throws IOException {
        int start = buffer.position();
        int end = buffer.limit();
        sum.begin();
        try {
            coder.decode(buffer, sum);
        } finally {
            buffer.limit(end).position(start);
        }
        return sum.value() == patterns.sums[place(sum.id() - Document.FIRST_ID)]
                && (sum.state() == Document.OPEN || sum.state() == Document.LAST);
    }

    /** Number of the document that was read last. */
    public long sequence() {
        return sum.id() - Document.FIRST_ID;
    }

    /** Whether the document that was read last is the last one of its batch. */
    public boolean isLast() {
        return sum.state() == Document.LAST;
    }
}
