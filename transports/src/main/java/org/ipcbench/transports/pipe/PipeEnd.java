package org.ipcbench.transports.pipe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.ipcbench.transports.libc.Descriptor;
import org.jspecify.annotations.Nullable;

/**
 * One end of a pipe. Authentication goes through the JDK's channel, because closing this channel ends a blocked call when
 * the time is up; {@code read(2)} cannot be ended.
 *
 * @param channel the JDK's channel
 * @param descriptor carries messages by native calls; null if the JDK's channel carries them, too
 */
record PipeEnd(FileChannel channel, @Nullable Descriptor descriptor) implements Closeable {

    /** Closes what only authentication needed. */
    void keepForMessages() throws IOException {
        if (descriptor != null) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (descriptor != null) {
                descriptor.close();
            }
        }
    }
}
