package org.ipcbench.transports;

import java.nio.file.Path;
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
}
