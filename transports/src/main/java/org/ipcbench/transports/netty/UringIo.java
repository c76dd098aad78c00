package org.ipcbench.transports.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.unix.DomainSocketChannel;
import io.netty.channel.unix.PeerCredentials;
import io.netty.channel.unix.ServerDomainSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerDomainSocketChannel;
import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.shared.JarLibrary;

/**
 * By {@code io_uring(7)}: Netty hands the kernel a buffer, and the kernel says that it has filled it. The buffer is chosen
 * when the read is handed in, so Netty reads only when a reader waits with a buffer of its own.
 */
final class UringIo implements NettyIo {
    private static final SystemCall SETUP = new SystemCall("io_uring_setup", 425, 425);

    @Override
    public Library library() {
        return new JarLibrary("Netty", "io.netty", "netty-transport-classes-io_uring");
    }

    @Override
    public Availability availability() {
        return NettyIo.nativeCode("io_uring42", "x86-64")
                .and(() -> UringPermission.ofThisProcess().availability())
                .and(() -> CallFilter.ofThisProcess().permits(SETUP));
    }

    @Override
    public void load() {
        IoUring.ensureAvailability();
    }

    @Override
    public IoHandlerFactory handlers() {
        return IoUringIoHandler.newFactory();
    }

    @Override
    public DomainSocketChannel newSocket() {
        return new IoUringDomainSocketChannel();
    }

    @Override
    public ServerDomainSocketChannel newServer() {
        return new IoUringServerDomainSocketChannel();
    }

    @Override
    public PeerCredentials peer(DomainSocketChannel connected) throws IOException {
        return ((IoUringDomainSocketChannel) connected).peerCredentials();
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
        // the next reader asks
    }
}
