package org.ipcbench.transports.ring;

import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.RingGeometry;

/** The transports through a ring, which differ only in how they wait. */
abstract class RingTransport extends MappedTransport {

    private final WaitStrategy waitStrategy;

    RingTransport(WaitStrategy waitStrategy) {
        this.waitStrategy = waitStrategy;
    }

    @Override
    public Traits traits() {
        Traits either = Traits.of(
                waitStrategy,
                Trait.DETECTS_CLOSE,
                Trait.HIDES_DEATH,
                Trait.IN_PLACE,
                Trait.MANY_CLIENTS,
                Trait.PROCESS_IDS);
        return (waitStrategy == WaitStrategy.BLOCKING ? either.with(Trait.BOUNDED_SPIN) : either)
                .withBuffer("the ring of each direction")
                .withSizeLimit(RingMemory.ofThisMachine().sizeLimit());
    }

    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return RingMemory.ofThisMachine().inFlight(messageBytes, bufferBytes);
    }

    @Override
    protected RingGeometry geometry(int messageBytes, int bufferBytes, RingMemory memory) throws IOException {
        return RingGeometry.of(messageBytes, bufferBytes, memory.largestRing());
    }

    /** The rings whose sides need nothing but the shared memory to wait for each other. */
    abstract static class Unassisted extends RingTransport {
        Unassisted(WaitStrategy waitStrategy) {
            super(waitStrategy);
        }

        @Override
        public Traits traits() {
            return super.traits().with(Trait.DUPLEX);
        }

        /** How a side of this transport waits; may load native code. */
        abstract Waiting waiting() throws IOException;

        @Override
        public final Listener listen(Session session) throws IOException {
            return listen(session, (rings, polling) -> channel(rings, session));
        }

        @Override
        public final Channel connect(Session session, String address) throws IOException {
            return connect(session, address, (rings, polling) -> channel(rings, session));
        }

        Channel channel(RingPair rings, Session session) throws IOException {
            return rings.duplexChannel(waiting(), session);
        }
    }

    /**
     * The rings whose server offers something besides the shared memory, by which the sides wake each other.
     *
     * @param <A> what the server offers; the listener closes it
     */
    abstract static class Assisted<A extends Closeable> extends RingTransport {
        /** A character that does not occur in a ring's address. */
        private static final char SEPARATOR = ' ';

        Assisted() {
            super(WaitStrategy.BLOCKING);
        }

        @Override
        public Availability availability() {
            return CLibrary.availability().and(super::availability);
        }

        abstract A offer(Session session) throws IOException;

        /** How a client finds what the server offers. */
        abstract String addressOf(A offered);

        /**
         * The server's channel, after a client has authenticated.
         *
         * @param polling the time that is left for connecting
         */
        abstract Channel server(RingPair rings, A offered, Session session, Polling polling) throws IOException;

        /** The client's channel. */
        abstract Channel client(RingPair rings, String offered, Session session) throws IOException;

        @Override
        public final Listener listen(Session session) throws IOException {
            try (CloseOnFailure opened = new CloseOnFailure()) {
                A offered = offer(session);
                opened.add(offered);
                Listener rings = listen(session, (pair, polling) -> server(pair, offered, session, polling));
                opened.release();
                return new AssistedListener(rings, rings.address() + SEPARATOR + addressOf(offered), offered);
            }
        }

        @Override
        public final Channel connect(Session session, String address) throws IOException {
            int separator = address.indexOf(SEPARATOR);
            if (separator < 0) {
                throw new IOException("%s is not an address of %s".formatted(address, id()));
            }
            return connect(
                    session,
                    address.substring(0, separator),
                    (rings, polling) -> client(rings, address.substring(separator + 1), session));
        }

        /** A ring's listener with what the server offers. */
        private record AssistedListener(Listener rings, String address, Closeable offered) implements Listener {

            @Override
            public Channel accept() throws IOException {
                return rings.accept();
            }

            @Override
            public void close() throws IOException {
                try (offered) {
                    rings.close();
                }
            }
        }
    }
}
