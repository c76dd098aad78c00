package org.ipcbench.plan.result;

import java.util.Locale;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;

/** A transport that exists in lists only: all that plans and reports ever ask of one, without a connection. */
public record ListedTransport(TransportInfo info, Availability availability, Traits traits) implements Transport {
    public ListedTransport(String id, Availability availability, Traits traits) {
        this(
                new TransportInfo(id, "a transport called " + id, id.toUpperCase(Locale.ROOT), Set.of(), 0),
                availability,
                traits);
    }

    /** One without obstacles. */
    public static ListedTransport of(String id) {
        return new ListedTransport(id, Availability.available(), Traits.blockingStream());
    }

    /** One that this machine does not offer. */
    public static ListedTransport absent(String id, String reason, String remedy) {
        return new ListedTransport(id, Availability.unavailable(reason, remedy), Traits.blockingStream());
    }

    /** One whose messages may get lost. */
    public static ListedTransport lossy(String id) {
        return new ListedTransport(id, Availability.available(), Traits.of(WaitStrategy.BLOCKING, Trait.LOSSY));
    }

    /** One that carries small messages only. */
    public static ListedTransport upTo(int maximumBytes, String id, String remedy) {
        return new ListedTransport(
                id,
                Availability.available(),
                Traits.blockingStream().withSizeLimit(new SizeLimit(maximumBytes, remedy)));
    }

    /** One that serves many clients, and whose connections come and go. */
    public static ListedTransport shared(String id) {
        return new ListedTransport(
                id, Availability.available(), Traits.blockingStream().with(Trait.MANY_CLIENTS, Trait.RECONNECTS));
    }

    /** The same in these groups, at another place of lists. */
    public ListedTransport in(int order, String... groups) {
        TransportInfo moved = new TransportInfo(id(), info.title(), info.csvName(), Set.of(groups), order);
        return new ListedTransport(moved, availability, traits);
    }

    /** One with further traits. */
    public static ListedTransport with(String id, Trait... traits) {
        return new ListedTransport(
                id, Availability.available(), Traits.blockingStream().with(traits));
    }

    /** One that keeps a CPU busy while it waits. */
    public static ListedTransport spinning(String id) {
        return new ListedTransport(id, Availability.available(), Traits.of(WaitStrategy.SPINNING));
    }

    /** One with both halves in one process. */
    public static ListedTransport inProcess(String id) {
        return new ListedTransport(id, Availability.available(), Traits.of(WaitStrategy.NONE, Trait.IN_PROCESS));
    }

    @Override
    public Availability canStart(String program) {
        return Availability.available();
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
