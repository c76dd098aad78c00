package org.ipcbench.transports.agrona;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.RingPair;

/** The server's channel to a client that shares a ring with other clients; the answers use a separate ring. */
final class SharedRingChannel implements Channel {
    private final RingMessages reading;
    private final int type;
    private final AgronaWriter outgoing;
    private final Cursor writer;
    private final Cursor reader;
    private final RingPair rings;
    private boolean ended;
    private boolean closed;
    private boolean clientClosedFirst;

    /**
     * Takes the client's own rings over.
     *
     * @param reading reads the ring that all clients share
     * @param type type of this client's messages in the shared ring
     */
    SharedRingChannel(RingMessages reading, int type, RingPair rings) {
        this.reading = reading;
        this.type = type;
        this.rings = rings;
        outgoing = AgronaWriter.into(rings.outgoing());
        writer = rings.incoming().head();
        reader = rings.incoming().tail();
    }

    /** Whether the client has closed and left no messages; true only once. */
    boolean isNewlyEnded() {
        if (ended || !writer.isClosed() || !reading.isEmpty()) {
            return false;
        }
        ended = true;
        return true;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        reading.release();
        return outgoing.claim(length);
    }

    @Override
    public void commit() {
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        requireOpen();
        if (reading.shows(type)) {
            return reading.message(length);
        }
        if (ended) {
            throw new EOFException("the client has closed the ring");
        }
        throw new IOException("the next message in the ring is not this client's");
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            reading.release();
            clientClosedFirst = writer.isClosed();
            reader.close();
            outgoing.close();
            rings.close();
        }
    }

    /** Whether the client had closed before this end did, and so does not use the memory any more. */
    boolean clientClosedFirst() {
        return clientClosedFirst;
    }

    /** Fails if the channel is closed, because its memory may be gone. */
    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }
}
