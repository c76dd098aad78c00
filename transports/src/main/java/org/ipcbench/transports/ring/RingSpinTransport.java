package org.ipcbench.transports.ring;

import java.util.Set;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.mapped.Waiting;
import org.ipcbench.transports.mapped.Waiting.Spinning;

/** A lock-free ring in shared memory for each direction; a waiting side spins. */
public final class RingSpinTransport extends RingTransport.Unassisted {
    public RingSpinTransport() {
        super(WaitStrategy.SPINNING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-spin",
                "ring in shared memory, waiting busily",
                "Shared-memory ring (spinning)",
                Set.of("shared-memory"),
                160);
    }

    @Override
    Waiting waiting() {
        return new Spinning();
    }
}
