package org.ipcbench.transport;

import java.util.List;
import java.util.Set;

/** A transport that is only talked about. */
public class FakeTransport implements Transport {
    private final String id;
    private final int order;
    private final Set<String> groups;
    private final List<String> jvmArguments;

    public FakeTransport(String id, int order, String... groups) {
        this(id, order, Set.of(groups), List.of());
    }

    public FakeTransport(String id, int order, Set<String> groups, List<String> jvmArguments) {
        this.id = id;
        this.order = order;
        this.groups = groups;
        this.jvmArguments = jvmArguments;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public Set<String> groups() {
        return groups;
    }

    @Override
    public List<String> jvmArguments() {
        return jvmArguments;
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
