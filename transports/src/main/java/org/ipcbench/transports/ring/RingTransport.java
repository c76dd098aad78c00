package org.ipcbench.transports.ring;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.shared.RingGeometry;

/** The transports through a ring, which differ only in how they wait. */
abstract class RingTransport extends MappedTransport {

    private final WaitStrategy waitStrategy;

    RingTransport(WaitStrategy waitStrategy) {
        this.waitStrategy = waitStrategy;
    }

    @Override
    public Traits traits() {
        Traits either =
                Traits.of(waitStrategy, Trait.DETECTS_CLOSE, Trait.IN_PLACE, Trait.MANY_CLIENTS, Trait.PROCESS_IDS);
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
        abstract Waiting waiting();

        @Override
        public final Listener listen(Session session) throws IOException {
            return listen(session, (rings, polling) -> rings.duplexChannel(waiting(), session));
        }

        @Override
        public final Channel connect(Session session, String address) throws IOException {
            return connect(session, address, (rings, polling) -> rings.duplexChannel(waiting(), session));
        }
    }
}
