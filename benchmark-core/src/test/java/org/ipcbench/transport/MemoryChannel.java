package org.ipcbench.transport;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection in memory, for both halves of a workload on one thread: who receives while nothing is
 * underway gives the other side its turn. What is underway can be tampered with.
 */
public final class MemoryChannel implements Channel {
    /** Messages do not begin where the buffer does, as in a ring. */
    private static final int OFFSET = 3;

    private final Deque<byte[]> incoming;
    private final Deque<byte[]> outgoing;
    private final ByteBuffer sendBuffer;
    private final ByteBuffer receiveBuffer;
    private int claimed;
    private OtherSide otherSide = () -> {};
    private boolean sendsInBackground;
    private Room room = Room.ofEach(Integer.MAX_VALUE);

    private MemoryChannel(Deque<byte[]> incoming, Deque<byte[]> outgoing, int largestBytes) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        sendBuffer = ByteBuffer.allocateDirect(OFFSET + largestBytes).order(ByteOrder.nativeOrder());
        receiveBuffer = ByteBuffer.allocateDirect(OFFSET + largestBytes).order(ByteOrder.nativeOrder());
    }

    public static Ends connect(int largestBytes) {
        Deque<byte[]> toServer = new ArrayDeque<>();
        Deque<byte[]> toClient = new ArrayDeque<>();
        return new Ends(
                new MemoryChannel(toClient, toServer, largestBytes),
                new MemoryChannel(toServer, toClient, largestBytes));
    }

    /** What to do when this end receives and nothing is there. */
    public void whenStarved(OtherSide side) {
        otherSide = side;
    }

    /** As if another thread sent what was committed. */
    public void sendInBackground() {
        sendsInBackground = true;
    }

    /** As if the memory ended there. */
    public void holding(Room other) {
        room = other;
    }

    @Override
    public Room room(int messageBytes) {
        return room;
    }

    @Override
    public boolean sendsInBackground() {
        return sendsInBackground;
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
    public ByteBuffer receive(int length) throws IOException {
        ByteBuffer message = next();
        if (message == null) {
            throw new EOFException("the other side has sent nothing more");
        }
        if (message.remaining() != length) {
            throw new WrongLengthException(message.remaining(), length);
        }
        return message;
    }

    /** The next message, however long it is; null if there is none when the other side has had its turn. */
    @Nullable
    ByteBuffer next() throws IOException {
        if (incoming.isEmpty()) {
            otherSide.step();
        }
        byte[] message = incoming.pollFirst();
        if (message == null) {
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
    public record Ends(MemoryChannel client, MemoryChannel server) {}

    /** What one side does when it is its turn. */
    @FunctionalInterface
    public interface OtherSide {
        void step() throws IOException;
    }
}
