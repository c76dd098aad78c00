package org.ipcbench.transports.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.JarLibrary;

/**
 * A Unix domain stream socket through Netty's io_uring. The socket is connected by epoll, so the cost of a connection says
 * nothing about io_uring.
 */
public final class NettyUringTransport extends NettyTransport {
    private static final NettyIo IO = new UringIo();

    public NettyUringTransport() {
        super(IO);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "netty-uring",
                "Netty's io_uring over a Unix domain stream socket",
                "Netty (io_uring)",
                Set.of(),
                35,
                IO.library());
    }

    /**
     * I/O by {@code io_uring(7)}: Netty passes a buffer to the kernel, and the kernel reports that it has filled the buffer.
     * Netty reads only when a reader waits, so that the buffer is the reader's.
     */
    private static final class UringIo implements NettyIo {
        private static final SystemCall SETUP = new SystemCall("io_uring_setup", 425, 425);

        private final NettyIo connecting = new EpollIo();

        @Override
        public Library library() {
            return new JarLibrary("Netty", "io.netty", "netty-transport-classes-io_uring");
        }

        @Override
        public Availability availability() {
            return connecting
                    .availability()
                    .and(() -> NettyIo.nativeCode("io_uring42"))
                    .and(() -> UringPermission.ofThisProcess().availability(() -> CallFilter.isPossible(SETUP)))
                    .and(() -> CallFilter.ofThisProcess().permits(SETUP));
        }

        @Override
        public void load() {
            connecting.load();
            IoUring.ensureAvailability();
        }

        @Override
        public IoHandlerFactory handlers() {
            return IoUringIoHandler.newFactory();
        }

        /**
         * Netty's io_uring listener makes such a channel for each accepted socket, by a constructor that is not public. The
         * listener itself cannot be used here: it does not leave the event loop after it has accepted, because a submitted
         * operation is outstanding.
         */
        @Override
        public DomainSocketChannel continuing(EpollDomainSocketChannel connected) throws IOException {
            try {
                Constructor<IoUringDomainSocketChannel> constructor =
                        IoUringDomainSocketChannel.class.getDeclaredConstructor(Channel.class, FileDescriptor.class);
                constructor.setAccessible(true);
                return constructor.newInstance(null, connected.fd());
            } catch (ReflectiveOperationException e) {
                throw new IOException(
                        "this version of Netty takes over no sockets: "
                                + library().nameAndVersion(),
                        e);
            }
        }

        @Override
        public void setReading(DomainSocketChannel socket) {
            socket.config().setAutoRead(false);
        }

        @Override
        public void read(DomainSocketChannel socket) {
            var unused = socket.read();
        }

        @Override
        public void goOn(DomainSocketChannel socket) {
            // the next reader requests it
        }
    }
}
