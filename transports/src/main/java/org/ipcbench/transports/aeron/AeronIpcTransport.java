package org.ipcbench.transports.aeron;

import io.aeron.AeronVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.Transport.Auxiliary;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.shared.SharedMemory;

/**
 * Aeron IPC: an exclusive publication for each direction; a waiting side spins. Messages that fit into a fragment ({@link
 * Term#longestFragment()}, 65472 bytes unless {@code --buffer} is small) are written and read directly in Aeron's memory;
 * longer ones are offered from one buffer and reassembled in another.
 */
public final class AeronIpcTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "aeron-ipc",
                "Aeron IPC, waiting busily",
                "Aeron IPC",
                Set.of("libraries"),
                180,
                () -> "Aeron " + new AeronVersion());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.SPINNING,
                        Trait.DETECTS_CLOSE,
                        Trait.HIDES_DEATH,
                        Trait.DATAGRAM,
                        Trait.IN_PLACE,
                        Trait.MANY_CLIENTS)
                .withBuffer("the term of each direction's log, of which there are three")
                .withSizeLimit(LogMemory.ofThisMachine().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return LogMemory.ofThisMachine().inFlight(messageBytes, bufferBytes);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return connections == 1 ? LogMemory.ofThisMachine().room(messageBytes, bufferBytes) : 0;
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return LogMemory.ofThisMachine().needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public Availability availability() {
        return LogMemory.ofThisMachine().availability();
    }

    @Override
    public List<String> jvmArguments() {
        return List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"); // for Agrona's access to memory
    }

    @Override
    public Optional<Auxiliary> auxiliary() {
        return Optional.of(new Driver());
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        DriverDirectory.removeLeftOvers(SharedMemory.ROOT, scratchDirectory);
    }

    @Override
    public Optional<FanOut> fanOut() {
        return Optional.of(new AeronFanOut());
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return AeronListener.open(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return AeronClient.of(session).connect(Integer.parseInt(address));
    }

    /** The server's stream before a client has connected; any process that knows the driver's directory may write to it. */
    private static final class AeronListener implements Listener {
        private final AeronClient client;
        private boolean accepted;

        private AeronListener(AeronClient client) {
            this.client = client;
        }

        static AeronListener open(Session session) throws IOException {
            return new AeronListener(AeronClient.of(session));
        }

        @Override
        public String address() {
            return Integer.toString(client.streamId());
        }

        @Override
        public Channel accept() throws IOException {
            Channel channel = client.accept();
            accepted = true;
            return channel;
        }

        @Override
        public void close() {
            if (!accepted) { // otherwise it belongs to the channel
                client.close();
            }
        }
    }
}
