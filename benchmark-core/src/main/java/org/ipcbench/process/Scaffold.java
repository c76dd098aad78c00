package org.ipcbench.process;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has been opened on the way to something larger. Unless that gets finished, all of it is closed again, the latest
 * first, whatever went wrong: an exception, an error or an interrupt.
 */
final class Scaffold implements AutoCloseable {
    private final Deque<Closeable> opened = new ArrayDeque<>();

    /** Something more has been opened; this closes it. */
    void add(Closeable closing) {
        opened.push(closing);
    }

    /** The larger thing is there, and closes all of it from now on. */
    void release() {
        opened.clear();
    }

    @Override
    public void close() throws IOException {
        if (!opened.isEmpty()) {
            Closeable latest = opened.pop();
            try (Scaffold earlier = this) { // closed after this block, whatever it throws
                latest.close();
            }
        }
    }
}
