package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.queue.QueueChannel;
import org.ipcbench.transports.queue.QueueListener;

/** Two System V message queues, one for each direction. */
public final class SysvMqTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "sysv-mq",
                "System V message queues",
                "System V Message Queue",
                Set.of("standard"),
                120,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX,
                        Trait.IPC_NAMESPACE)
                .withBuffer("the bytes that each queue holds (msg_qbytes)")
                .withSizeLimit(SysvQueues.sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return SysvQueues.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(SysvQueues::availability);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        SysvObject.removeLeftOvers(ObjectKind.MESSAGE_QUEUE, scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new QueueListener(new SysvQueues(), session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return QueueChannel.connect(new SysvQueues(), session, address);
    }
}
