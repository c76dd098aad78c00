package org.ipcbench.transports.pipe;

import java.io.IOException;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * Reads again and again for some time, from an end of the pipe that does not block, before it sleeps at the other end that
 * it has.
 */
final class SpinningPipeChannel extends NativePipeChannel {
    private final Descriptor nonBlocking;
    private final SpinLoop spin;

    private SpinningPipeChannel(
            Descriptor source, Descriptor nonBlocking, Descriptor sink, Session session, Room.Source room) {
        super(source, sink, session.maxMessageBytes(), room);
        this.nonBlocking = nonBlocking;
        spin = new SpinLoop(session);
    }

    /** Takes both ends over, unless it fails. */
    static SpinningPipeChannel over(Descriptor source, Descriptor sink, Session session, Room.Source room)
            throws FailedCallException {
        return new SpinningPipeChannel(source, source.openNonBlocking(), sink, session, room);
    }

    @Override
    long next(long address, int lengthBytes) throws FailedCallException {
        spin.begin();
        while (spin.lasts()) {
            long read = nonBlocking.readNow(address, lengthBytes);
            if (read != Descriptor.NOT_YET) {
                return read;
            }
        }
        return super.next(address, lengthBytes);
    }

    @Override
    public void close() throws IOException {
        try (nonBlocking) {
            super.close();
        }
    }
}
