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
 * Where Netty receives: directly into the reader's buffer while there is a reader, so that nothing is copied. Bytes that
 * arrive while this side waits to send are kept aside, and no more are read until these have been taken.
 *
 * <p>If one channel continues with the socket of another, both use this object, one after the other.
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

    /** Gives Netty one buffer per turn: the reader's, or the one aside. */
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
     * Makes Netty receive into the buffer's remaining bytes, unless bytes are kept aside, which come first, or the kernel
     * cannot write to the buffer.
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

    /** Moves the buffer's position after the bytes that have arrived for it. Returns their number. */
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

    /**
     * A buffer with free space: when the other side has closed, Netty's io_uring reads to the end, and would mistake a full
     * buffer for the end.
     */
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
            reading = false; // bytes that arrive in the same turn must not overwrite it
        }
        bytes.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
    }
}
