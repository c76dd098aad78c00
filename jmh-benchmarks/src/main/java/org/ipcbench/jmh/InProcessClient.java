package org.ipcbench.jmh;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.peer.InProcessConnection;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.Topology;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/**
 * The client half of a workload in this JVM, for harnesses with their own loop. The server half is where it is in every run
 * of the transport: in a separate peer, or on this thread.
 */
public final class InProcessClient implements AutoCloseable {
    /** A link to the directory of the thread that follows it, named after the thread's identifier. */
    private static final Path THREAD = Path.of("/proc/thread-self");

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
     * Connects to a server half, after starting the server's JVM if there is one.
     *
     * @param placement where the calling thread, which is moved there, and the server's JVM run
     * @param lastResort called with the reason, on a separate thread, if the server has ended and the client still waits in
     * a call that cannot be interrupted; everything except this JVM has been cleaned up then
     */
    static InProcessClient connect(
            PeerSettings settings,
            Transport transport,
            Placement placement,
            Workload workload,
            int maxMessageBytes,
            Consumer<String> lastResort)
            throws IOException, IterationFailedException, InterruptedException {
        return transport.traits().inProcess()
                ? lockstep(settings, transport, placement, workload, maxMessageBytes)
                : served(settings, transport, placement, workload, maxMessageBytes, lastResort);
    }

    /** A client whose server half runs on the same thread by turns. */
    private static InProcessClient lockstep(
            PeerSettings settings, Transport transport, Placement placement, Workload workload, int maxMessageBytes)
            throws IOException {
        NanoClock clock = NanoClock.system();
        moveTo(placement);
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            Session session = new Session(scratch.path(), Token.random(), maxMessageBytes, 0, settings.timeout());
            InProcessConnection both = InProcessConnection.connect(transport, session, workload, new Recorder(), clock);
            opened.add(both::close);
            ClientHalf half = workload.client(both.client(), maxMessageBytes, new Recorder(), clock);
            opened.release();
            return new InProcessClient(
                    half,
                    both::close,
                    scratch::close,
                    error -> new IterationFailedException(transport.id() + ": " + error, error));
        }
    }

    /**
     * A client whose server half is in a separate peer that is started as in every run. For the server, everything is one
     * warm-up.
     */
    private static InProcessClient served(
            PeerSettings settings,
            Transport transport,
            Placement placement,
            Workload workload,
            int maxMessageBytes,
            Consumer<String> lastResort)
            throws IOException, IterationFailedException, InterruptedException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            WatchedServer server = WatchedServer.start(settings, transport, placement, maxMessageBytes, lastResort);
            opened.add(server::close);
            moveTo(placement); // after the processes, which would start where this thread is
            try {
                Session session = server.session(maxMessageBytes);
                Channel channel = transport.connect(session, server.listen(session, workload));
                opened.add(channel);
                server.releaseStandardStreams();
                ClientHalf half = workload.client(channel, maxMessageBytes, new Recorder(), NanoClock.system());
                opened.release();
                return new InProcessClient(half, channel, server::close, server::failure);
            } catch (IOException e) {
                throw server.failure(e);
            } catch (IterationFailedException e) {
                throw new IterationFailedException(transport.id() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Moves the calling thread to the client's CPU; threads that the transport starts later follow it. */
    private static void moveTo(Placement placement) throws IOException {
        Optional<Place> place = placement.place(Role.CLIENT);
        if (place.isPresent()) {
            String thread = Files.readSymbolicLink(THREAD).getFileName().toString();
            Topology.around(placement)
                    .commands()
                    .move(Long.parseLong(thread), place.get().cpus());
        }
    }

    /**
     * The half to be driven by steps and by batches of at least two messages: a batch of one would end the server's
     * warm-up.
     */
    public ClientHalf half() {
        return half;
    }

    /**
     * Ends everything after an error of the half, and finds its cause: how the server ended, if it has.
     *
     * @return the exception to throw
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

    /**
     * A server's JVM whose client is in this JVM. Its end is noticed at once, even while the client waits in a call on the
     * channel that would never return.
     *
     * <p>A pause of only the server does not discard anything here: the client waits for the server, and JMH shows that as an
     * error of the score.
     */
    private static final class WatchedServer implements AutoCloseable {
        /**
         * Longest time from an error of the client until the server's end, if that is the cause, is known with its last output.
         */
        private static final Duration CAUSE_MAY_FOLLOW = Duration.ofSeconds(5);

        /** Time after the server's end; a client that has not noticed it by then never will. */
        private static final Duration STUCK_AFTER = Duration.ofSeconds(2);

        private final Transport transport;
        private final PairProcesses processes;
        private final CountDownLatch closing = new CountDownLatch(1);

        private WatchedServer(Transport transport, PairProcesses processes) {
            this.transport = transport;
            this.processes = processes;
        }

        /**
         * Starts the JVM in its place.
         *
         * @param lastResort called with the reason, on a separate thread, if the server has ended and the client is stuck;
         * everything except this JVM has been cleaned up then
         */
        static WatchedServer start(
                PeerSettings settings,
                Transport transport,
                Placement placement,
                int maxMessageBytes,
                Consumer<String> lastResort)
                throws IOException {
            PairProcesses processes =
                    PairProcesses.start(settings, transport, maxMessageBytes, placement, List.of(Role.SERVER));
            WatchedServer server = new WatchedServer(transport, processes);
            var unused = processes.inbox().firstFailure().thenAcceptAsync(reason -> server.abandon(reason, lastResort));
            return server;
        }

        /**
         * Makes the server listen for a client of this process.
         *
         * @return the server's address
         */
        String listen(Session session, Workload workload) throws IterationFailedException, InterruptedException {
            processes.auxiliary().serve(session);
            processes
                    .peer(Role.SERVER)
                    .send(new Assign(transport.id(), workload, session, ConnectionShare.SERVER_OF_ONE, 0));
            return processes.inbox().await(Role.SERVER, Ready.class).address();
        }

        /** A new session that the client shares with the server. */
        Session session(int maxMessageBytes) {
            return processes.session(maxMessageBytes, 0);
        }

        void releaseStandardStreams() throws IOException {
            processes.releaseStandardStreams();
        }

        /**
         * Finds the cause of an error of the client: how the server ended, if it has.
         *
         * @return the exception to throw
         */
        IterationFailedException failure(Exception error) {
            String reason = "client failed: " + error;
            try {
                reason = processes.inbox().firstFailure().get(CAUSE_MAY_FOLLOW.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                error.addSuppressed(e); // the server is alive: the error is the client's
            } catch (ExecutionException e) {
                throw new IllegalStateException("an inbox's first failure is text, never an exception", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new IterationFailedException(transport.id() + ": " + reason, error);
        }

        /** Ends the server's JVM at once, because it waits for a message that is never sent. */
        @Override
        public void close() throws IOException {
            closing.countDown();
            try (processes) {
                processes.peer(Role.SERVER).kill();
            }
        }

        /** Gives the client time to notice the end by itself; if it does not, cleans up in its place. */
        private void abandon(String reason, Consumer<String> lastResort) {
            String told = transport.id() + ": " + reason;
            try {
                if (closing.await(STUCK_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                try (ScratchDirectory scratch = processes.scratch()) {
                    processes.kill();
                }
            } catch (IOException e) {
                told += "; " + e.getMessage();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            lastResort.accept(told);
        }
    }
}
