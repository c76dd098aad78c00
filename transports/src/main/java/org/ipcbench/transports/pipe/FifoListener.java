package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** Holds both FIFOs while the server waits for its client. */
final class FifoListener implements Listener {
    private final Session session;
    private final PipeCalls calls;
    private final Path directory;
    private final Fifo toServer;
    private final Fifo toClient;

    FifoListener(Session session, PipeCalls calls) throws IOException {
        this.session = session;
        this.calls = calls;
        directory = session.scratchDirectory();
        toServer = Fifo.make(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
        try {
            toClient = Fifo.make(directory.resolve(session.nameOf(FifoTransport.TO_CLIENT)));
        } catch (IOException e) {
            toServer.close();
            Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
            throw e;
        }
    }

    @Override
    public String address() {
        return directory.toString();
    }

    @Override
    public Channel accept() throws IOException {
        PipeEnd source = toServer.openForReading(calls);
        return PipeEnds.verifyClient(source, () -> toClient.openForWriting(calls), session);
    }

    @Override
    public void close() throws IOException {
        try (toServer;
                toClient) {
            Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_SERVER)));
            Files.deleteIfExists(directory.resolve(session.nameOf(FifoTransport.TO_CLIENT)));
        }
    }
}
