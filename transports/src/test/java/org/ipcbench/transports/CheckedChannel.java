package org.ipcbench.transports;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.Channel;
import org.jspecify.annotations.Nullable;

/** A channel whose buffers are held to the contract at every call: one object, direct, native order, exact length. */
final class CheckedChannel implements Channel {
    private final Channel channel;
    private @Nullable ByteBuffer claimed;
    private @Nullable ByteBuffer received;

    CheckedChannel(Channel channel) {
        this.channel = channel;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        ByteBuffer buffer = channel.claim(length);
        require(!buffer.isReadOnly(), "the claimed buffer is read-only");
        check(buffer, claimed, length);
        claimed = buffer;
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
        received = buffer;
        return buffer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @SuppressWarnings("ReferenceEquality") // the very same object is what the contract demands
    private static void check(ByteBuffer buffer, @Nullable ByteBuffer before, int length) {
        require(before == null || before == buffer, "the buffer is another object than the time before");
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
