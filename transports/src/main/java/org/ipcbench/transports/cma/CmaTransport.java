package org.ipcbench.transports.cma;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.ProcessMemory;
import org.ipcbench.transports.mapped.FutexSleeping;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * Cross-memory attach: a message stays in the sender's private memory until the receiver copies it by
 * {@code process_vm_readv(2)}. The cursors of a ring in shared memory announce messages, and waiting sides sleep in
 * {@code futex(2)}.
 */
public final class CmaTransport extends MappedTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "cma",
                "cross-memory attach (process_vm_readv), waiting asleep (futex)",
                "Cross-memory attach",
                Set.of(),
                170,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.SHARED_MEMORY,
                        Trait.BOUNDED_SPIN,
                        Trait.PROCESS_IDS)
                .withBuffer("the sender's memory for messages in each direction, at most 32 MiB");
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        try {
            return OptionalLong.of(
                    SourceWriter.geometry(messageBytes, bufferBytes).slots());
        } catch (IOException e) {
            return OptionalLong.empty(); // the cell fails with the reason
        }
    }

    @Override
    public Availability availability() {
        return CLibrary.availability()
                .and(() -> PtraceScope.ofThisProcess().availability())
                .and(() -> CallFilter.ofThisProcess().permits(ProcessMemory.CALL))
                .and(super::availability);
    }

    @Override
    protected RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory memory) throws IOException {
        SourceWriter.geometry(messageBytes, bufferBytes); // fails if the buffer is too small
        return SourceBuffer.NOTE;
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return listen(session, (rings, polling) -> channel(rings, session, polling));
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return connect(session, address, (rings, polling) -> channel(rings, session, polling));
    }

    /** Makes the channel, after both sides have told each other the addresses of their messages. */
    private static Channel channel(RingPair rings, Session session, Polling polling) throws IOException {
        Waiting waiting = new FutexSleeping();
        SourceWriter outgoing = new SourceWriter(rings.outgoing(), session, waiting);
        ProcessMemory.lendToSiblings();
        outgoing.source().tell(rings.outgoing());
        SourceBuffer source = SourceBuffer.await(rings.incoming(), polling);
        CopyingReader incoming = new CopyingReader(rings.incoming(), source, session, waiting);
        incoming.rehearse();
        return new InPlaceChannel(
                outgoing, incoming, new DeferredFree(outgoing, rings, source.process()), outgoing.room());
    }
}
