package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * Unix domain sockets of type SOCK_DGRAM, each connected to the other. On Linux the sender waits if the receiver does not
 * keep up, so nothing is lost. But a side learns that the other one has closed only by sending to it.
 */
public final class UdsDgramTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-dgram",
                "Unix domain datagram socket (junixsocket)",
                "Unix Domain Socket (datagram)",
                Set.of("standard"),
                32,
                new SocketsAndCalls());
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.BLOCKING, Trait.DATAGRAM, Trait.MANY_CLIENTS, Trait.BOUNDED_SPIN, Trait.DUPLEX)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(MessageLimit.ofRunningKernel());
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        MessageLimit.requireRoom(messageBytes, bufferBytes);
        return JunixTransport.super.needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public Availability availability() {
        return NativeLibrary.availability().and(CLibrary::availability);
    }

    @Override
    public JunixSocket socket() {
        return new DatagramSocket();
    }
}
