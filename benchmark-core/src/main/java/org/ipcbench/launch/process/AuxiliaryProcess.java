package org.ipcbench.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.command.LaunchCommand;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.stream.MessageStream;

/**
 * The launcher's handle of a transport's auxiliary process; if the transport needs none, every method does nothing. The
 * kernel chooses its CPUs among all of the launcher's, even if the peers are pinned.
 */
public final class AuxiliaryProcess implements AutoCloseable {
    /** A placeholder: an auxiliary process plays no half of a workload, but the message requires one. */
    private static final Workload NONE = new MessageStream(new Extent.Count(1), 1);

    private final Transport transport;
    private final PeerInbox inbox;
    private final Optional<PeerProcess> process;
    private boolean serving;

    private AuxiliaryProcess(Transport transport, PeerInbox inbox, Optional<PeerProcess> process) {
        this.transport = transport;
        this.inbox = inbox;
        this.process = process;
    }

    /** Starts the process, if the transport needs one, and returns at once; its messages go to the inbox. */
    public static AuxiliaryProcess start(
            PeerSettings settings, Transport transport, int maxMessageBytes, Path scratchDirectory, PeerInbox inbox)
            throws IOException {
        if (transport.auxiliary().isEmpty()) {
            return new AuxiliaryProcess(transport, inbox, Optional.empty());
        }
        LaunchCommand command =
                settings.command(transport, maxMessageBytes, Placement.UNPINNED, scratchDirectory, Role.AUXILIARY);
        return new AuxiliaryProcess(transport, inbox, Optional.of(PeerProcess.start(command, inbox)));
    }

    /**
     * Waits until the process is ready, before a session's server listens; the process serves all sessions of the
     * scratch directory.
     */
    public void serve(Session session) throws IterationFailedException, InterruptedException {
        if (process.isPresent() && !serving) {
            process.get().send(new Assign(transport.id(), NONE, session, ConnectionShare.NONE, 0));
            inbox.await(Role.AUXILIARY, Ready.class);
            serving = true;
        }
    }

    /** Called when the measured part is about to begin. */
    public void go() throws IterationFailedException, InterruptedException {
        if (process.isPresent()) {
            process.get().send(new Go());
            inbox.await(Role.AUXILIARY, Armed.class);
        }
    }

    /**
     * Called when the measured part is over. Returns the report with the CPU time that it cost; empty without a
     * process.
     */
    public Optional<Finished> over() throws IterationFailedException, InterruptedException {
        if (process.isEmpty()) {
            return Optional.empty();
        }
        process.get().send(new Over());
        return Optional.of(inbox.await(Role.AUXILIARY, Finished.class));
    }

    /** The process's output, ready to be appended to a message; may be empty. */
    String lastWords() throws InterruptedException {
        return process.isPresent() ? process.get().lastWords() : "";
    }

    /** Ends the process at once. */
    public void kill() {
        process.ifPresent(PeerProcess::kill);
    }

    /** Tells the process to end, and kills it if it does not; to be called when both peers have ended. */
    @Override
    public void close() throws IOException {
        if (process.isPresent()) {
            process.get().close();
        }
    }
}
