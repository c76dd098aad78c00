package org.ipcbench.transports.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.DomainSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.HeaderFirst;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.StreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connected socket of Netty with blocking reads and writes. It is connected by epoll; another kind of Netty's I/O may
 * take it over.
 */
final class NettySocket implements ByteChannel {
    private static final NettyIo EPOLL = new EpollIo();

    private final EpollDomainSocketChannel connected;
    private final IncomingBytes incoming = new IncomingBytes();
    private NettyIo io = EPOLL;
    private DomainSocketChannel channel;
    private DrivenChannel driven;
    /** The buffer that {@link #outgoing} wraps. */
    private @Nullable ByteBuffer wrapped;

    private ByteBuf outgoing = Unpooled.EMPTY_BUFFER;

    NettySocket(EpollDomainSocketChannel connected) {
        this.connected = connected;
        channel = connected;
        driven = new DrivenChannel(connected, EPOLL);
        setOptions();
    }

    private void setOptions() {
        channel.config().setRecvByteBufAllocator(incoming.new Allocator());
        // otherwise Netty closes the channel with the other side, and no other thread could get earlier bytes
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        io.setReading(channel);
        // writability is not used: each write waits until the kernel has taken the bytes
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(Integer.MAX_VALUE, Integer.MAX_VALUE));
        channel.pipeline().addLast(incoming);
    }

    /** Connects to a listener's file, and proves the session's token. */
    static Channel connect(NettyIo io, Session session, String address) throws IOException {
        io.loadBy(session.scratchDirectory());
        return AuthenticatedSocket.proveToServer(
                connect(Path.of(address)), address, session, (socket, proven) -> socket.channel(proven, io));
    }

    static NettySocket connect(Path path) throws IOException {
        NettySocket socket = new NettySocket(new EpollDomainSocketChannel());
        try {
            socket.driven.attach();
            socket.driven.await(socket.channel.connect(new DomainSocketAddress(path.toFile())));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Takes the socket over after authentication; another thread may then use the channel. */
    Channel channel(Session session, NettyIo next) throws IOException {
        if (session.bufferSizeBytes() > 0) {
            set(ChannelOption.SO_SNDBUF, session.bufferSizeBytes());
            set(ChannelOption.SO_RCVBUF, session.bufferSizeBytes());
        }
        goOnBy(next);
        return new StreamChannel(this, HeaderFirst.of(this, session), session.maxMessageBytes())
                .forOneThread()
                .holding(messageBytes ->
                        SocketBuffers.room(messageBytes, (long) channel.config().getOption(ChannelOption.SO_SNDBUF)));
    }

    /** Makes another kind of Netty's I/O move the bytes from now on; any thread may use the socket next. */
    synchronized void goOnBy(NettyIo next) throws IOException {
        driven.throwIfClosed();
        driven.detach();
        if (!connected.isOpen()) { // Netty has closed it, and earlier bytes are kept aside
            return;
        }
        DomainSocketChannel continuing = next.continuing(connected);
        if (!continuing.equals(channel)) {
            io = next;
            channel = continuing;
            driven = new DrivenChannel(continuing, next);
            setOptions();
        }
    }

    /** Whether this process is also at the other end. */
    boolean leadsToThisProcess() throws IOException {
        return connected.peerCredentials().pid() == ProcessHandle.current().pid();
    }

    private void set(ChannelOption<Integer> option, int bytes) throws IOException {
        channel.config().setOption(option, bytes);
        SocketBuffers.requireGranted(
                option.name(), bytes, channel.config().getOption(option) / SocketBuffers.AS_THE_KERNEL_TELLS);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        driven.throwIfClosed();
        incoming.readInto(target);
        if (!incoming.hasArrived() && channel.isOpen()) { // Netty may have closed it after the last byte
            awaitBytes();
        }
        if (!incoming.hasArrived()) {
            driven.throwIfClosed();
            incoming.throwFailure();
            return -1;
        }
        int received = incoming.take(target);
        if (incoming.nothingIsKeptAside()) {
            io.goOn(channel);
        }
        return received;
    }

    private void awaitBytes() throws IOException {
        driven.attach();
        while (!incoming.hasArrived() && channel.isActive() && !channel.isInputShutdown()) {
            io.read(channel);
            driven.turn();
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // whether it is the same memory, not the same content
    public int write(ByteBuffer source) throws IOException {
        driven.attach();
        if (wrapped != source) {
            wrapped = source;
            outgoing = Unpooled.wrappedBuffer(source.duplicate().clear());
        }
        if (!channel.isActive()) {
            incoming.throwFailure();
            throw new ClosedChannelException();
        }
        int count = source.remaining();
        outgoing.setIndex(source.position(), source.limit());
        var unused = channel.writeAndFlush(outgoing.retain(), channel.voidPromise());
        while (isWriting()) {
            driven.turn();
        }
        if (!channel.isActive()) {
            driven.throwIfClosed();
        }
        incoming.throwFailure();
        source.position(source.limit());
        return count;
    }

    /**
     * Whether a write is in progress. Netty releases a buffer that the kernel has taken, or that it gives up; a buffer that
     * the kernel cannot read from is copied.
     */
    private boolean isWriting() {
        ChannelOutboundBuffer unwritten = channel.unsafe().outboundBuffer();
        return outgoing.refCnt() > 1 || (unwritten != null && !unwritten.isEmpty());
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public synchronized void close() throws IOException {
        driven.close();
    }

    /**
     * Where Netty receives: directly into the reader's buffer while there is a reader, so that nothing is copied. Bytes that
     * arrive while this side waits to send are kept aside, and no more are read until these have been taken.
     *
     * <p>If one channel continues with the socket of another, both use this object, one after the other.
     */
    @ChannelHandler.Sharable
    private static final class IncomingBytes extends ChannelInboundHandlerAdapter {
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
            return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(capacityBytes))
                    .clear();
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
}
