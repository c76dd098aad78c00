package org.ipcbench.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.transport.Auxiliary;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.JointListener;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/**
 * A transport in a plan: what does not change within a run is asked for once, not for each of many thousand cells, because the
 * answers take calls of the kernel.
 *
 * @param real the transport itself, which does everything else
 * @param info its names
 * @param traits what it promises on this machine
 * @param availability whether this machine offers it
 */
public record KnownTransport(Transport real, TransportInfo info, Traits traits, Availability availability)
        implements Transport {

    /** Asks the transport now. */
    public static KnownTransport of(Transport real) {
        return new KnownTransport(real, real.info(), real.traits(), real.availability());
    }

    @Override
    public String id() {
        return real.id();
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return real.inFlight(messageBytes, bufferBytes);
    }

    @Override
    public List<String> jvmArguments() {
        return real.jvmArguments();
    }

    @Override
    public Optional<Auxiliary> auxiliary() {
        return real.auxiliary();
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        real.removeLeftOvers(scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return real.listen(session);
    }

    @Override
    public JointListener listenJointly(Session session) throws IOException {
        return real.listenJointly(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return real.connect(session, address);
    }
}
