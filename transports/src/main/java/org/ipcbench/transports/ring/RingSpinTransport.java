package org.ipcbench.transports.ring;

import java.util.Set;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;

/** A lock-free ring in shared memory for each direction; a side that has to wait keeps its CPU busy. */
public final class RingSpinTransport extends RingTransport {

    @Override
    public String id() {
        return "ring-spin";
    }

    @Override
    public String title() {
        return "ring in shared memory, waiting busily";
    }

    @Override
    public String csvName() {
        return "Shared-memory ring (spinning)";
    }

    @Override
    public Set<String> groups() {
        return Set.of();
    }

    @Override
    public int order() {
        return 160;
    }

    @Override
    public Traits traits() {
        return super.traits().withWaitStrategy(WaitStrategy.SPINNING);
    }

    @Override
    Waiting waiting() {
        return new Spinning();
    }
}
