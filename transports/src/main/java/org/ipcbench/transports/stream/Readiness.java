package org.ipcbench.transports.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** Waits in the kernel for sockets that do not block. */
public final class Readiness {
    private Readiness() {}

    /** Waits until a channel is ready, or the thread is interrupted. */
    public static void await(Selector selector, Consumer<SelectionKey> action) throws IOException {
        try {
            var unused = selector.select(action);
        } catch (ClosedSelectorException e) { // another thread has closed the channel
            ClosedChannelException closed = new ClosedChannelException();
            closed.initCause(e);
            throw closed;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for other sides");
        }
    }
}
