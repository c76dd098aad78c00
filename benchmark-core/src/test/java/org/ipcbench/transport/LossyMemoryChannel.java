package org.ipcbench.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Deque;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.transport.MemoryChannel.OtherSide;
import org.jspecify.annotations.Nullable;

/**
 * One end of a lossy connection in memory, for both halves of a workload on one thread. Nothing gets lost by itself:
 * tests take what is underway away, repeat it, reorder it and damage it. Waiting without a message turns the clock.
 */
public final class LossyMemoryChannel implements LossyChannel {
    private final MemoryChannel end;
    private final FakeClock clock;

    private LossyMemoryChannel(MemoryChannel end, FakeClock clock) {
        this.end = end;
        this.clock = clock;
    }

    public static Ends connect(int largestBytes, FakeClock clock) {
        MemoryChannel.Ends ends = MemoryChannel.connect(Math.max(largestBytes, MIN_BYTES));
        return new Ends(new LossyMemoryChannel(ends.client(), clock), new LossyMemoryChannel(ends.server(), clock));
    }

    /** What to do when this end receives and nothing is there. */
    public void whenStarved(OtherSide side) {
        end.whenStarved(side);
    }

    /** Messages this end has sent and the other has not received, oldest first. */
    public Deque<byte[]> underway() {
        return end.underway();
    }

    @Override
    public ByteBuffer claim(int length) {
        return end.claim(length);
    }

    @Override
    public void commit() {
        end.commit();
    }

    @Override
    public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
        ByteBuffer message = end.next();
        if (message == null) {
            clock.advance(timeoutNanos);
        }
        return message;
    }

    @Override
    public void close() {
        end.close();
    }

    /** Both ends of one connection. */
    public record Ends(LossyMemoryChannel client, LossyMemoryChannel server) {}
}
