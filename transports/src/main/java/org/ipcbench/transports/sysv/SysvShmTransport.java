package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** A System V segment with a ring for each direction, guarded by mutexes and condition variables. */
public final class SysvShmTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "sysv-shm",
                "System V shared memory with mutex and condition variables",
                "System V Shared Memory",
                Set.of("standard"),
                110,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.IN_PLACE,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.IPC_NAMESPACE)
                .withBuffer("the slots of each direction in the segment")
                .withSizeLimit(SegmentLimits.ofRunningKernel().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return SegmentLimits.ofRunningKernel().inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        SegmentLimits.ofRunningKernel().geometry(messageBytes, bufferBytes); // fails if the buffer is too small
        return Needs.NOTHING;
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(SegmentLimits::availability);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        SysvObject.removeLeftOvers(ObjectKind.SHARED_MEMORY, scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return SegmentLimits.ofRunningKernel().listen(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        try {
            Segment segment = Segment.attach(Integer.parseInt(address));
            try {
                return connect(session, segment);
            } catch (IOException e) {
                segment.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IOException("cannot connect to segment %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private static Channel connect(Session session, Segment segment) throws IOException {
        RingAuthentication authentication = RingAuthentication.open(segment.authenticationMemory());
        Polling polling = new Polling(session.connectTimeout());
        SharedMutex oneClient = segment.clientsMutex();
        while (!oneClient.tryLock()) {
            polling.rest("the end of another client's attempt to connect");
        }
        try {
            authentication.proveToServer(session.token(), polling);
        } finally {
            oneClient.unlock();
        }
        RingGeometry geometry = authentication.geometry();
        segment.touch(geometry);
        return segment.channel(segment.toServer(geometry), segment.toClient(geometry), session);
    }
}
