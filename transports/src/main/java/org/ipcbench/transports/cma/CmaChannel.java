package org.ipcbench.transports.cma;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.ProcessMemory;
import org.ipcbench.transports.mapped.FutexSleeping;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.Polling;

/** A channel whose messages stay in the memory of the side that sends them. */
final class CmaChannel implements Channel {
    private final RingPair rings;
    private final SourceWriter outgoing;
    private final CopyingReader incoming;
    private final SourceBuffer source;
    private boolean closed;

    private CmaChannel(RingPair rings, SourceWriter outgoing, CopyingReader incoming, SourceBuffer source) {
        this.rings = rings;
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.source = source;
    }

    /** Both sides tell each other where their messages are. */
    static CmaChannel over(RingPair rings, Session session, Polling polling) throws IOException {
        Waiting waiting = new FutexSleeping();
        SourceWriter outgoing = new SourceWriter(rings.outgoing(), session, waiting);
        ProcessMemory.lendToSiblings();
        outgoing.source().tell(rings.outgoing());
        SourceBuffer source = SourceBuffer.await(rings.incoming(), polling);
        CopyingReader incoming = new CopyingReader(rings.incoming(), source, session.messageSizeBytes(), waiting);
        incoming.rehearse();
        return new CmaChannel(rings, outgoing, incoming, source);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return outgoing.claim(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return incoming.receive(length);
    }

    /** Keeps the memory until the other side has read every committed message: there is no other copy. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        incoming.close();
        outgoing.close();
        if (outgoing.isDone()) {
            rings.close();
        } else {
            new DeferredFree(outgoing, rings, source.process()).start();
        }
    }
}
