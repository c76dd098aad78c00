package org.ipcbench.process;

import java.io.IOException;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/**
 * The client half of a workload in this very JVM, its server half in a peer of its own, started as in every run. For
 * harnesses that bring their own loop: as long as they send batches of two messages and more, the server serves them as
 * it serves a warm-up.
 */
public final class InProcessClient implements AutoCloseable {
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final PeerProcess server;
    private final Channel channel;
    private final ClientHalf client;

    private InProcessClient(
            ScratchDirectory scratch, PeerInbox inbox, PeerProcess server, Channel channel, ClientHalf client) {
        this.scratch = scratch;
        this.inbox = inbox;
        this.server = server;
        this.channel = channel;
        this.client = client;
    }

    /** Starts the server's JVM and connects to it. */
    public static InProcessClient connect(Launcher launcher, Transport transport, Workload workload, int sizeBytes)
            throws IOException, IterationFailedException, InterruptedException {
        ScratchDirectory scratch = ScratchDirectory.create(transport);
        try {
            PeerInbox inbox = new PeerInbox(NanoClock.system(), launcher.timeout());
            PeerProcess server = PeerProcess.start(
                    launcher.command(transport, sizeBytes, Placement.DEFAULT, scratch.path(), Role.SERVER),
                    inbox,
                    transport.traits().ownsStandardStreams());
            try {
                Session session = new Session(scratch.path(), Token.random(), sizeBytes, 0, launcher.timeout());
                server.send(new Assign(transport.id(), workload, session, "", 0));
                Channel channel = transport.connect(
                        session, inbox.await(Role.SERVER, Ready.class).address());
                server.releaseStandardStreams();
                ClientHalf client = workload.client(channel, sizeBytes, new Recorder(), NanoClock.system());
                return new InProcessClient(scratch, inbox, server, channel, client);
            } catch (IOException | IterationFailedException | InterruptedException e) {
                server.close();
                throw e;
            }
        } catch (IOException | IterationFailedException | InterruptedException e) {
            scratch.close();
            throw e;
        }
    }

    public ClientHalf half() {
        return client;
    }

    /** Ends the conversation as a measured one ends, so that a server that died or miscounted is noticed. */
    public void finish() throws IOException, IterationFailedException, InterruptedException {
        client.batch(1);
        inbox.await(Role.SERVER, Armed.class);
        server.send(new Go());
        client.batch(1);
        inbox.await(Role.SERVER, Finished.class);
    }

    @Override
    public void close() throws IOException {
        try (scratch;
                server) {
            channel.close();
        }
    }
}
