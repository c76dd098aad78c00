package org.ipcbench.process;

import java.io.IOException;
import java.nio.file.Path;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;

/**
 * The processes of one pair.
 *
 * @param attendant what the transport needs besides both peers, if anything
 * @param server the peer that listens
 * @param client the peer that connects
 */
record PairProcesses(Attendant attendant, PeerProcess server, PeerProcess client) implements AutoCloseable {

    /** Starts all of them side by side; they wait for their first assignment. */
    static PairProcesses start(
            Launcher launcher,
            Transport transport,
            int sizeBytes,
            Placement placement,
            Path scratchDirectory,
            PeerInbox inbox)
            throws IOException {
        Attendant attendant = Attendant.start(launcher, transport, sizeBytes, scratchDirectory, inbox);
        try {
            PeerProcess server = PeerProcess.start(
                    launcher.command(transport, sizeBytes, placement, scratchDirectory, Role.SERVER),
                    inbox,
                    transport.traits().ownsStandardStreams());
            try {
                PeerProcess client = PeerProcess.start(
                        launcher.command(transport, sizeBytes, placement, scratchDirectory, Role.CLIENT), inbox, false);
                return new PairProcesses(attendant, server, client);
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            attendant.close();
            throw e;
        }
    }

    /** What those that are still alive have written, ready to be appended to a message. */
    String lastWords() throws InterruptedException {
        return server.lastWords() + client.lastWords() + attendant.lastWords();
    }

    /** Ends them at once, whatever they are doing. */
    void kill() {
        server.kill();
        client.kill();
        attendant.kill();
    }

    /** Ends the peers side by side, and what served them after that. */
    @Override
    public void close() throws IOException {
        try (attendant;
                server;
                client) {
            server.releaseStandardStreams();
            server.stop();
            client.stop();
        }
    }
}
