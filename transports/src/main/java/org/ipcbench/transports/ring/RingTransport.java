package org.ipcbench.transports.ring;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.MappedTransport;
import org.ipcbench.transports.mapped.RingMemory;
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
}
