package org.ipcbench.cli;

import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;

/** A transport that exists in lists only, as far as the command line ever asks of one. */
record ListedTransport(TransportInfo info, Availability availability, SizeLimit sizeLimit) implements Transport {
    ListedTransport(String id, int order, Set<String> groups, Availability availability, SizeLimit sizeLimit) {
        this(new TransportInfo(id, "a transport called " + id, id, groups, order), availability, sizeLimit);
    }

    static ListedTransport of(String id, int order, String... groups) {
        return new ListedTransport(id, order, Set.of(groups), Availability.available(), SizeLimit.NONE);
    }

    static ListedTransport absent(String id, String reason, String remedy) {
        return new ListedTransport(id, 0, Set.of(), Availability.unavailable(reason, remedy), SizeLimit.NONE);
    }

    static ListedTransport upTo(int maximumBytes, String id) {
        return new ListedTransport(id, 0, Set.of(), Availability.available(), new SizeLimit(maximumBytes, "raise it"));
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withSizeLimit(sizeLimit);
    }

    @Override
    public Listener listen(Session session) {
        throw new UnsupportedOperationException("nobody listens on paper");
    }

    @Override
    public Channel connect(Session session, String address) {
        throw new UnsupportedOperationException("nobody connects on paper");
    }
}
