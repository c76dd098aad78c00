package org.ipcbench.transports.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketChannel;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Library;
import org.ipcbench.transports.shared.JarLibrary;

/** I/O by {@code epoll(7)}: the kernel reports that a socket can be read, and Netty reads. */
final class EpollIo implements NettyIo {

    @Override
    public Library library() {
        return new JarLibrary("Netty", "io.netty", "netty-transport-classes-epoll");
    }

    @Override
    public Availability availability() {
        return NettyIo.nativeCode("epoll");
    }

    @Override
    public void load() {
        Epoll.ensureAvailability();
    }

    @Override
    public IoHandlerFactory handlers() {
        return EpollIoHandler.newFactory();
    }

    @Override
    public DomainSocketChannel continuing(EpollDomainSocketChannel connected) {
        return connected;
    }

    @Override
    public void setReading(DomainSocketChannel socket) {
        // Netty reads by itself, the default
    }

    @Override
    public void read(DomainSocketChannel socket) {
        // Netty reads by itself
    }

    @Override
    public void goOn(DomainSocketChannel socket) {
        if (!socket.config().isAutoRead()) {
            socket.config().setAutoRead(true);
        }
    }
}
