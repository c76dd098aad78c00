package org.ipcbench.transport;

import java.util.List;
import java.util.Set;

/** A transport that is only talked about. */
public class FakeTransport implements Transport {
    private final TransportInfo info;
    private final List<String> jvmArguments;

    public FakeTransport(String id, int order, String... groups) {
        this(id, order, Set.of(groups), List.of());
    }

    public FakeTransport(String id, int order, Set<String> groups, List<String> jvmArguments) {
        info = new TransportInfo(id, "fake " + id, id, groups, order);
        this.jvmArguments = jvmArguments;
    }

    @Override
    public TransportInfo info() {
        return info;
    }

    @Override
    public List<String> jvmArguments() {
        return jvmArguments;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream();
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
