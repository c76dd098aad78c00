package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** ZeroMQ over {@code ipc://}, which must be a Unix domain socket; everything else is as over {@code tcp://}. */
public final class ZmqIpcTransport implements Transport {
    private final ZmqTransport overTcp = new ZmqTransport();

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "zmq-ipc",
                "ZeroMQ (JeroMQ) over ipc://, a Unix domain socket",
                "ZMQ (ipc)",
                Set.of("libraries"),
                51,
                ZmqTransport.LIBRARY);
    }

    @Override
    public Traits traits() {
        return overTcp.traits()
                .without(Trait.LOOPBACK)
                .withBuffer(""); // JeroMQ does not pass the buffer size to Unix domain sockets
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return overTcp.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Availability availability() {
        return System.getProperty("os.name").equals("Linux")
                ? Availability.available()
                : Availability.unavailable("only Linux tells that ipc:// is a Unix domain socket", "use Linux");
    }

    /** The sender's own queue; the receiver's takes more only when the library's threads come to it. */
    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return ZmqSockets.mostQueued(messageBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.ofConnections(connections, ZmqSockets.DESCRIPTORS);
    }

    @Override
    public Optional<FanOut> fanOut() {
        return Optional.of(new ZmqFanOut(ZmqProtocol.IPC));
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new ZmqTransport.ZmqListener(session, ZmqProtocol.IPC);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return ZmqChannel.connect(session, ZmqProtocol.IPC, address);
    }
}
