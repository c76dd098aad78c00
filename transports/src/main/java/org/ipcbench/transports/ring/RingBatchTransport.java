package org.ipcbench.transports.ring;

import java.util.Set;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.Waiting;

/**
 * The ring of {@code ring-spin} with a reader that delays its next read of the cursor: more messages per second, but each
 * of them later.
 */
public final class RingBatchTransport extends UnassistedRingTransport {
    public RingBatchTransport() {
        super(WaitStrategy.SPINNING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-batch", "ring in shared memory, read in batches", "Shared-memory ring (batches)", Set.of(), 165);
    }

    @Override
    Waiting waiting() {
        return new Batching();
    }
}
