package org.ipcbench.transports.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.ipcbench.transport.Channel;

/** A channel whose buffers are held to the contract at every call: few objects, direct, native order, exact length. */
final class CheckedChannel implements Channel {
    /** As many as the contract allows in either direction. */
    private static final int MAX_BUFFERS = 4;

    private final Channel channel;
    private final Set<ByteBuffer> claimed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<ByteBuffer> received = Collections.newSetFromMap(new IdentityHashMap<>());

    CheckedChannel(Channel channel) {
        this.channel = channel;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        ByteBuffer buffer = channel.claim(length);
        require(!buffer.isReadOnly(), "the claimed buffer is read-only");
        check(buffer, claimed, length);
        return buffer;
    }

    @Override
    public void commit() throws IOException {
        channel.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return checkReceived(channel.receive(length), length);
    }

    /** For what was received in another way. */
    ByteBuffer checkReceived(ByteBuffer buffer, int length) {
        check(buffer, received, length);
        return buffer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void check(ByteBuffer buffer, Set<ByteBuffer> known, int length) {
        known.add(buffer);
        require(known.size() <= MAX_BUFFERS, "buffers are made for messages, not for the channel");
        require(buffer.isDirect(), "the buffer is not direct");
        require(buffer.order() == ByteOrder.nativeOrder(), "the buffer is not in native byte order");
        require(
                buffer.remaining() == length,
                "the buffer has %d bytes where %d were asked for".formatted(buffer.remaining(), length));
    }

    private static void require(boolean condition, String complaint) {
        if (!condition) {
            throw new AssertionError(complaint);
        }
    }
}
