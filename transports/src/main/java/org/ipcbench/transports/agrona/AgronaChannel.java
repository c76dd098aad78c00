package org.ipcbench.transports.agrona;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.SharedRing;

/** Two of Agrona's rings, one to send through and one to receive from; both hand out their memory itself. */
final class AgronaChannel implements Channel {
    private final AgronaWriter outgoing;
    private final AgronaReader incoming;
    private final Closeable memory;
    private boolean closed;

    private AgronaChannel(AgronaWriter outgoing, RingPair rings, Closeable memory) {
        this.outgoing = outgoing;
        incoming = new AgronaReader(rings.incoming());
        this.memory = memory;
    }

    /** With a ring for each direction that nobody else uses. */
    static AgronaChannel over(RingPair rings) {
        return new AgronaChannel(AgronaWriter.into(rings.outgoing()), rings, rings);
    }

    /**
     * The end of a client that sends through a ring that it shares with others.
     *
     * @param type tells its messages from theirs
     * @param address of the ring
     */
    static AgronaChannel sharing(RingPair rings, int type, String address) throws IOException {
        SharedRing shared = SharedRing.open(address, rings.outgoing().geometry());
        return new AgronaChannel(AgronaWriter.into(shared.ring(), type, rings.outgoing()), rings, () -> {
            try (shared) {
                rings.close();
            }
        });
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        incoming.release();
        return outgoing.claim(length);
    }

    @Override
    public void commit() {
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        requireOpen();
        return incoming.receive(length);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            incoming.close();
            outgoing.close();
            memory.close();
        }
    }

    /** The memory behind a closed channel may be gone. */
    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }
}
