package org.ipcbench.transports.grpc;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** gRPC over a Unix domain stream socket; everything else is as over TCP. */
public final class GrpcUdsTransport implements Transport {
    private static final int ORDER = 71;

    @Override
    public TransportInfo info() {
        return GrpcLibrary.info(
                "grpc-uds", "gRPC over a Unix domain stream socket", "gRPC (Unix Domain Socket)", ORDER);
    }

    @Override
    public Traits traits() {
        return GrpcLibrary.traits();
    }

    @Override
    public Availability availability() {
        return GrpcLibrary.nativeCode();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return GrpcListener.open(session, GrpcSocket.uds(session, id()));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return GrpcClientChannel.connect(session, GrpcSocket.uds(session, id()), address);
    }
}
