package org.ipcbench.launch;

import java.io.IOException;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.workload.Role;

/**
 * The processes of one pair.
 *
 * @param auxiliary what the transport needs besides both peers, if anything
 * @param server the peer that listens
 * @param client the peer that connects
 */
record PairProcesses(AuxiliaryProcess auxiliary, PeerProcess server, PeerProcess client) implements AutoCloseable {

    /** Starts all of them side by side; they wait for their first assignment. */
    static PairProcesses start(PeerSite site) throws IOException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            AuxiliaryProcess auxiliary = site.startAuxiliary();
            opened.add(auxiliary::close);
            PeerProcess server = site.startPeer(Role.SERVER);
            opened.add(server::close);
            PairProcesses both = new PairProcesses(auxiliary, server, site.startPeer(Role.CLIENT));
            opened.release();
            return both;
        }
    }

    /** What those that are still alive have written, ready to be appended to a message. */
    String lastWords() throws InterruptedException {
        return server.lastWords() + client.lastWords() + auxiliary.lastWords();
    }

    /** Ends them at once, whatever they are doing. */
    void kill() {
        server.kill();
        client.kill();
        auxiliary.kill();
    }

    /** Ends the peers side by side, and what served them after that. */
    @Override
    public void close() throws IOException {
        try (auxiliary;
                server;
                client) {
            server.releaseStandardStreams();
            server.stop();
            client.stop();
        }
    }
}
