package org.ipcbench.transports.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** Waits in the kernel for sockets that do not block. */
public final class Readiness {
    private Readiness() {}

    /** Waits until a channel is ready, or the thread is interrupted. */
    public static void await(Selector selector, Consumer<SelectionKey> action) throws IOException {
        var unused = selector.select(action);
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for other sides");
        }
    }
}
