package com.example.faulty;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.WaitStrategy;

/** One of the suite's transports that does something else to one message: {@link Choice} says to which. */
public abstract class FaultyTransport implements Transport {
    private static final int FIRST_ORDER = 2100;

    private final Original original;
    private final Fault fault;
    private final TransportInfo info;

    /** The transport that carries the messages. */
    enum Original {
        UDS("faulty", Traits.blockingStream()),
        UDP("lossy", Traits.of(WaitStrategy.BLOCKING, Trait.LOSSY, Trait.DATAGRAM));

        private final String prefix;
        private final Traits traits;

        Original(String prefix, Traits traits) {
            this.prefix = prefix;
            this.traits = traits;
        }

        /** Found when it is needed: while the registry is loaded, nothing is known of the others. */
        Transport transport() {
            return TransportRegistry.load().named(lower(this));
        }
    }

    FaultyTransport(Original original, Fault fault) {
        this.original = original;
        this.fault = fault;
        String id = original.prefix + "-" + lower(fault);
        int order = FIRST_ORDER + original.ordinal() * Fault.values().length + fault.ordinal();
        info = new TransportInfo(id, "%s with the fault '%s'".formatted(original, lower(fault)), id, Set.of(), order);
    }

    @Override
    public final TransportInfo info() {
        return info;
    }

    @Override
    public final Traits traits() {
        return original.traits;
    }

    @Override
    public final Listener listen(Session session) throws IOException {
        return new FaultyListener(original.transport().listen(session), this);
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        return faulty(original.transport().connect(session, address), Choice.Side.CLIENT);
    }

    private Channel faulty(Channel channel, Choice.Side side) {
        if (side != Choice.side()) {
            return channel;
        }
        return channel instanceof LossyChannel lossy
                ? new FaultyLossyChannel(lossy, fault)
                : new FaultyChannel(channel, fault);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private record FaultyListener(Listener listener, FaultyTransport transport) implements Listener {
        @Override
        public String address() {
            return listener.address();
        }

        @Override
        public Channel accept() throws IOException {
            return transport.faulty(listener.accept(), Choice.Side.SERVER);
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
