package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel;

/**
 * One end of a pipe. The session's token goes through the JDK's channel, because closing that ends a blocked call when
 * the time is up, as no closing ends {@code read(2)}.
 *
 * @param forToken the JDK's channel
 * @param forMessages what the messages go through; may be the same object
 */
record PipeEnd(FileChannel forToken, ByteChannel forMessages) implements Closeable {

    /** Closes what only the token has needed. */
    void keepForMessages() throws IOException {
        if (forToken != forMessages) {
            forToken.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (forToken) {
            forMessages.close();
        }
    }
}
