package org.ipcbench.transports.ring;

import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.mapped.FutexSleeping;
import org.ipcbench.transports.mapped.Waiting;

/** A lock-free ring in shared memory for each direction; a waiting side sleeps in the kernel. */
public final class RingFutexTransport extends RingTransport.Unassisted {
    public RingFutexTransport() {
        super(WaitStrategy.BLOCKING);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "ring-futex",
                "ring in shared memory, waiting asleep (futex)",
                "Shared-memory ring (futex)",
                Set.of("shared-memory", "standard"),
                161,
                CLibrary.LIBRARY);
    }

    @Override
    public Availability availability() {
        return CLibrary.availability().and(super::availability);
    }

    @Override
    Waiting waiting() {
        return new FutexSleeping();
    }
}
