package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel;

/**
 * One end of a pipe. Authentication goes through the JDK's channel, because closing that channel ends a blocked call when
 * the time is up; nothing ends {@code read(2)}.
 *
 * @param forAuthentication the JDK's channel
 * @param forMessages what the messages go through; may be the same object
 */
record PipeEnd(FileChannel forAuthentication, ByteChannel forMessages) implements Closeable {

    /** Closes what only authentication has needed. */
    void keepForMessages() throws IOException {
        if (forAuthentication != forMessages) {
            forAuthentication.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (forAuthentication) {
            forMessages.close();
        }
    }
}
