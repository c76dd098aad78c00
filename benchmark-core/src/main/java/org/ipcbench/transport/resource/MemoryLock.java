package org.ipcbench.transport.resource;

import java.io.IOException;
import java.util.ServiceLoader;
import org.ipcbench.transport.Availability;

/** Keeps all memory of this process in RAM. It takes a native call, so it is found as transports are. */
public interface MemoryLock {
    /** Whether a process of this user can do so; decided without loading native code. */
    Availability availability();

    /** Locks the memory that this process has and will have. */
    void lock() throws IOException;

    /** The lock of the class path; one that is never available if there is none. */
    static MemoryLock installed() {
        return ServiceLoader.load(MemoryLock.class).findFirst().orElse(new NoLock());
    }

    /** The lock of a class path without native calls. */
    record NoLock() implements MemoryLock {
        @Override
        public Availability availability() {
            return Availability.unavailable(
                    "locking memory takes a native call, which no jar of the class path makes", "omit --lock-memory");
        }

        @Override
        public void lock() throws IOException {
            throw new IOException(availability().toString());
        }
    }
}
