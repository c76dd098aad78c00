package org.ipcbench.workload.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** The bytes that another layout leaves out hold random values, the last one of which the receiver compares. */
final class RandomLayout extends MessageLayout {
    private static final long SEED = 1;

    private final MessageLayout touched;
    private final byte[] random;
    private final int compared;

    /**
     * Fills what a layout leaves out.
     *
     * @param untouchedFrom index of the first byte that it may leave out
     * @param skipsLines whether it touches a long in each further line
     */
    RandomLayout(MessageLayout touched, int messageBytes, int untouchedFrom, boolean skipsLines) {
        this.touched = touched;
        random = new byte[messageBytes];
        new Random(SEED).nextBytes(random);
        int last = messageBytes - 1;
        while (last >= untouchedFrom && skipsLines && last % LINE_BYTES < Long.BYTES) {
            last--;
        }
        compared = last >= untouchedFrom ? last : -1;
    }

    @Override
    public void write(ByteBuffer buffer, long sequence, int last, long sendTimeNanos) {
        buffer.put(buffer.position(), random);
        touched.write(buffer, sequence, last, sendTimeNanos);
    }

    @Override
    public boolean carriesSendTime() {
        return touched.carriesSendTime();
    }

    @Override
    public long sendTimeNanos(ByteBuffer buffer) {
        return touched.sendTimeNanos(buffer);
    }

    @Override
    public boolean check(ByteBuffer buffer, long sequence) throws IOException {
        boolean last = touched.check(buffer, sequence);
        if (compared >= 0 && buffer.get(buffer.position() + compared) != random[compared]) {
            throw damage(buffer, sequence, "byte %d is not the random one".formatted(compared));
        }
        return last;
    }

    @Override
    public long sequence(ByteBuffer buffer) {
        return touched.sequence(buffer);
    }

    @Override
    public long sequenceBits() {
        return touched.sequenceBits();
    }

    @Override
    public boolean isSound(ByteBuffer buffer) {
        return touched.isSound(buffer);
    }

    @Override
    boolean beginsAt(ByteBuffer buffer, int index, long sequence) {
        return touched.beginsAt(buffer, index, sequence);
    }
}
