package org.ipcbench.jmh;

import java.io.IOException;
import java.util.function.Consumer;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Workload;

/** A client half whose server half is in a peer of its own, started as in every run; it serves it as a warm-up. */
final class ServedClient implements InProcessClient {
    private final WatchedServer server;
    private final Channel channel;
    private final ClientHalf client;

    private ServedClient(WatchedServer server, Channel channel, ClientHalf client) {
        this.server = server;
        this.channel = channel;
        this.client = client;
    }

    static ServedClient connect(
            PeerSettings settings,
            Transport transport,
            Workload workload,
            int messageSizeBytes,
            Consumer<String> lastResort)
            throws IOException, IterationFailedException, InterruptedException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            WatchedServer server = WatchedServer.start(settings, transport, messageSizeBytes, lastResort);
            opened.add(server::close);
            try {
                Session session = server.session(messageSizeBytes);
                Channel channel = transport.connect(session, server.listen(session, workload));
                opened.add(channel);
                server.releaseStandardStreams();
                ClientHalf client = workload.client(channel, messageSizeBytes, new Recorder(), NanoClock.system());
                opened.release();
                return new ServedClient(server, channel, client);
            } catch (IOException e) {
                throw server.failure(e);
            } catch (IterationFailedException e) {
                throw new IterationFailedException(transport.id() + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    public ClientHalf half() {
        return client;
    }

    @Override
    public IterationFailedException failure(Exception error) {
        IterationFailedException failure = server.failure(error);
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        try (server;
                channel) {
            client.close();
        }
    }
}
