package org.ipcbench.transports.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where Netty receives: straight into the reader's own buffer while there is a reader, so that nothing is copied. What
 * arrives while this side waits for room to send is kept aside, and no more is read until it has been taken.
 *
 * <p>If one channel goes on with the socket of another, they share this object, one after the other.
 */
@ChannelHandler.Sharable
final class IncomingBytes extends ChannelInboundHandlerAdapter {
    private static final int ASIDE_BYTES = 64 << 10;

    private ByteBuf aside = allocated(ASIDE_BYTES);
    /** The buffer that {@link #destination} wraps; wrapped again only if it is another buffer or has another limit. */
    private @Nullable ByteBuffer wrapped;

    private ByteBuf destination = Unpooled.EMPTY_BUFFER;
    private boolean reading;
    private int receivedBytes;
    private @Nullable Throwable failure;

    /** Gives Netty one buffer a turn: the reader's, or the one aside. */
    final class Allocator extends DefaultMaxMessagesRecvByteBufAllocator {
        Allocator() {
            super(1);
        }

        @Override
        public MaxMessageHandle newHandle() {
            return new MaxMessageHandle() {
                @Override
                public int guess() {
                    return ASIDE_BYTES;
                }

                @Override
                public ByteBuf allocate(ByteBufAllocator unused) {
                    return (reading ? destination : writableAside()).retain();
                }
            };
        }
    }

    /**
     * What arrives next goes to the buffer's remaining bytes, unless something is kept aside, which comes first, or the
     * buffer is not one that the kernel can write to.
     */
    @SuppressWarnings("ReferenceEquality") // whether it is the same memory, not the same content
    void readInto(ByteBuffer target) {
        receivedBytes = 0;
        reading = target.isDirect() && nothingIsKeptAside();
        if (reading) {
            if (wrapped != target || destination.capacity() != target.limit()) {
                wrapped = target;
                destination = Unpooled.wrappedBuffer(target.duplicate().position(0));
            }
            destination.setIndex(target.position(), target.position());
        }
    }

    boolean hasArrived() {
        return receivedBytes > 0 || !nothingIsKeptAside();
    }

    /** Moves the buffer's position behind what has arrived for it. Returns how many bytes that are. */
    int take(ByteBuffer target) {
        reading = false;
        int count = receivedBytes;
        if (count == 0) {
            count = Math.min(aside.readableBytes(), target.remaining());
            aside.getBytes(aside.readerIndex(), target.duplicate().limit(target.position() + count));
            aside.skipBytes(count).discardReadBytes();
        }
        target.position(target.position() + count);
        return count;
    }

    /** When the other side has closed, Netty's io_uring reads on to the end, and would take a full buffer for it. */
    private ByteBuf writableAside() {
        if (!aside.isWritable()) {
            aside = allocated(2 * aside.capacity()).writeBytes(aside);
        }
        return aside;
    }

    private static ByteBuf allocated(int capacityBytes) {
        return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(capacityBytes)).clear();
    }

    boolean nothingIsKeptAside() {
        return !aside.isReadable();
    }

    void throwFailure() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // whether it is the same memory, not the same content
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (bytes == aside) {
            context.channel().config().setAutoRead(false);
        } else {
            receivedBytes = bytes.readableBytes();
            reading = false; // what arrives in the same turn must not overwrite it
        }
        bytes.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
    }
}
