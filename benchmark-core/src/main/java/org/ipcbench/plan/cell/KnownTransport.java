package org.ipcbench.plan.cell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.Transport.Auxiliary;
import org.ipcbench.transport.TransportInfo;

/**
 * A transport whose answers are known. A transport in a plan is asked once for everything that does not change within a run,
 * instead of once for each of many thousand cells, because the answers take system calls. A transport of a finished run describes
 * what it was and moves no messages.
 *
 * @param info its names
 * @param traits its traits on the machine that measures
 * @param availability whether that machine has it
 * @param here the transport itself, which does everything else; empty if the run is over
 */
public record KnownTransport(TransportInfo info, Traits traits, Availability availability, Optional<Transport> here)
        implements Transport {

    /** Asks the transport now. */
    public static KnownTransport of(Transport here) {
        return new KnownTransport(here.info(), here.traits(), here.availability(), Optional.of(here));
    }

    /** The transport of a run that is over. */
    public static KnownTransport recorded(TransportInfo info, Traits traits) {
        return new KnownTransport(info, traits, Availability.available(), Optional.empty());
    }

    /** The transport itself, which may be known by its answers only; empty if it is read from a record. */
    public static Optional<Transport> here(Transport transport) {
        return transport instanceof KnownTransport known ? known.here : Optional.of(transport);
    }

    private Transport real() {
        return here.orElseThrow(() -> new UnsupportedOperationException(id() + " is read from a record"));
    }

    @Override
    public String id() {
        return info.id();
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return here.map(transport -> transport.inFlight(messageBytes, bufferBytes))
                .orElseGet(OptionalLong::empty);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return here.map(transport -> transport.room(messageBytes, bufferBytes, connections))
                .orElse(0L);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return here.isEmpty() ? Needs.NOTHING : here.get().needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public void requireUsable(List<String> jvmArguments) {
        here.ifPresent(transport -> transport.requireUsable(jvmArguments));
    }

    @Override
    public Optional<String> chosen(List<String> jvmArguments, Path temporary) {
        return here.flatMap(transport -> transport.chosen(jvmArguments, temporary));
    }

    @Override
    public Availability canStart(String program) {
        return here.map(transport -> transport.canStart(program)).orElseGet(Availability::available);
    }

    @Override
    public List<String> jvmArguments() {
        return here.map(Transport::jvmArguments).orElseGet(List::of);
    }

    @Override
    public Optional<Auxiliary> auxiliary() {
        return here.flatMap(Transport::auxiliary);
    }

    @Override
    public Optional<FanOut> fanOut() {
        return here.flatMap(Transport::fanOut);
    }

    @Override
    public String idForPeers() {
        return here.map(Transport::idForPeers).orElseGet(this::id);
    }

    @Override
    public Optional<OwnPeers> ownPeers() {
        return here.flatMap(Transport::ownPeers);
    }

    @Override
    public void removeLeftOvers(Path scratchDirectory) throws IOException {
        real().removeLeftOvers(scratchDirectory);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return real().listen(session);
    }

    @Override
    public List<Listener> listenTogether(Session session) throws IOException {
        return real().listenTogether(session);
    }

    @Override
    public MultiplexedListener listenMultiplexed(Session session) throws IOException {
        return real().listenMultiplexed(session);
    }

    @Override
    public Optional<String> lackForWorkers(Session.Workers workers, int messageBytes) {
        return here.flatMap(transport -> transport.lackForWorkers(workers, messageBytes));
    }

    @Override
    public Listener listenAmong(Session session, String ticket) throws IOException {
        return real().listenAmong(session, ticket);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return real().connect(session, address);
    }
}
