package org.ipcbench.transports.posix;

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

/** Two POSIX message queues, one for each direction, whose names are gone once both sides have opened them. */
public final class PosixMqTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "posix-mq", "POSIX message queues", "POSIX Message Queue", Set.of("standard"), 130, CLibrary.LIBRARY);
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
                .withBuffer("how many messages each queue holds (mq_maxmsg), as SIZE / message size")
                .withSizeLimit(PosixQueues.sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return PosixQueues.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(PosixQueues::availability);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        QueueName.removeLeftOvers(scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new QueueListener(new PosixQueues(), session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return QueueChannel.connect(new PosixQueues(), session, address);
    }
}
