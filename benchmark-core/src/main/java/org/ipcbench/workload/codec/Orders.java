package org.ipcbench.workload.codec;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ipcbench.workload.codec.Codec.Coder;
import org.jspecify.annotations.Nullable;

/**
 * The orders that messages of one size carry in turn, by a codec. Both sides make the same ones, and write each once to know its
 * length. Nothing is allocated for a message but what the codec allocates.
 */
public final class Orders {
    /** A power of two: so many that no branch predictor learns them by heart at 200 bytes, and few enough for any cache. */
    public static final int NUMBER = 16;

    private static final long SEED = 20_230_815;

    private final Coder coder;
    private final Order[] orders;
    private final Patterns patterns;
    private final OrderSum sum = new OrderSum();

    /** The orders of a size, in bytes. */
    public Orders(Codec codec, int messageBytes) {
        coder = codec.coder();
        patterns = Patterns.of(codec, Order.positionsOf(messageBytes));
        orders = Arrays.stream(patterns.orders).map(Order::new).toArray(Order[]::new);
    }

    /** What does not change, once in a process while a connection has it: orders of 1 MiB take 16 MiB. */
    private static final class Patterns {
        private static final Map<Map.Entry<String, Integer>, WeakReference<Patterns>> KNOWN = new HashMap<>();

        private final Order[] orders = new Order[NUMBER];
        private final long[] sums = new long[NUMBER];
        private final int[] lengths = new int[NUMBER];

        private Patterns(Codec codec, int positions) {
            Coder coder = codec.coder();
            ByteBuffer paper =
                    ByteBuffer.allocateDirect(codec.mostBytes(positions)).order(ByteOrder.nativeOrder());
            OrderSum sum = new OrderSum();
            for (int i = 0; i < NUMBER; i++) {
                orders[i] = new Order(SEED + i, positions);
                sum.begin();
                orders[i].addTo(sum);
                sums[i] = sum.value();
                orders[i].become(i, false);
                paper.clear();
                coder.encode(orders[i], paper);
                lengths[i] = paper.position();
            }
        }

        static synchronized Patterns of(Codec codec, int positions) {
            Map.Entry<String, Integer> key = Map.entry(codec.id(), positions);
            @Nullable WeakReference<Patterns> known = KNOWN.get(key);
            @Nullable Patterns patterns = known == null ? null : known.get();
            if (patterns == null) {
                patterns = new Patterns(codec, positions);
                KNOWN.put(key, new WeakReference<>(patterns));
            }
            return patterns;
        }
    }

    private static int place(long sequence) {
        return (int) sequence & (NUMBER - 1);
    }

    /** Length of the message with this number, in bytes. */
    public int length(long sequence) {
        return patterns.lengths[place(sequence)];
    }

    /** Mean length of messages, in bytes. */
    public double meanLength() {
        long all = 0;
        for (int length : patterns.lengths) {
            all += length;
        }
        return (double) all / NUMBER;
    }

    /** Writes the order with this number; the buffer's position stays. */
    public void encode(ByteBuffer buffer, long sequence, boolean isLast) {
        Order order = orders[place(sequence)];
        order.become(sequence, isLast);
        int start = buffer.position();
        coder.encode(order, buffer);
        int written = buffer.position() - start;
        buffer.position(start);
        if (written != length(sequence)) {
            throw new IllegalStateException("message %d has %d bytes, but its length was to be %d"
                    .formatted(sequence, written, length(sequence)));
        }
    }

    /**
     * Reads an order; buffer's position and limit stay.
     *
     * @return whether the bytes are one of the orders
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
        return sum.value() == patterns.sums[place(sum.id() - Order.FIRST_ID)]
                && (sum.state() == Order.OPEN || sum.state() == Order.LAST);
    }

    /** Number of the order that was read last. */
    public long sequence() {
        return sum.id() - Order.FIRST_ID;
    }

    /** Whether the order that was read last is the last one of its batch. */
    public boolean isLast() {
        return sum.state() == Order.LAST;
    }
}
