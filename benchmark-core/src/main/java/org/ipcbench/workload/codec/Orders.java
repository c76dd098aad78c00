package org.ipcbench.workload.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.workload.codec.Codec.Coder;

/**
 * The orders that messages of one size carry in turn, by a codec. Both sides make the same ones, and write each once to know its
 * length. Nothing is allocated for a message but what the codec allocates.
 */
public final class Orders {
    /** A power of two: so many that no branch predictor learns them by heart at 200 bytes, and few enough for any cache. */
    public static final int NUMBER = 16;

    private static final long SEED = 20_230_815;

    private final Coder coder;
    private final Order[] orders = new Order[NUMBER];
    private final long[] sums = new long[NUMBER];
    private final int[] lengths = new int[NUMBER];
    private final OrderSum sum = new OrderSum();

    /** The orders of a size, in bytes. */
    public Orders(Codec codec, int messageBytes) {
        coder = codec.coder();
        int positions = Order.positionsOf(messageBytes);
        ByteBuffer paper = ByteBuffer.allocateDirect(codec.mostBytes(positions)).order(ByteOrder.nativeOrder());
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

    private static int place(long sequence) {
        return (int) sequence & (NUMBER - 1);
    }

    /** Length of the message with this number, in bytes. */
    public int length(long sequence) {
        return lengths[place(sequence)];
    }

    /** Mean length of messages, in bytes. */
    public double meanLength() {
        long all = 0;
        for (int length : lengths) {
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
        return sum.value() == sums[place(sum.id() - Order.FIRST_ID)]
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
