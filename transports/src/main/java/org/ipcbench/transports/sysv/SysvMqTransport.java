package org.ipcbench.transports.sysv;

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

/** Two System V message queues, one for each direction. */
public final class SysvMqTransport extends QueueTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "sysv-mq",
                "System V message queues",
                "System V Message Queue",
                Set.of("queues", "standard"),
                120,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return traits("the bytes that each queue holds (msg_qbytes)", SysvQueues.sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return SysvQueues.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        SysvQueues.requirePossible(messageBytes, bufferBytes);
        return Needs.NOTHING;
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
    protected QueueMaker queues() {
        return new SysvQueues();
    }
}
