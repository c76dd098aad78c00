package org.ipcbench.transport.resource;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Resources that were opened one after the other and belong together. Unless {@link #release()} is called, closing this
 * object closes all of them, the latest first, also after an exception, an error or an interrupt.
 */
public final class CloseOnFailure implements AutoCloseable {
    private final Deque<Closeable> opened = new ArrayDeque<>();

    /** Adds the closeable of the resource opened last. */
    public void add(Closeable closing) {
        opened.push(closing);
    }

    /** Gives up ownership: all resources are open, and their new owner closes them from now on. */
    public void release() {
        opened.clear();
    }

    @Override
    public void close() throws IOException {
        if (!opened.isEmpty()) {
            Closeable latest = opened.pop();
            try (CloseOnFailure earlier = this) { // closed after this block, even if it throws
                latest.close();
            }
        }
    }
}
