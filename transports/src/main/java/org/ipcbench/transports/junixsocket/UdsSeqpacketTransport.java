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

/** A Unix domain socket of type SOCK_SEQPACKET: a connection that preserves message boundaries. */
public final class UdsSeqpacketTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-seqpacket",
                "Unix domain sequenced-packet socket (junixsocket)",
                "Unix Domain Socket (seqpacket)",
                Set.of("standard"),
                33,
                new SocketsAndCalls());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.RECONNECTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX)
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
        return new SeqpacketSocket();
    }
}
