package org.ipcbench.transports.pipe;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** Two named pipes, one for each direction, made in the scratch directory and unlinked once connected. */
public final class FifoTransport implements Transport {
    static final String TO_SERVER = "to-server.fifo";
    static final String TO_CLIENT = "to-client.fifo";

    /** One for each direction. */
    private static final int FIFOS = 2;

    private final PipeCalls calls;

    public FifoTransport() {
        this(PipeCalls.JDK);
    }

    FifoTransport(PipeCalls calls) {
        this.calls = calls;
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "fifo", "two named pipes (FIFOs)", "Fifo (Named Pipe)", Set.of("classic", "standard"), 20);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().with(Trait.MANY_CLIENTS, Trait.DUPLEX);
    }

    @Override
    public Availability availability() {
        boolean found = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "mkfifo")));
        return found
                ? Availability.available()
                : Availability.unavailable("the command mkfifo is missing", "install coreutils");
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.ofConnections(connections, FIFOS);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new FifoListener(session, calls);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        Path directory = Path.of(address);
        try (Fifo toServer = Fifo.at(directory.resolve(session.nameOf(TO_SERVER)));
                Fifo toClient = Fifo.at(directory.resolve(session.nameOf(TO_CLIENT)))) {
            PipeEnd source = toClient.openForReading(calls);
            return PipeEnds.proveToServer(source, () -> toServer.openForWriting(calls), session);
        }
    }
}
