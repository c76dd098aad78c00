package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingAuthentication;
import org.ipcbench.transports.shared.RingGeometry;

/** The server's segment before a client has connected. */
final class SegmentListener implements Listener {
    /** Tells which thread may still use the memory, which is gone after it is detached. */
    private enum Phase {
        LISTENING,
        ACCEPTING,
        /** The segment belongs to the channel. */
        ACCEPTED,
        CLOSED
    }

    private final Session session;
    private final Segment segment;
    private final RingAuthentication authentication;
    private final Channel channel;
    private Phase phase = Phase.LISTENING;

    private SegmentListener(Session session, Segment segment, RingGeometry geometry) throws IOException {
        this.session = session;
        this.segment = segment;
        GuardedRing toClient = segment.toClient(geometry);
        GuardedRing toServer = segment.toServer(geometry);
        toClient.initialise();
        toServer.initialise();
        segment.clientsMutex().initialise();
        authentication = RingAuthentication.create(segment.authenticationMemory(), geometry);
        channel = segment.channel(toClient, toServer, session);
    }

    static SegmentListener open(Session session, RingGeometry geometry) throws IOException {
        Segment segment = Segment.create(session, geometry);
        try {
            return new SegmentListener(session, segment, geometry);
        } catch (IOException e) {
            segment.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return Integer.toString(segment.id());
    }

    @Override
    public Channel accept() throws IOException {
        moveTo(Phase.ACCEPTING);
        try {
            authentication.verifyClient(session.token(), new Polling(session.connectTimeout()));
        } catch (IOException e) {
            stopAccepting();
            throw e;
        }
        moveTo(Phase.ACCEPTED);
        return channel;
    }

    @Override
    public synchronized void close() throws IOException {
        Phase before = phase;
        if (before == Phase.LISTENING || before == Phase.ACCEPTING) {
            phase = Phase.CLOSED;
            authentication.end();
        }
        if (before == Phase.LISTENING) {
            segment.close(); // otherwise the accepting thread still uses it
        }
    }

    private synchronized void moveTo(Phase next) throws IOException {
        if (phase == Phase.CLOSED) {
            if (next == Phase.ACCEPTED) {
                segment.close();
            }
            throw new ClosedChannelException();
        }
        phase = next;
    }

    private synchronized void stopAccepting() throws IOException {
        if (phase == Phase.CLOSED) {
            segment.close();
        } else {
            phase = Phase.LISTENING;
        }
    }
}
