package org.ipcbench.transports.ring;

import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transports.libc.CLibrary;

/** A lock-free ring in shared memory for each direction; a side that has to wait sleeps in the kernel. */
public final class RingFutexTransport extends RingTransport {

    @Override
    public String id() {
        return "ring-futex";
    }

    @Override
    public String title() {
        return "ring in shared memory, waiting asleep (futex)";
    }

    @Override
    public String csvName() {
        return "Shared-memory ring (futex)";
    }

    @Override
    public Set<String> groups() {
        return Set.of("standard");
    }

    @Override
    public int order() {
        return 161;
    }

    @Override
    public Availability availability() {
        Availability nativeCalls = CLibrary.availability();
        return nativeCalls instanceof Availability.Available ? super.availability() : nativeCalls;
    }

    @Override
    public String library() {
        return CLibrary.library();
    }

    @Override
    Waiting waiting() {
        return new Sleeping();
    }
}
