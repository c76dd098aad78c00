package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/**
 * Unix domain sockets of type SOCK_DGRAM, each connected to the other. Linux has the sender wait where the receiver
 * does not keep up, so nothing is lost; but nobody is told that the other side has closed before sending to it.
 */
public final class UdsDgramTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-dgram",
                "Unix domain datagram socket (junixsocket)",
                "Unix Domain Socket (datagram)",
                Set.of("standard"),
                32,
                NativeLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.BLOCKING, Trait.DATAGRAM)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(MessageLimit.ofRunningKernel());
    }

    @Override
    public Availability availability() {
        return NativeLibrary.availability();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return DatagramListener.bind(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path path = session.scratchDirectory().resolve("dgram-" + unique);
        AFUNIXDatagramChannel socket = DatagramListener.bind(path);
        try {
            socket.connect(AFUNIXSocketAddress.of(Path.of(address)));
            return AuthenticatedSocket.proveToServer(socket, address, session, DatagramMessages::over);
        } catch (IOException e) {
            socket.close();
            throw e;
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
