package org.ipcbench.transports.grpc;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** gRPC over loopback TCP. */
public final class GrpcTcpTransport implements Transport {
    private static final int ORDER = 70;

    @Override
    public TransportInfo info() {
        return GrpcLibrary.info("grpc-tcp", "gRPC over loopback TCP", "gRPC (TCP)", ORDER);
    }

    @Override
    public Traits traits() {
        return GrpcLibrary.traits().with(Trait.NETWORK);
    }

    /**
     * If gRPC has native code for this system, it uses that and must be able to load it; otherwise it uses the JDK's
     * sockets.
     */
    @Override
    public Availability availability() {
        return GrpcLibrary.bringsNativeCode() ? GrpcLibrary.nativeCode() : Availability.available();
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.NOTHING.withPorts(2); // the server's and the client's
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return GrpcListener.open(session, GrpcSocket.tcp(session));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return GrpcClientChannel.connect(session, GrpcSocket.tcp(session), address);
    }
}
