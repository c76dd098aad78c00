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
import org.ipcbench.control.ControlMessage.Heartbeat;
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
 * A server's JVM whose client lives in this one. Its end is noticed at once, even while the client waits in a call on
 * the channel that would never return.
 *
 * <p>A pause of the server alone discards nothing here: the client waits for it, and JMH shows that as error of the score.
 */
final class WatchedServer implements AutoCloseable {
    /** From an error of the client until the server's end, if that is the cause, is known with its last words. */
    private static final Duration CAUSE_MAY_FOLLOW = Duration.ofSeconds(5);

    /** A client that has not noticed the server's end by then never will. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(2);

    /** In place of the heartbeats, which this JVM would have to read, and to allocate for, while it is measured. */
    private static final String NO_HEARTBEATS = "-D%s=%d".formatted(Heartbeat.INTERVAL_PROPERTY, Long.MAX_VALUE);

    private final Transport transport;
    private final PairProcesses processes;
    private final CountDownLatch closing = new CountDownLatch(1);

    private WatchedServer(Transport transport, PairProcesses processes) {
        this.transport = transport;
        this.processes = processes;
    }

    /**
     * Starts the JVM.
     *
     * @param lastResort called with the reason, on a thread of its own, when the server has ended and the client is
     *     stuck; everything but this JVM has been cleared away then
     */
    static WatchedServer start(
            PeerSettings settings, Transport transport, int messageSizeBytes, Consumer<String> lastResort)
            throws IOException {
        PairProcesses processes = PairProcesses.start(
                settings.withArgument(NO_HEARTBEATS),
                transport,
                messageSizeBytes,
                Placement.DEFAULT,
                List.of(Role.SERVER));
        WatchedServer server = new WatchedServer(transport, processes);
        var unused = processes.inbox().firstFailure().thenAcceptAsync(reason -> server.abandon(reason, lastResort));
        return server;
    }

    /**
     * Has the server listen for a client of this process.
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
    Session session(int messageSizeBytes) {
        return processes.session(messageSizeBytes, 0);
    }

    void releaseStandardStreams() throws IOException {
        processes.releaseStandardStreams();
    }

    /**
     * Says what was behind an error of the client: how the server ended, where it has.
     *
     * @return to be thrown
     */
    IterationFailedException failure(Exception error) {
        String reason = "client failed: " + error;
        try {
            reason = processes.inbox().firstFailure().get(CAUSE_MAY_FOLLOW.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            error.addSuppressed(e); // the server is well: it was the client alone
        } catch (ExecutionException e) {
            throw new IllegalStateException("an inbox's first failure is text, never an exception", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new IterationFailedException(transport.id() + ": " + reason, error);
    }

    /** Ends the server's JVM at once: it waits for a message that nobody sends any more. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        try (processes) {
            processes.peer(Role.SERVER).kill();
        }
    }

    /** Gives the client time to notice by itself; where it does not, clears away what it cannot. */
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
