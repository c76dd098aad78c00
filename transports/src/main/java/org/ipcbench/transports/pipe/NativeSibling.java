package org.ipcbench.transports.pipe;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.libc.CLibrary;

/**
 * A variant of a JDK transport that reads and writes its kernel objects directly by {@code read(2)} and {@code write(2)}.
 * The difference between both is the cost of the JDK's channel.
 */
abstract class NativeSibling implements Transport {
    private final Transport sibling;
    private final String csvName;

    /** @param sibling the transport, made to use {@link PipeCalls#NATIVE} */
    NativeSibling(Transport sibling, String csvName) {
        this.sibling = sibling;
        this.csvName = csvName;
    }

    @Override
    public TransportInfo info() {
        TransportInfo jdk = sibling.info();
        return new TransportInfo(
                jdk.id() + "-native",
                jdk.title() + ", by native calls",
                csvName,
                Set.of("pipes"),
                jdk.order() + 1,
                CLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return sibling.traits().with(Trait.BOUNDED_SPIN);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(sibling::availability);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return sibling.needs(messageBytes, bufferBytes, connections);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return sibling.listen(session);
    }

    @Override
    public Optional<String> lackForWorkers(Workers workers, int messageBytes) {
        return sibling.lackForWorkers(workers, messageBytes);
    }

    @Override
    public Listener listenAmong(Session session, String ticket) throws IOException {
        return sibling.listenAmong(session, ticket);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return sibling.connect(session, address);
    }
}
