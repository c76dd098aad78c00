package org.ipcbench.jmh;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.InProcessConnection;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.exchange.ClientHalf;

/**
 * The client half of a workload in this very JVM; its server half where the transport has it in every run: in a peer of
 * its own, or on this thread. For harnesses that bring their own loop.
 */
public final class InProcessClient implements AutoCloseable {
    private final ClientHalf half;
    private final Closeable connection;
    private final Closeable server;
    private final Function<Exception, IterationFailedException> explanation;

    private InProcessClient(
            ClientHalf half,
            Closeable connection,
            Closeable server,
            Function<Exception, IterationFailedException> explanation) {
        this.half = half;
        this.connection = connection;
        this.server = server;
        this.explanation = explanation;
    }

    /**
     * Connects to a server half, after starting the server's JVM where there is one.
     *
     * @param lastResort called with the reason, on a thread of its own, when the server has ended and the client still
     *     waits in a call that nobody can end; everything but this JVM has been cleared away then
     */
    static InProcessClient connect(
            PeerSettings settings,
            Transport transport,
            Workload workload,
            int messageSizeBytes,
            Consumer<String> lastResort)
            throws IOException, IterationFailedException, InterruptedException {
        return transport.traits().oneProcess()
                ? lockstep(settings, transport, workload, messageSizeBytes)
                : served(settings, transport, workload, messageSizeBytes, lastResort);
    }

    /** Its server half takes its turns on the same thread. */
    private static InProcessClient lockstep(
            PeerSettings settings, Transport transport, Workload workload, int messageSizeBytes) throws IOException {
        NanoClock clock = NanoClock.system();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            Session session = new Session(scratch.path(), Token.random(), messageSizeBytes, 0, settings.timeout());
            InProcessConnection both = InProcessConnection.connect(transport, session, workload, new Recorder(), clock);
            opened.add(both::close);
            ClientHalf half = workload.client(both.client(), messageSizeBytes, new Recorder(), clock);
            opened.release();
            return new InProcessClient(
                    half,
                    both::close,
                    scratch::close,
                    error -> new IterationFailedException(transport.id() + ": " + error, error));
        }
    }

    /** Its server half is in a peer of its own, started as in every run, which serves it as a warm-up. */
    private static InProcessClient served(
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
                ClientHalf half = workload.client(channel, messageSizeBytes, new Recorder(), NanoClock.system());
                opened.release();
                return new InProcessClient(half, channel, server::close, server::failure);
            } catch (IOException e) {
                throw server.failure(e);
            } catch (IterationFailedException e) {
                throw new IterationFailedException(transport.id() + ": " + e.getMessage(), e);
            }
        }
    }

    /** To be driven by steps and by batches of two messages and more: a batch of one would end the server's warm-up. */
    public ClientHalf half() {
        return half;
    }

    /**
     * Ends everything after an error of the half, and says what was behind it: how the server ended, where it has.
     *
     * @return to be thrown
     */
    public IterationFailedException failure(Exception error) {
        IterationFailedException failure = explanation.apply(error);
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
                connection) {
            half.close();
        }
    }
}
