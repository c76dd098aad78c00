package org.ipcbench.transports;

import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a session for small messages in a directory of its own. */
public abstract class InScratchDirectory {
    private static final int MESSAGE_BYTES = 64;

    @TempDir
    protected Path directory;

    protected Session session;

    @BeforeEach
    void openSession() {
        session = ContractSession.in(directory, MESSAGE_BYTES);
    }

    /** The same session with a buffer of a size that the user asked for. */
    protected final Session withBuffer(int bytes) {
        return ContractSession.withBuffer(session, bytes);
    }

    /** The same session with another time to connect. */
    protected final Session withTimeout(Duration timeout) {
        return new Session(directory, session.token(), session.maxMessageBytes(), 0, timeout);
    }
}
