package org.ipcbench.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ipcbench.measure.clock.FakeClock;
import org.ipcbench.transport.MemoryChannel.OtherSide;
import org.jspecify.annotations.Nullable;

/**
 * One end of a lossy connection in memory, for both halves of a workload on one thread. Nothing gets lost by itself:
 * tests take what is underway away, repeat it, reorder it and damage it. Waiting without a message turns the clock.
 */
public final class LossyMemoryChannel implements LossyChannel {
    /** Messages do not begin where the buffer does, as in a ring. */
    private static final int OFFSET = 3;

    private final Deque<byte[]> incoming;
    private final Deque<byte[]> outgoing;
    private final FakeClock clock;
    private final ByteBuffer sendBuffer;
    private final ByteBuffer receiveBuffer;
    private int claimed;
    private OtherSide otherSide = () -> {};

    private LossyMemoryChannel(Deque<byte[]> incoming, Deque<byte[]> outgoing, int largestBytes, FakeClock clock) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.clock = clock;
        int bytes = OFFSET + Math.max(largestBytes, MIN_BYTES);
        sendBuffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        receiveBuffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    public static Ends connect(int largestBytes, FakeClock clock) {
        Deque<byte[]> toServer = new ArrayDeque<>();
        Deque<byte[]> toClient = new ArrayDeque<>();
        return new Ends(
                new LossyMemoryChannel(toClient, toServer, largestBytes, clock),
                new LossyMemoryChannel(toServer, toClient, largestBytes, clock));
    }

    /** What to do when this end receives and nothing is there. */
    public void whenStarved(OtherSide side) {
        otherSide = side;
    }

    /** Messages this end has sent and the other has not received, oldest first. */
    public Deque<byte[]> underway() {
        return outgoing;
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return sendBuffer.limit(OFFSET + length).position(OFFSET);
    }

    @Override
    public void commit() {
        byte[] message = new byte[claimed];
        sendBuffer.get(OFFSET, message);
        outgoing.addLast(message);
    }

    @Override
    public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
        if (incoming.isEmpty()) {
            otherSide.step();
        }
        byte[] message = incoming.pollFirst();
        if (message == null) {
            clock.advance(timeoutNanos);
            return null;
        }
        receiveBuffer.clear().put(OFFSET, message);
        return receiveBuffer.limit(OFFSET + message.length).position(OFFSET);
    }

    @Override
    public void close() {
        // memory needs no closing
    }

    /** Both ends of one connection. */
    public record Ends(LossyMemoryChannel client, LossyMemoryChannel server) {}
}
