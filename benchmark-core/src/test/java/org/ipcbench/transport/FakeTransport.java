package org.ipcbench.transport;

import java.util.List;
import java.util.Set;

/** A transport that is only talked about. */
public record FakeTransport(String id, int order, Set<String> groups, List<String> jvmArguments) implements Transport {

    public FakeTransport(String id, int order, String... groups) {
        this(id, order, Set.of(groups), List.of());
    }

    @Override
    public String title() {
        return "fake " + id;
    }

    @Override
    public String csvName() {
        return id;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream();
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public Listener listen(Session session) {
        throw new UnsupportedOperationException("a fake does not listen");
    }

    @Override
    public Channel connect(Session session, String address) {
        throw new UnsupportedOperationException("a fake does not connect");
    }
}
