package org.ipcbench.jmh;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;

/**
 * A server's JVM whose client is in this JVM. Its end is noticed at once, even while the client waits in a call on the
 * channel that would never return.
 *
 * <p>A pause of only the server does not discard anything here: the client waits for the server, and JMH shows that as an
 * error of the score.
 */
final class WatchedServer implements AutoCloseable {
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
