package org.ipcbench.transports.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.queue.QueueTransport;
import org.ipcbench.transports.queue.QueueTransport.QueueMaker;

/** Two POSIX message queues, one for each direction, whose names are gone once both sides have opened them. */
public final class PosixMqTransport extends QueueTransport {
    /** Number of queues of a connection, each a descriptor. */
    private static final int QUEUES = 2;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "posix-mq",
                "POSIX message queues",
                "POSIX Message Queue",
                Set.of("queues", "standard"),
                130,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return traits(
                "how many messages each queue holds (mq_maxmsg), as SIZE / message size", PosixQueues.sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return PosixQueues.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        PosixQueues.requirePossible(messageBytes, bufferBytes, connections);
        return Needs.ofConnections(connections, QUEUES);
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
    protected QueueMaker queues() {
        return new PosixQueues();
    }
}
