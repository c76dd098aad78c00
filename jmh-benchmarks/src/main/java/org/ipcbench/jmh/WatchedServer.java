package org.ipcbench.jmh;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.launch.AuxiliaryProcess;
import org.ipcbench.launch.IterationFailedException;
import org.ipcbench.launch.PeerInbox;
import org.ipcbench.launch.PeerProcess;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.peer.Peer;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * A server's JVM whose client lives in this one. Its end is noticed at once, even while the client waits in a call on
 * the channel that would never return.
 */
final class WatchedServer implements AutoCloseable {
    /** From an error of the client until the server's end, if that is the cause, is known with its last words. */
    private static final Duration CAUSE_MAY_FOLLOW = Duration.ofSeconds(5);

    /** A client that has not noticed the server's end by then never will. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(2);

    /** In place of the heartbeats, which this JVM would have to read, and to allocate for, while it is measured. */
    private static final String NO_HEARTBEATS = "-D%s=%d".formatted(Peer.HEARTBEAT_MILLIS, Long.MAX_VALUE);

    private final Transport transport;
    private final ScratchDirectory scratch;
    private final PeerInbox inbox;
    private final AuxiliaryProcess auxiliary;
    private final PeerProcess process;
    private final CountDownLatch closing = new CountDownLatch(1);

    private WatchedServer(
            Transport transport,
            ScratchDirectory scratch,
            PeerInbox inbox,
            AuxiliaryProcess auxiliary,
            PeerProcess process) {
        this.transport = transport;
        this.scratch = scratch;
        this.inbox = inbox;
        this.auxiliary = auxiliary;
        this.process = process;
    }

    /**
     * Starts the JVM.
     *
     * @param lastResort called with the reason, on a thread of its own, when the server has ended and the client is
     *     stuck; everything but this JVM has been cleared away then
     */
    static WatchedServer start(PeerSettings settings, Transport transport, int sizeBytes, Consumer<String> lastResort)
            throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            ScratchDirectory scratch = ScratchDirectory.create(transport);
            opened.add(scratch::close);
            PeerInbox inbox = new PeerInbox(NanoClock.system(), settings.timeout());
            PeerSettings quiet = quiet(settings);
            AuxiliaryProcess auxiliary = AuxiliaryProcess.start(quiet, transport, sizeBytes, scratch.path(), inbox);
            opened.add(auxiliary::close);
            PeerProcess process = PeerProcess.start(
                    quiet.command(transport, sizeBytes, Placement.DEFAULT, scratch.path(), Role.SERVER),
                    inbox,
                    transport.traits().ownsStandardStreams());
            WatchedServer server = new WatchedServer(transport, scratch, inbox, auxiliary, process);
            opened.release();
            var unused = inbox.firstFailure().thenAcceptAsync(reason -> server.abandon(reason, lastResort));
            return server;
        }
    }

    ScratchDirectory scratch() {
        return scratch;
    }

    /** Has whatever the transport needs besides ready before the server listens. */
    void attend(Session session) throws IterationFailedException, InterruptedException {
        auxiliary.serve(session);
    }

    void send(ControlMessage message) throws IterationFailedException, InterruptedException {
        process.send(message);
    }

    <T extends ControlMessage> T await(Class<T> type) throws IterationFailedException, InterruptedException {
        return inbox.await(Role.SERVER, type);
    }

    void releaseStandardStreams() throws IOException {
        process.releaseStandardStreams();
    }

    /**
     * Says what was behind an error of the client: how the server ended, where it has.
     *
     * @return to be thrown
     */
    IterationFailedException failure(Exception error) {
        String reason = "client failed: " + error;
        try {
            reason = inbox.firstFailure().get(CAUSE_MAY_FOLLOW.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            error.addSuppressed(e); // the server is well: it was the client alone
        } catch (ExecutionException e) {
            throw new IllegalStateException("an inbox's first failure is text, never an exception", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new IterationFailedException(transport.id() + ": " + reason, error);
    }

    /** Ends the JVM at once: it waits for a message that nobody sends any more. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        try (scratch;
                auxiliary;
                process) {
            process.kill();
        }
    }

    private static PeerSettings quiet(PeerSettings settings) {
        List<String> arguments = new ArrayList<>(settings.userArguments());
        arguments.add(NO_HEARTBEATS);
        return new PeerSettings(
                settings.jvm(), arguments, settings.classPath(), settings.classArchive(), settings.timeout());
    }

    /** Gives the client time to notice by itself; where it does not, clears away what it cannot. */
    private void abandon(String reason, Consumer<String> lastResort) {
        String told = transport.id() + ": " + reason;
        try {
            if (closing.await(STUCK_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            try (scratch) {
                process.kill();
                auxiliary.kill();
            }
        } catch (IOException e) {
            told += "; " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lastResort.accept(told);
    }
}
