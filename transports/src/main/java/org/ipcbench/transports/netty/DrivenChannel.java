package org.ipcbench.transports.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A channel of Netty whose event loop has no separate thread: a thread that waits for the channel runs the loop meanwhile,
 * and sleeps in the kernel. A loop on another thread would need a queue between both threads, and the queue would be
 * measured.
 *
 * <p>The first thread that uses the channel drives it and stays the only user until it detaches the channel; any thread may
 * close it.
 */
final class DrivenChannel implements Closeable {
    /** The loop interprets this number as no limit. */
    private static final long UNTIL_SOMETHING_HAPPENS = 0;

    private final Channel channel;
    private final NettyIo io;
    private volatile @Nullable ManualIoEventLoop loop;
    private volatile boolean closed;

    DrivenChannel(Channel channel, NettyIo io) {
        this.channel = channel;
        this.io = io;
    }

    /** Makes this thread drive the channel, if no other thread does so. */
    void attach() throws IOException {
        if (loop == null) {
            throwIfClosed();
            ManualIoEventLoop attached = new ManualIoEventLoop(Thread.currentThread(), io.handlers());
            loop = attached;
            EventLoopGroup group = attached;
            await(group.register(channel));
            throwIfClosed();
        }
    }

    /** Lets another thread use the channel next. */
    void detach() throws IOException {
        ManualIoEventLoop attached = loop;
        if (attached != null) {
            await(channel.deregister());
            end(attached);
        }
    }

    /** Sleeps until there are events, and handles them. */
    void turn() {
        loop().run(UNTIL_SOMETHING_HAPPENS);
    }

    /** Runs the loop until the operation is done. */
    void await(Future<?> operation) throws IOException {
        while (!operation.isDone()) {
            turn();
        }
        Throwable cause = operation.cause();
        if (cause != null) {
            throwIfClosed();
            throw new IOException(cause.getMessage(), cause);
        }
    }

    /** Fails if {@link #close} was called. */
    void throwIfClosed() throws ClosedChannelException {
        if (closed) {
            throw new AsynchronousCloseException();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        ManualIoEventLoop attached = loop;
        if (attached == null) {
            channel.unsafe().closeForcibly();
        } else if (attached.inEventLoop()) {
            closeHere(attached);
        } else if (channel.isRegistered()) {
            var unused = channel.close(); // wakes the thread that drives the channel, which then closes it
        } // otherwise that thread is about to attach the channel, and checks whether it is closed
    }

    private void closeHere(ManualIoEventLoop attached) throws IOException {
        Future<?> operation = channel.close();
        while (!operation.isDone()) {
            turn();
        }
        end(attached);
        if (operation.cause() != null) {
            throw new IOException("cannot close a channel of Netty", operation.cause());
        }
    }

    /** Closes the loop's own descriptors. */
    private void end(ManualIoEventLoop ending) {
        var unused = ending.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
        while (!ending.isTerminated()) {
            ending.runNow();
        }
        loop = null;
    }

    private ManualIoEventLoop loop() {
        ManualIoEventLoop attached = loop;
        if (attached == null) {
            throw new IllegalStateException("nobody drives the channel");
        }
        return attached;
    }
}
