package org.ipcbench.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Sends each message at once: the stream of a process has a buffer. */
record PromptChannel(OutputStream stream) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer source) throws IOException {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        stream.write(bytes);
        stream.flush();
        return bytes.length;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
