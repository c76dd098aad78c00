package org.ipcbench.peer;

import java.io.IOException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;

/**
 * A connection of an in-process transport with its server half, which takes a step whenever the client half would have
 * to wait. The client half is driven as with any other channel.
 */
public final class InProcessConnection implements AutoCloseable {
    private final Channel client;
    private final Channel server;
    private final ServerHalf half;

    private InProcessConnection(Channel client, Channel server, ServerHalf half) {
        this.client = client;
        this.server = server;
        this.half = half;
    }

    public static InProcessConnection connect(
            Transport transport, Session session, Workload workload, Recorder received, NanoClock clock)
            throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            InProcessConnection both = connect(transport, session, workload, received, clock, opened);
            opened.release();
            return both;
        }
    }

    private static InProcessConnection connect(
            Transport transport,
            Session session,
            Workload workload,
            Recorder received,
            NanoClock clock,
            CloseOnFailure opened)
            throws IOException {
        try (Listener listener = transport.listen(session)) {
            Channel client = transport.connect(session, listener.address());
            opened.add(client);
            Channel server = listener.accept();
            opened.add(server);
            ServerHalf half = workload.server(server, session.maxMessageBytes(), received, clock);
            opened.add(half);
            ((InProcessChannel) client).whenWaiting(half::step);
            return new InProcessConnection(client, server, half);
        }
    }

    public Channel client() {
        return client;
    }

    @Override
    public void close() throws IOException {
        try (client;
                server) {
            half.close();
        }
    }
}
