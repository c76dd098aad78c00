package org.ipcbench.transports.libc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.resource.MemoryLock;

/** Locks memory by {@code mlockall}. */
public final class LockedMemory implements MemoryLock {
    private static final int MCL_CURRENT = 1;
    private static final int MCL_FUTURE = 2;

    @Override
    public Availability availability() {
        return CLibrary.availability() instanceof Unavailable lack
                ? lack
                : granted(
                        ProcessStatus.ofThisProcess().isCapable(ProcessStatus.CAP_IPC_LOCK),
                        new ResourceLimits(Path.of("/")).lockedBytes());
    }

    /**
     * What the kernel allows. A JVM reserves gigabytes that it never uses, and all of them count for the limit, so that only no limit at all
     * is enough.
     */
    static Availability granted(boolean mayLock, OptionalLong limitBytes) {
        return mayLock || limitBytes.isEmpty()
                ? Availability.available()
                : Availability.unavailable(
                        "this user may lock %d bytes of memory (RLIMIT_MEMLOCK), fewer than a JVM reserves"
                                .formatted(limitBytes.getAsLong()),
                        "use ulimit -l unlimited, or CAP_IPC_LOCK");
    }

    @Override
    public void lock() throws IOException {
        try {
            CLibrary.check("mlockall", CLibrary.calls().mlockall(MCL_CURRENT | MCL_FUTURE));
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; use ulimit -l unlimited, free memory, or omit --lock-memory", e);
        }
    }
}
