package org.ipcbench.transports;

import java.nio.file.Path;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;

/** Sessions as tests need them: the transport's own buffers unless asked for others, and patience for a loaded machine. */
public final class ContractSession {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** A stranger learns by silence that it is not welcome; the shorter it waits, the shorter the test. */
    private static final Duration STRANGERS_PATIENCE = Duration.ofMillis(200);

    private ContractSession() {}

    /** A session with a token of its own. */
    public static Session in(Path scratchDirectory, int messageSizeBytes) {
        return new Session(scratchDirectory, Token.random(), messageSizeBytes, 0, CONNECT_TIMEOUT);
    }

    /** The same session with a buffer of a size that the user asked for. */
    public static Session withBuffer(Session session, int bufferSizeBytes) {
        return new Session(
                session.scratchDirectory(),
                session.token(),
                session.maxMessageBytes(),
                bufferSizeBytes,
                session.connectTimeout());
    }

    /** The same session as somebody has it who does not know its token. */
    public static Session ofStrangerTo(Session session) {
        return impatient(
                new Session(session.scratchDirectory(), Token.random(), session.maxMessageBytes(), 0, Duration.ZERO));
    }

    /** The same session with hardly any time to connect. */
    public static Session impatient(Session session) {
        return new Session(
                session.scratchDirectory(), session.token(), session.maxMessageBytes(), 0, STRANGERS_PATIENCE);
    }
}
